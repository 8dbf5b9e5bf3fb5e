PHP_ARG_ENABLE([brine-faults],
  [whether to build the extension that makes allocations fail],
  [AS_HELP_STRING([--enable-brine-faults], [Build the extension that makes allocations fail])],
  [yes])

if test "$PHP_BRINE_FAULTS" != "no"; then
  PHP_NEW_EXTENSION([brine_faults], [brine_faults.c], [$ext_shared],, [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1])
fi
