PHP_ARG_ENABLE([brine],
  [whether to enable Brine],
  [AS_HELP_STRING([--enable-brine], [Enable the Brine serializer])],
  [yes])

PHP_ARG_WITH([brine-libcrypto],
  [whether to use OpenSSL's libcrypto for signatures],
  [AS_HELP_STRING([--without-brine-libcrypto], [Sign with PHP's own SHA-256])],
  [yes],
  [no])

PHP_ARG_ENABLE([brine-resident-guard],
  [whether to map resident values read-only],
  [AS_HELP_STRING([--enable-brine-resident-guard], [Map resident values of Brine read-only, for tests])],
  [no],
  [no])

if test "$PHP_BRINE" != "no"; then
  dnl Where phpize has made this configure, php-config knows the version; the configure of PHP itself knows its own.
  brine_php=$PHP_VERSION
  brine_php_id=$PHP_VERSION_ID
  if test -n "$PHP_CONFIG"; then
    brine_php=`$PHP_CONFIG --version`
    brine_php_id=`$PHP_CONFIG --vernum`
  fi
  if test "$brine_php_id" -lt 80200; then
    AC_MSG_ERROR([Brine needs PHP 8.2 or newer, and this is PHP $brine_php.])
  fi

  brine_sources="brine.c \
    src/error.c src/options.c \
    src/core/buffer.c src/core/class_list.c src/core/collector.c src/core/cycles.c src/core/enums.c src/core/fiber.c src/core/identity.c src/core/index.c \
    src/core/key_cache.c src/core/map.c src/core/memory.c src/core/path.c src/core/silence.c src/core/string_hash.c src/core/text.c \
    src/format/class_heads.c src/format/dictionary.c src/format/dictionary_index.c src/format/layout.c src/format/numbers.c src/format/packed.c src/format/shape_cache.c src/format/shapes.c \
    src/format/sharing.c src/format/strings.c \
    src/column/choose.c src/column/choose_integers.c src/column/decimals.c src/column/read.c src/column/scan.c src/column/write.c \
    src/encode/array.c src/encode/class.c src/encode/dictionary.c src/encode/encoder.c src/encode/heights.c src/encode/hooks.c src/encode/keys.c src/encode/object.c \
    src/encode/object_form.c src/encode/row_filters.c src/encode/rows.c src/encode/sleep.c src/encode/state.c src/encode/table.c src/encode/value.c \
    src/decode/array.c src/decode/class.c src/decode/decoder.c src/decode/dictionary.c src/decode/guard.c src/decode/hooks.c src/decode/keys.c src/decode/layout.c src/decode/limits.c \
    src/decode/locate.c src/decode/object.c src/decode/object_form.c src/decode/property.c src/decode/refuse.c src/decode/state.c \
    src/decode/storage.c src/decode/table.c src/decode/value.c \
    src/sign/sign.c \
    src/dictionary/check.c src/dictionary/files.c src/dictionary/load.c src/dictionary/write.c \
    src/resident/block.c src/resident/classes.c src/resident/domain.c src/resident/entry.c src/resident/evict.c src/resident/held.c src/resident/image.c src/resident/intruder.c src/resident/life.c src/resident/place.c src/resident/quiet.c src/resident/record.c \
    src/resident/record_write.c src/resident/region.c src/resident/resident.c src/resident/retire.c src/resident/table.c src/resident/template.c \
    src/msgpack/flags.c src/msgpack/functions.c src/msgpack/pack.c src/msgpack/scan.c src/msgpack/support.c src/msgpack/types.c \
    src/msgpack/unpack.c src/msgpack/unpack_ext.c src/msgpack/unpack_map.c src/msgpack/utf8.c \
    src/igbinary/read.c src/igbinary/read_again.c src/igbinary/read_array.c src/igbinary/read_class.c src/igbinary/read_object.c \
    src/igbinary/write.c src/igbinary/write_object.c src/igbinary/write_sleep.c src/igbinary/write_string.c \
    src/php/apcu.c src/php/api.c src/php/dictionary.c src/php/guard.c src/php/igbinary.c src/php/lifetime.c src/php/opened.c src/php/resident.c src/php/session.c src/php/session_text.c src/php/signing.c"

  AC_C_BIGENDIAN

  dnl GCC 12 for s390x loses the fifth argument of a call at a function's end if it is a structure: cycles were not refused then.
  case $host_cpu in
    s390*) brine_dense="-fno-optimize-sibling-calls" ;;
  esac

  if test "$PHP_BRINE_LIBCRYPTO" != "no"; then
    PKG_CHECK_MODULES([LIBCRYPTO], [libcrypto >= 1.1.1], [
      PHP_EVAL_INCLINE([$LIBCRYPTO_CFLAGS])
      PHP_EVAL_LIBLINE([$LIBCRYPTO_LIBS], [BRINE_SHARED_LIBADD])
      brine_libcrypto=-DBRINE_HAVE_LIBCRYPTO=1
    ], [
      AC_MSG_NOTICE([libcrypto was not found: signing with PHP's own SHA-256])
    ])
  fi

  if test "$ext_shared" = "yes"; then
    dnl Symbols are bound when the module is loaded. A process that forks for its requests would bind them in each child again, which takes longer
    dnl than the first call itself.
    AC_CACHE_CHECK([whether the linker takes -z relro and -z now], [brine_cv_bind_now], [
      brine_ldflags=$LDFLAGS
      LDFLAGS="$LDFLAGS -Wl,-z,relro,-z,now"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [brine_cv_bind_now=yes], [brine_cv_bind_now=no])
      LDFLAGS=$brine_ldflags
    ])
    if test "$brine_cv_bind_now" = "yes"; then
      BRINE_SHARED_LIBADD="$BRINE_SHARED_LIBADD -Wl,-z,relro,-z,now"
    fi
    dnl Then functions of PHP need no stub that is called in between, which would be a line more in the processor's cache.
    AC_CACHE_CHECK([whether the compiler takes -fno-plt], [brine_cv_no_plt], [
      brine_cflags=$CFLAGS
      CFLAGS="$CFLAGS -Werror -fno-plt"
      AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [brine_cv_no_plt=yes], [brine_cv_no_plt=no])
      CFLAGS=$brine_cflags
    ])
    if test "$brine_cv_bind_now $brine_cv_no_plt" = "yes yes"; then
      brine_dense="$brine_dense -fno-plt"
    fi
    dnl Likewise without gaps between functions and between what is jumped to.
    AC_CACHE_CHECK([whether the compiler takes -fno-align-functions and -fno-align-jumps], [brine_cv_no_gaps], [
      brine_cflags=$CFLAGS
      CFLAGS="$CFLAGS -Werror -fno-align-functions -fno-align-jumps"
      AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [brine_cv_no_gaps=yes], [brine_cv_no_gaps=no])
      CFLAGS=$brine_cflags
    ])
    if test "$brine_cv_no_gaps" = "yes"; then
      brine_dense="$brine_dense -fno-align-functions -fno-align-jumps"
    fi
    dnl Fields that are set one after another are not put together from constants that lie elsewhere.
    AC_CACHE_CHECK([whether the compiler takes -fno-tree-slp-vectorize], [brine_cv_no_slp], [
      brine_cflags=$CFLAGS
      CFLAGS="$CFLAGS -Werror -fno-tree-slp-vectorize"
      AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [brine_cv_no_slp=yes], [brine_cv_no_slp=no])
      CFLAGS=$brine_cflags
    ])
    if test "$brine_cv_no_slp" = "yes"; then
      brine_dense="$brine_dense -fno-tree-slp-vectorize"
    fi
  fi
  PHP_SUBST([BRINE_SHARED_LIBADD])

  if test "$PHP_BRINE_RESIDENT_GUARD" != "no"; then
    brine_resident_guard=-DBRINE_RESIDENT_GUARD=1
  fi

  dnl Functions that are not exported are called directly, and can be inlined.
  PHP_NEW_EXTENSION([brine], [$brine_sources], [$ext_shared],,
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -I@ext_srcdir@ -I@ext_srcdir@/src -fvisibility=hidden $brine_dense $brine_libcrypto $brine_resident_guard])
  PHP_ADD_BUILD_DIR([$ext_builddir/src])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/core])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/format])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/column])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/encode])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/decode])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/sign])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/dictionary])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/resident])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/msgpack])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/igbinary])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/php])
  PHP_ADD_EXTENSION_DEP([brine], [session], [true])
  PHP_ADD_EXTENSION_DEP([brine], [hash])
  PHP_INSTALL_HEADERS([ext/brine], [php_brine.h])
  if test "$ext_shared" = "yes"; then
    PHP_ADD_MAKEFILE_FRAGMENT
  fi
fi
