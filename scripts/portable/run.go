package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// command prepares a command in a folder, with further variables in its environment.
func command(folder string, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	return cmd
}

// quietly runs a command. Its error shows how the command's output ends.
func quietly(folder string, env []string, name string, args ...string) error {
	out, err := command(folder, env, name, args...).CombinedOutput()
	if err != nil {
		lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
		return fmt.Errorf("%s: %w\n%s", name, err, bytes.Join(lines[max(0, len(lines)-20):], []byte("\n")))
	}
	return nil
}

// output runs a command and returns its standard output without the end of the line.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}
