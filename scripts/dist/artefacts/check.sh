#!/usr/bin/env bash
# The checks of one kind of artefact, as root in a bare system: its files are in /dist, this directory is /check. Prints "ok" or "FAIL" for each, and
# "done"; ends at the first command of a step that fails.
# usage: check.sh sums|source|binary|threads|deb|igbinary-deb|composer|wordpress|phar
set -euo pipefail

php=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
# The version that the files' names have.
version=$(basename /dist/brine-ext-*.tgz .tgz)
version=${version#brine-ext-}
extensions=/usr/lib/php/$(php -n -i | sed -n 's/^PHP Extension => //p')

same() { # WHAT EXPECTED GOT
	if [ "$2" = "$3" ]; then
		echo "ok $1"
	else
		printf 'FAIL %s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3"
	fi
}

# A command of a step, with its output in the log.
run() { # COMMAND...
	echo "+ $*" >&2
	if ! "$@" >&2; then
		echo "FAIL $*"
		exit 1
	fi
}

apt_install() { # PACKAGE...
	[ -n "$(ls /var/lib/apt/lists/*Packages* 2>/dev/null)" ] || run apt-get -q -y update
	run apt-get -q -y install --no-install-recommends "$@"
}

# Starts php-fpm, after it has ended if it runs.
restart_fpm() {
	local pid
	mkdir -p /run/php
	if pid=$(cat "/run/php/php$php-fpm.pid" 2>/dev/null); then
		kill "$pid" 2>/dev/null || true
		while kill -0 "$pid" 2>/dev/null; do
			sleep 0.1
		done
	fi
	run "php-fpm$php" -D
}

# What php-fpm answers for a page.
page() { # FILE [QUERY]
	REQUEST_METHOD=GET SCRIPT_FILENAME=$1 QUERY_STRING=${2:-} cgi-fcgi -bind -connect "/run/php/php$php-fpm.sock" | sed '1,/^\r*$/d'
}

# All files and links, without those that apt keeps.
files() {
	find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /check -o -path /dist -o -path /var/cache -o -path /var/log -o \
		-path /var/lib/apt -o -path /var/lib/dpkg -o -path /root -o -path /try -o -name '*.pyc' \) -prune -o ! -type d -printf '%p %l\n' | sort
}

before() {
	files >/tmp/before
}

nothing_left() {
	# What php-common remembers of phpdismod.
	rm -f "/var/lib/php/modules/$php/"*/disabled_by_admin/brine*
	same 'what is left of it' '' "$(diff /tmp/before <(files) || true)"
}

# PHP and php-fpm after its start answer this for a page.
answers() { # WHAT PAGE EXPECTED
	restart_fpm
	same "$1: command line" "$3" "$(php "/check/$2" 2>&1)"
	same "$1: php-fpm" "$3" "$(page "/check/$2")"
}

check_sums() {
	same 'the checksums' '' "$(cd /dist && sha256sum --quiet -c SHA256SUMS 2>&1)"
	same 'files without a checksum' '' "$(cd /dist && comm -13 <(sed 's/^[^ ]*  //' SHA256SUMS | sort) <(ls | grep -vx SHA256SUMS | sort))"
}

check_source() {
	local name headers
	apt_install php-dev gcc make libssl-dev
	headers=$(php-config --include-dir)/ext
	before
	mkdir /try
	for name in brine-ext brine-igbinary-ext; do
		tar -xzf "/dist/$name-$version.tgz" -C /try
		cd "/try/$name-$version"
		run phpize
		run ./configure
		run make -j2
		run make install
	done
	printf 'extension=brine\n' >"/etc/php/$php/mods-available/brine.ini"
	printf 'extension=brine_igbinary\nigbinary.format=brine\n' >"/etc/php/$php/mods-available/brine_igbinary.ini"
	run phpenmod brine
	answers 'from the source' brine.php "brine $version works"
	same 'its signatures are computed by' OpenSSL "$(php --ri brine | sed -n 's/^SHA-256 of signatures => \(OpenSSL\) .*/\1/p')"
	run phpenmod brine_igbinary
	answers "in igbinary's place, from the source" igbinary.php "brine_igbinary $version writes brine"
	run phpdismod brine brine_igbinary
	answers 'removed' brine.php 'no brine'
	rm -r "/etc/php/$php/mods-available/"brine*.ini "$extensions/brine.so" "$extensions/brine_igbinary.so" "$headers/brine" "$headers/igbinary" /try
	nothing_left
}

