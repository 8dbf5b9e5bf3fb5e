#!/usr/bin/env bash
# Makes Debian's package of an extension, as dh-php lays it out: the module, its header, and an ini file in mods-available that the package's
# scripts enable with the helper of php-common, which restarts FPM and Apache too.
# DEB_MAINTAINER: "NAME <ADDRESS>", by default of the last commit.
# usage: scripts/dist/deb.sh BUILT VERSION TO      BUILT: written by scripts/dist/binary.sh
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

built=$1 version=$2 to=$3
# shellcheck disable=SC1091 # written by scripts/dist/binary.sh
. "$built/about"
package=$built/package
name=php$php-${extension//_/-}
debian_version=${version//-/\~}-1
ini=/etc/php/$php/mods-available/$extension.ini
: "${DEB_MAINTAINER:=$(git -c safe.directory='*' -C "$root" log -1 --format='%an <%ae>')}"

depends="php$php-common, phpapi-$api, libc6 (>= $glibc)"
case $extension in
	brine)
		relations='Provides: php-brine'
		summary='compact and fast serializer for PHP values'
		description='brine_serialize() and brine_unserialize() take every value that the functions
of PHP take. Values that a worker reads again and again can stay decoded;
payloads can be signed. Serializers for sessions and APCu, and MessagePack,
are included.'
		settings="; Sessions in Brine's format; those that are there stay readable.
;session.serialize_handler = brine

; The values of APCu in Brine's format, and resident.
;apc.serializer = brine

; Bytes for resident values in each process; 0 switches them off.
;brine.resident_memory = 8M"
		;;
	brine_igbinary)
		depends+=", php$php-brine (= $debian_version)"
		# Clients such as php-redis depend on igbinary's package. One of the two is installed.
		relations="Provides: php$php-igbinary, php-igbinary, php-brine-igbinary
Conflicts: php$php-igbinary
Replaces: php$php-igbinary"
		summary='Brine in the place of the PHP extension igbinary'
		description="Clients of igbinary, such as php-redis, php-memcached and php-apcu, use Brine
and still read what igbinary has written. To go back, install igbinary's
package: it replaces this one."
		settings="; What clients write: igbinary, or, once each host that shares a store has this module, brine.
;igbinary.format = igbinary

; 1: what clients read as Brine is kept in resident memory (brine.resident_memory).
;brine.igbinary_resident = 0"
		;;
esac
for library in $packages; do
	depends+=", $library"
done

mkdir -p "$package/DEBIAN" "$package/etc/php/$php/mods-available" "$package$extensions" "$package$headers" "$package/usr/share/doc/$name"
cp "$built/$extension.so" "$package$extensions"
cp "$built/$header" "$package$headers"
cp "$root/LICENSE" "$package/usr/share/doc/$name/copyright"
gzip -9n <"$root/CHANGELOG.md" >"$package/usr/share/doc/$name/changelog.gz"
cat >"$package$ini" <<-END
	; configuration for php $extension module
	; priority=20
	extension=$extension.so

	$settings
END
echo "$ini" >"$package/DEBIAN/conffiles"

cat >"$package/DEBIAN/control" <<-END
	Package: $name
	Version: $debian_version
	Architecture: $debian
	Maintainer: $DEB_MAINTAINER
	Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$package" | cut -f1)
	Pre-Depends: php-common (>= 2:69~)
	Depends: $depends
	$relations
	Section: php
	Priority: optional
	Description: $summary
	$(sed 's/^/ /' <<<"$description")
END

# A script of the package: a command of php-common's helper on some actions.
script() { # NAME ACTION COMMAND
	cat >"$package/DEBIAN/$1" <<-END
		#!/bin/sh
		set -e
		if [ "\$1" = $2 ] && [ -e /usr/lib/php/php-maintscript-helper ]; then
			. /usr/lib/php/php-maintscript-helper
			php_invoke $3 $php ALL $extension
		fi
	END
	chmod 755 "$package/DEBIAN/$1"
}
script postinst configure enmod
script postrm remove dismod
cat >>"$package/DEBIAN/postrm" <<-END
	if [ "\$1" = purge ]; then
		rm -f /var/lib/php/modules/$php/*/*_by_*/$extension
	fi
END
# The names of the links to the ini file contain its priority.
script prerm upgrade dismod

(cd "$package" && find etc usr -type f ! -path '*/mods-available/*' | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
find "$package" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
chmod -R u=rwX,go=rX "$package"
dpkg-deb --root-owner-group -Zxz --build "$package" "$to/${name}_${debian_version}_$debian.deb"
