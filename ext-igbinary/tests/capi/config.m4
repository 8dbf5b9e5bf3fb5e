PHP_ARG_ENABLE([brine-igbinary-capi],
  [whether to build the extension that calls igbinary's C functions],
  [AS_HELP_STRING([--enable-brine-igbinary-capi], [Build the extension that calls igbinary's C functions])],
  [yes])

if test "$PHP_BRINE_IGBINARY_CAPI" != "no"; then
  PHP_NEW_EXTENSION(brine_igbinary_capi, brine_igbinary_capi.c, $ext_shared)
fi
