package queue

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/wait"
)

// serversVariable lists nats-server programs, separated by spaces, that replace the one that
// scripts/natsserver has fetched, or that is in PATH.
const serversVariable = "FFKVADRAT_NATS_SERVERS"

// debianServers returns the programs to test with; with FFKVADRAT_CI there must be one.
func debianServers(t *testing.T) []string {
	t.Helper()
	found := strings.Fields(os.Getenv(serversVariable))
	for _, name := range []string{"../../build/natsserver/nats-server", "nats-server"} {
		if path, err := exec.LookPath(name); len(found) == 0 && err == nil {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		if os.Getenv("FFKVADRAT_CI") != "" {
			t.Fatal("no nats-server: see scripts/natsserver")
		}
		t.Skip("no nats-server")
	}
	return found
}

// startProgram starts a program nats-server, and returns its address.
func startProgram(t *testing.T, program string, args ...string) string {
	t.Helper()
	ports := t.TempDir()
	server := exec.CommandContext(t.Context(), program, append([]string{"--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir", t.TempDir(), "--ports_file_dir", ports}, args...)...)
	said, err := server.StderrPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var reading sync.WaitGroup
	address := make(chan string, 1)
	reading.Go(func() {
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if _, at, ok := strings.Cut(lines.Text(), "Listening for client connections on "); ok {
				address <- at
			}
		}
		close(address)
	})
	t.Cleanup(func() {
		server.Process.Kill()
		reading.Wait()
		server.Wait()
	})
	at := <-address
	if at == "" {
		t.Fatalf("%s does not start", program)
	}
	return "nats://" + at
}

// The servers of Debian, which are older than the library in go.mod, hand out each video once.
// Their refusals, losses and renewals are handled.
func TestServersOfDebian(t *testing.T) {
	dir := videos(t, 10)
	want := alone(t, dir)
	for _, program := range debianServers(t) {
		version, err := exec.Command(program, "--version").Output()
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSpace(string(version)), func(t *testing.T) {
			address := startProgram(t, program, "--auth", "secret")
			address = strings.Replace(address, "nats://", "nats://secret@", 1)
			folder := filepath.Join(t.TempDir(), "out")
			for i, results := range runAll(t, mustOptions(t, dir, folder, address), mustOptions(t, dir, folder, address)) {
				if n := count(results); n[batch.Done]+n[batch.Elsewhere]+n[batch.Kept] != 10 {
					t.Errorf("process %d: outcomes %v", i, n)
				}
			}
			wantWhole(t, folder, want)

			one, two := open(t, address, "job", quick), open(t, address, "job", quick)
			defer one.Close(false)
			defer two.Close(true)
			for range 2 { // the second time they are held
				if err := one.Offer(t.Context(), []string{"a", "b"}); err != nil {
					t.Fatal(err)
				}
			}
			video, end := take(t, one)
			wait.For(t, "the other process at work", func() bool { return says(two, video) })
			end(true)
			other, endOther := take(t, two)
			again, endAgain := take(t, two)
			if video != "a" || other+again != "ba" && other+again != "ab" {
				t.Errorf("%q, %q, %q", video, other, again)
			}
			endOther(false)
			endAgain(false)
			wantNone(t, one)
			if err := two.Renew(t.Context()); err != nil {
				t.Fatal(err)
			}
			wantNone(t, two)
			if err := one.Offer(t.Context(), []string{strings.Repeat("x", mostMessage+1)}); err == nil {
				t.Error("a message that is too long is taken")
			}
			for _, wrong := range []string{"nats://", "nats://wrong@"} {
				a, err := ParseAddress(strings.Replace(address, "nats://secret@", wrong, 1))
				if err != nil {
					t.Fatal(err)
				}
				q, err := Open(t.Context(), a, "job", quick)
				if err == nil {
					q.Close(false)
				}
				if err == nil || !contains(err.Error(), "refuses this password or token") {
					t.Errorf("%s: %v", wrong, err)
				}
			}
		})
	}
}
