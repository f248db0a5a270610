// Package xvfb starts X servers without a screen for tests.
package xvfb

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// Server is a running X server.
type Server struct {
	Name string // of its display, such as :99
	cmd  *exec.Cmd
	end  sync.Once
}

// Start starts a server. The caller ends it.
func Start(args ...string) (*Server, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s := &Server{cmd: exec.Command("Xvfb", append([]string{"-displayfd", "3", "-nolisten", "tcp"}, args...)...)}
	s.cmd.ExtraFiles = []*os.File{w}
	err = s.cmd.Start()
	w.Close()
	if err != nil {
		return nil, err
	}
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		s.End()
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	s.Name = ":" + strings.TrimSpace(number)
	return s, nil
}

// For starts a server for a test; it ends with the test.
func For(t testing.TB, args ...string) *Server {
	t.Helper()
	s, err := Start(args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.End)
	return s
}

// End ends the server, like an unplugged cable. Any goroutine may call it.
func (s *Server) End() {
	s.end.Do(func() {
		s.cmd.Process.Kill()
		s.cmd.Wait()
	})
}

// Signal sends a signal to the server.
func (s *Server) Signal(signal os.Signal) error { return s.cmd.Process.Signal(signal) }
