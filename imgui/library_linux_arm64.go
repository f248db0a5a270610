package imgui

// cimgui-go has no library for linux/arm64; scripts/cimgui compiles it.

// #cgo LDFLAGS: ${SRCDIR}/../build/cimgui_linux_arm64.o
import "C"
