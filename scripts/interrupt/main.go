// Command interrupt runs a program that writes a file into this folder, interrupts it in the middle as Ctrl-C does, and
// prints its status and the files that are in the folder afterwards.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() {
	status, left, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "interrupt:", err)
		os.Exit(1)
	}
	fmt.Println("status", status)
	for _, name := range left {
		fmt.Println(name)
	}
}

// run returns the program's status, and the names in this folder.
func run(args []string) (status int, left []string, err error) {
	if len(args) == 0 {
		return 0, nil, errors.New("usage: interrupt PROGRAM [ARGUMENT ...]")
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	end, err := prepare()
	if err != nil {
		return 0, nil, fmt.Errorf("prepare: %w", err)
	}
	defer end()
	if err := cmd.Start(); err != nil {
		return 0, nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		writes, err := writing()
		if err != nil {
			return 0, nil, err
		}
		if writes {
			break
		}
		select {
		case err := <-ended:
			return 0, nil, fmt.Errorf("it ended before it wrote anything: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	if err := interrupt(cmd.Process); err != nil {
		return 0, nil, fmt.Errorf("interrupt: %w", err)
	}
	<-ended
	entries, err := os.ReadDir(".")
	for _, e := range entries {
		left = append(left, e.Name())
	}
	return cmd.ProcessState.ExitCode(), left, err
}

// writing reports whether there is a temporary file here that has bytes.
func writing() (bool, error) {
	entries, err := os.ReadDir(".")
	for _, e := range entries {
		if info, err := os.Stat(e.Name()); err == nil && info.Size() > 0 && strings.Contains(e.Name(), ".tmp-") {
			return true, nil
		}
	}
	return false, err
}
