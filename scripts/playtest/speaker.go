package playtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/player"
	"ffkvadrat/tests/wait"
)

// Speaker is a sound device with real-time pace: an ALSA configuration whose device writes to a
// pipe, which the test reads at 48000 frames of 8 bytes per second.
type Speaker struct {
	Config string       // the value of ALSA_CONFIG_PATH
	heard  atomic.Int64 // when it last played sound, in Unix nanoseconds
}

// silent returns the duration of silence so far.
func (s *Speaker) silent() time.Duration { return time.Since(time.Unix(0, s.heard.Load())) }

// NewSpeaker returns a sound device, which ends with the test.
func NewSpeaker(t *testing.T) *Speaker {
	t.Helper()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &Speaker{Config: filepath.Join(dir, "asoundrc")}
	text := fmt.Sprintf(`pcm.default { type file slave.pcm { type null } file %q format "raw" }`, pipe)
	if err := os.WriteFile(s.Config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// Open for writing, too, as opening would otherwise wait for a writer.
	f, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	const setPipeSize = 1031 // F_SETPIPE_SZ: a page, 512 frames
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), setPipeSize, 4096); errno != 0 {
		t.Fatal(errno)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		const frameBytes, rate = 8, 48000
		buf := make([]byte, 256*frameBytes)
		pace := time.NewTicker(time.Second * 256 / rate) // a missed tick is an underrun
		defer pace.Stop()
		for {
			n, err := f.Read(buf)
			if err != nil || string(buf[:min(n, 3)]) == "end" {
				return
			}
			if slices.ContainsFunc(buf[:n], func(b byte) bool { return b != 0 }) {
				s.heard.Store(time.Now().UnixNano())
			}
			<-pace.C
		}
	}()
	t.Cleanup(func() {
		f.WriteString("end")
		<-done
		f.Close()
	})
	return s
}

// Hears waits until there is sound, or silence: buffered sound is still played, and on a busy
// machine the device may underrun.
func (s *Player) Hears(speaker *Speaker, sound bool, when string) {
	s.T.Helper()
	wait.For(s.T, fmt.Sprintf("%s, sound: %v", when, sound), func() bool {
		s.drain(func(player.Line) bool { return false })
		return sound == (speaker.silent() < 200*time.Millisecond)
	})
}
