package imgui

// cimgui-go has no library for this system; scripts/cimgui compiles its sources.

// #cgo LDFLAGS: ${SRCDIR}/../../build/cimgui_linux_arm64.o
import "C"
