PHP_ARG_ENABLE([brine-igbinary],
  [whether to enable Brine in igbinary's place],
  [AS_HELP_STRING([--enable-brine-igbinary], [Enable Brine in the place of the extension igbinary])],
  [yes])

if test "$PHP_BRINE_IGBINARY" != "no"; then
  if test "$ext_shared" != "yes"; then
    AC_MSG_ERROR([brine_igbinary is built as a shared module only.])
  fi
  brine_cppflags=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $INCLUDES -I$phpincludedir"
  AC_CHECK_HEADER([ext/brine/php_brine.h], [],
    [AC_MSG_ERROR([The header of the extension brine is missing: install that extension first, of the same release.])],
    [#include "php.h"])
  CPPFLAGS=$brine_cppflags

  dnl Only get_module() and the functions of igbinary.h are exported.
  PHP_NEW_EXTENSION([brine_igbinary], [brine_igbinary.c apcu.c clients.c session.c], [$ext_shared],,
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -I@ext_srcdir@ -fvisibility=hidden])
  PHP_ADD_MAKEFILE_FRAGMENT
fi
