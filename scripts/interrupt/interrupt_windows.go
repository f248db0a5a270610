package main

import (
	"os"
	"os/signal"

	"golang.org/x/sys/windows"
)

// prepare takes a new console until end is called, and the event that interrupt sends to everything in it.
func prepare() (end func(), err error) {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	kernel := windows.NewLazySystemDLL("kernel32.dll")
	free := kernel.NewProc("FreeConsole")
	free.Call() // fails without one
	if made, _, err := kernel.NewProc("AllocConsole").Call(); made == 0 {
		return nil, err
	}
	return func() { free.Call() }, nil // its own process has this folder open
}

func interrupt(*os.Process) error { return windows.GenerateConsoleCtrlEvent(windows.CTRL_C_EVENT, 0) }