check_binary() {
	local extension name
	apt_install unzip
	before
	for extension in brine brine_igbinary; do
		# The name that PIE looks for, in lower case.
		name=php_$extension-${version}_php$php-$(uname -m)-linux-glibc-nts.zip
		same "what is in ${name,,}" "LICENSE $extension.so" "$(unzip -Z1 "/dist/${name,,}" | sort | paste -sd ' ')"
		run unzip -q "/dist/${name,,}" "$extension.so" -d "$extensions"
		echo "extension=$extension" >"/etc/php/$php/mods-available/$extension.ini"
	done
	echo igbinary.format=brine >>"/etc/php/$php/mods-available/brine_igbinary.ini"
	run phpenmod brine
	answers 'the binary' brine.php "brine $version works"
	run phpenmod brine_igbinary
	answers "the binary in igbinary's place" igbinary.php "brine_igbinary $version writes brine"
	run phpdismod brine brine_igbinary
	answers 'removed' brine.php 'no brine'
	rm "/etc/php/$php/mods-available/"brine*.ini "$extensions/brine.so" "$extensions/brine_igbinary.so"
	nothing_left
}

# With the PHP in /threads.
check_threads() {
	local extension name arguments=()
	apt_install unzip
	before
	same 'PHP is thread-safe' 1 "$(/threads/bin/php -n -r 'echo PHP_ZTS;')"
	for extension in brine brine_igbinary; do
		name=php_$extension-${version}_php$php-$(uname -m)-linux-glibc-zts.zip
		same "what is in ${name,,}" "LICENSE $extension.so" "$(unzip -Z1 "/dist/${name,,}" | sort | paste -sd ' ')"
		run unzip -q "/dist/${name,,}" "$extension.so" -d /try
		arguments+=(-d extension="/try/$extension.so")
	done
	same 'the thread-safe binary' "brine $version works" "$(/threads/bin/php -n "${arguments[@]:0:2}" /check/brine.php 2>&1)"
	same "the thread-safe binary in igbinary's place" "brine_igbinary $version writes brine" \
		"$(/threads/bin/php -n "${arguments[@]}" -d igbinary.format=brine /check/igbinary.php 2>&1)"
	same 'without it' 'no brine' "$(/threads/bin/php -n /check/brine.php 2>&1)"
	rm -r /try
	nothing_left
}

debs() { # NAME
	echo "/dist/php$php-${1}_${version//-/\~}-1_$(dpkg --print-architecture).deb"
}

check_deb() {
	before
	apt_install "$(debs brine)"
	answers 'the package' brine.php "brine $version works"
	same 'its state' "ii  php$php-brine" "$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}' "php$php-brine")"
	same 'its files' '' "$(dpkg --verify "php$php-brine")"
	same 'links to its settings' "cli fpm" "$(cd "/etc/php/$php" && echo */conf.d/20-brine.ini | sed 's,/conf.d/20-brine.ini,,g')"
	run apt-get -q -y install --reinstall "$(debs brine)"
	answers 'installed again' brine.php "brine $version works"
	run apt-get -q -y remove "php$php-brine"
	answers 'removed' brine.php 'no brine'
	run apt-get -q -y purge "php$php-brine"
	nothing_left
}

