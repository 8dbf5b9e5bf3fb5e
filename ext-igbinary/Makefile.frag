# The header is installed under igbinary's name, where phpize does not look for it among this extension's files.
install-headers: install-igbinary-header

install-igbinary-header:
	@$(mkinstalldirs) $(INSTALL_ROOT)$(phpincludedir)/ext/igbinary
	@echo "Installing header files:          $(INSTALL_ROOT)$(phpincludedir)/ext/igbinary/"
	@$(INSTALL_DATA) $(top_srcdir)/igbinary.h $(INSTALL_ROOT)$(phpincludedir)/ext/igbinary/igbinary.h

.PHONY: install-igbinary-header
