PHP_ARG_ENABLE([brine-caches],
  [whether to build the extension that looks into the caches],
  [AS_HELP_STRING([--enable-brine-caches], [Build the extension that looks into the caches])],
  [yes])

if test "$PHP_BRINE_CACHES" != "no"; then
  PHP_NEW_EXTENSION([brine_caches], [brine_caches.c keys.c shapes.c], [$ext_shared],, [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1])
fi
