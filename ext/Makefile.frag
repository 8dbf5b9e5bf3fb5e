# The end of "make install": that nothing is enabled yet, and how that is done with this PHP.
install: brine-how-to-enable

brine-how-to-enable:
	@echo
	@if test -n "`$(PHP_EXECUTABLE) -r 'echo extension_loaded("brine");' 2>/dev/null`"; then \
		echo "Brine is enabled already. What runs, such as PHP-FPM, has the new version after a restart."; \
	else \
		dir=`$(PHP_EXECUTABLE) -n -r 'echo PHP_CONFIG_FILE_SCAN_DIR;'`; \
		echo "Brine is installed and not enabled: no ini file was written. To enable it, as root:"; \
		if test -d "$$dir/../../mods-available"; then \
			ini=`cd "$$dir/../../mods-available" && pwd`/brine.ini; \
			test -e "$$ini" || echo "    echo extension=brine > $$ini"; \
			echo "    phpenmod brine"; \
		elif command -v docker-php-ext-enable >/dev/null; then \
			echo "    docker-php-ext-enable brine"; \
		elif test -n "$$dir"; then \
			echo "    echo extension=brine >> $$dir/brine.ini"; \
		else \
			echo "    put the line extension=brine into php.ini; \"php --ini\" shows where it is"; \
		fi; \
		echo "Then restart what runs, such as PHP-FPM."; \
	fi

.PHONY: brine-how-to-enable
