package main

import (
	"debug/elf"
	"slices"
)

// architecture is a processor that there is an archive for Linux for.
type architecture struct {
	name      string // as Go and Debian call it
	Processor string // as people call it
	triplet   string // Debian's folder of libraries
	cross     string // prefix of the names of GCC and binutils; empty for this machine's own
	machine   elf.Machine
	loader    string   // of programs
	configure []string // further flags of FFmpeg's configure
	emulator  string   // what runs its programs on amd64; empty for amd64
	Tried     string   // a sentence in its README
}

var architectures = []architecture{
	{
		name: "amd64", Processor: "amd64 (x86-64)", triplet: "x86_64-linux-gnu", machine: elf.EM_X86_64, loader: "ld-linux-x86-64.so.2",
		Tried: "It was tried on Debian 12, 13 and testing.",
	},
	{
		name: "arm64", Processor: "arm64 (aarch64)", triplet: "aarch64-linux-gnu", cross: "aarch64-linux-gnu-", machine: elf.EM_AARCH64, loader: "ld-linux-aarch64.so.1",
		configure: []string{"--enable-cross-compile", "--target-os=linux", "--arch=aarch64", "--cross-prefix=aarch64-linux-gnu-", "--pkg-config=pkg-config"},
		emulator:  "qemu-aarch64-static",
		Tried:     "It was tried on Debian 12 under emulation, but for the player.",
	},
}

// find returns the architecture with Go's name, or nil.
func find(name string) *architecture {
	for i := range architectures {
		if architectures[i].name == name {
			return &architectures[i]
		}
	}
	return nil
}

// env are the variables with which Go and pkg-config build for another architecture, with the stubs in a folder.
func (a *architecture) env(stubs string) []string {
	if a.cross == "" {
		return nil
	}
	return []string{
		"GOOS=linux", "GOARCH=" + a.name, "CGO_ENABLED=1", "CC=" + a.cross + "gcc", "CXX=" + a.cross + "g++",
		"PKG_CONFIG_LIBDIR=/usr/lib/" + a.triplet + "/pkgconfig:/usr/lib/pkgconfig:/usr/share/pkgconfig",
		"PKG_CONFIG_SYSTEM_LIBRARY_PATH=/usr/lib/" + a.triplet, // needs no -L
		// Go keeps what pkg-config once said, such as an -L with Debian's libraries: that of the stubs goes first.
		"CGO_LDFLAGS=-O2 -g -L" + stubs,
	}
}

// stubs is the name of the folder of the stubs.
func (a *architecture) stubs() string { return "stubs-" + a.name }

// fromSystem reports whether every system has a library.
func (a *architecture) fromSystem(library string) bool {
	return library == a.loader || slices.Contains(fromSystem, library)
}
