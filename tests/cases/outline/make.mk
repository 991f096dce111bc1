# Builds the tool and its manual.
include config.mk
-include local.mk

CC := gcc
CFLAGS += -O2 \
	-Wall
export PREFIX = /usr/local
override LDFLAGS += -static
VERSION != git describe

ifeq ($(DEBUG),1)
MODE = debug
else
MODE = release
endif

define install_file
	install -m 644 $(1) $(PREFIX)/$(2)
endef

.PHONY: all clean

all: tool manual

tool: main.o parse.o
	$(CC) $(LDFLAGS) -o $@ $^

%.o: %.c
	$(CC) $(CFLAGS) -c $<

manual:
	@echo "not_a_target: here"
	groff -man tool.1 > tool.txt

clean: ; rm -f tool *.o
