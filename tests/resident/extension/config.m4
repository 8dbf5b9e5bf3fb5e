PHP_ARG_ENABLE([brine-hooks],
  [whether to build the extension that calls the hooks of requests],
  [AS_HELP_STRING([--enable-brine-hooks], [Build the extension that calls the hooks of requests])],
  [yes])

if test "$PHP_BRINE_HOOKS" != "no"; then
  PHP_NEW_EXTENSION([brine_hooks], [brine_hooks.c], [$ext_shared],, [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1])
fi
