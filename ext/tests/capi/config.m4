PHP_ARG_ENABLE([brine-capi],
  [whether to build the extension that tests the C interface of Brine],
  [AS_HELP_STRING([--enable-brine-capi], [Build the extension that tests the C interface of Brine])],
  [yes])

if test "$PHP_BRINE_CAPI" != "no"; then
  PHP_NEW_EXTENSION(brine_capi, brine_capi.c, $ext_shared)
fi