check_igbinary-deb() {
	apt_install "php$php-igbinary" "php$php-redis"
	before
	answers 'before' igbinary.php 'igbinary writes igbinary'
	apt_install "$(debs brine)" "$(debs brine-igbinary)"
	answers "in igbinary's place" igbinary.php "brine_igbinary $version writes igbinary"
	same "igbinary's package, and that of a client" "deinstall, install" \
		"$(dpkg-query -W -f '${db:Status-Want}' "php$php-igbinary" 2>/dev/null), $(dpkg-query -W -f '${db:Status-Want}' "php$php-redis")"
	same 'the client' 'redis' "$(php -m | grep -x redis)"
	sed -i 's/^;igbinary.format = igbinary/igbinary.format = brine/' "/etc/php/$php/mods-available/brine_igbinary.ini"
	answers 'with the setting' igbinary.php "brine_igbinary $version writes brine"
	apt_install "php$php-igbinary"
	answers 'the way back' igbinary.php 'igbinary writes igbinary'
	run apt-get -q -y purge "php$php-brine" "php$php-brine-igbinary"
	answers 'removed' brine.php 'no brine'
	nothing_left
}

# A package by a repository that is the directory of archives: an application with it, and no file of it after its removal. "provide" names what
# Laravel needs and not every mirror of Packagist has; nothing here uses it.
composer_package() { # NAME SCRIPT EXPECTED [PACKAGE]
	local application=/try/${1#*/}
	mkdir -p "$application"
	cd "$application"
	printf '{"repositories": [{"type": "artifact", "url": "/dist"}], "minimum-stability": "RC", "prefer-stable": true%s}' \
		"${4:+, \"provide\": {\"fruitcake/php-cors\": \"1.99\", \"league/config\": \"1.99\", \"symfony/clock\": \"7.99\", \"symfony/polyfill-php85\": \"1.99\"\}}" >composer.json
	run composer require --no-interaction --no-progress "$1" ${4:+"$4"}
	chmod -R a+rX "$application"
	same "$1 is of this version" "$version" "$(composer show --format=json "$1" | php -r 'echo json_decode(stream_get_contents(STDIN), true)["versions"][0];')"
	same "$1: command line" "$3" "$(php "/check/$2.php" "$application" 2>&1)"
	same "$1: php-fpm" "$3" "$(page "/check/$2.php" "$application")"
	run composer remove --no-interaction --no-progress "$1"
	same "$1: what is left of it" '' "$(ls -d vendor/brine/* vendor/bin/brine 2>/dev/null || true)"
}

check_composer() {
	apt_install composer unzip php-curl php-mbstring php-xml php-zip
	restart_fpm
	composer_package brine/brine library 'the library works'
	composer_package brine/msgpack msgpack 'MessagePack works'
	composer_package brine/cli cli "brine $version"
	composer_package brine/symfony-bundle symfony 'the bundle works'
	composer_package brine/laravel laravel "Laravel's codec works" laravel/framework:^12.0
	composer_package brine/drupal drupal "the module's codec works"
	composer_package brine/wordpress wordpress 'the package for WordPress works'
}

check_wordpress() {
	apt_install unzip redis-server php-redis
	run redis-server --daemonize yes --save '' --port 0 --unixsocket /run/redis.sock --unixsocketperm 777
	mkdir -p /try/wp-content/plugins
	before
	run unzip -q "/dist/brine-wordpress-plugin-$version.zip" -d /try/wp-content/plugins
	same 'version of the plugin' "$version" "$(sed -n 's/^ \* Version: //p' /try/wp-content/plugins/brine/brine.php)"
	cp /try/wp-content/plugins/brine/object-cache.php /try/wp-content
	restart_fpm
	same 'the first request' 'a miss, written' "$(page /check/object_cache.php)"
	same 'the second request' '{"title":"Sales","rows":[1,2.5,null]}' "$(page /check/object_cache.php)"
	rm -r /try/wp-content/plugins/brine
	restart_fpm
	same 'the drop-in without the plugin' 'no object cache' "$(page /check/object_cache.php)"
	rm /try/wp-content/object-cache.php
	nothing_left
}

check_phar() {
	before
	cp /dist/brine.phar /usr/local/bin/brine
	chmod +x /usr/local/bin/brine
	same 'its version' "brine $version" "$(brine --version)"
	printf '\301\020\005' >/tmp/entry
	same 'it inspects an entry' '1' "$(brine inspect /tmp/entry | grep -c ' 5 SMALL_INT')"
	rm /usr/local/bin/brine
	nothing_left
}

"check_$1"
echo done
