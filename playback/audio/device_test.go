package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/tests/full"
)

// A process can open one device. Each test of a real device therefore runs a child process with an
// ALSA configuration that has only what the test needs.
const (
	childVariable  = "FFKVADRAT_AUDIO_CHILD"
	pipeVariable   = "FFKVADRAT_AUDIO_PIPE"
	lengthVariable = "FFKVADRAT_AUDIO_LENGTH"
)

func TestMain(m *testing.M) {
	child, isChild := map[string]func() error{
		"paced":   childPaced,
		"none":    childNone,
		"unpaced": childUnpaced,
		"stuck":   childStuck,
		"left":    childLeft,
	}[os.Getenv(childVariable)]
	if !isChild {
		os.Exit(m.Run())
	}
	if err := child(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// runChild runs a child with an ALSA configuration. If the child fails, the test fails.
func runChild(t *testing.T, child, config string, env ...string) {
	t.Helper()
	if err := tryChild(t, child, config, env...); err != nil {
		t.Error(err)
	}
}

// tryChild runs a child with an ALSA configuration and logs its output. Standard error must be
// empty.
func tryChild(t *testing.T, child, config string, env ...string) error {
	t.Helper()
	name := filepath.Join(t.TempDir(), "asoundrc")
	if err := os.WriteFile(name, []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), append(env, "ALSA_CONFIG_PATH="+name, childVariable+"="+child)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	t.Logf("%s", stdout.Bytes())
	if err != nil || stderr.Len() > 0 {
		return fmt.Errorf("%s: %v; on standard error: %s", child, err, stderr.Bytes())
	}
	return nil
}

func TestNoDevice(t *testing.T) { runChild(t, "none", "") }

func childNone() error {
	_, err := Open(48000)
	if !errors.Is(err, ErrNoDevice) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "does not answer") {
		return fmt.Errorf("Open: %v", err)
	}
	if _, err := Open(48000); !errors.Is(err, ErrOpened) {
		return fmt.Errorf("second Open: %v", err)
	}
	return nil
}

// TestUnpacedDevice uses ALSA's null device, which takes samples at any speed and is therefore
// refused.
func TestUnpacedDevice(t *testing.T) { runChild(t, "unpaced", unpaced) }

const unpaced = "pcm.default { type null }"

func childUnpaced() error {
	_, err := Open(48000)
	if !errors.Is(err, ErrNoDevice) || !errors.Is(err, errTooQuick) {
		return fmt.Errorf("Open: %v", err)
	}
	return nil
}

// TestUnpacedDeviceIsLeft: a refused device uses no CPU time afterwards. The test fails after three
// failed measurements.
func TestUnpacedDeviceIsLeft(t *testing.T) {
	full.Only(t, "it measures the processor's time over real time")
	full.ThreeTimes(t, func() error { return tryChild(t, "left", unpaced) })
}

func childLeft() error {
	if err := childUnpaced(); err != nil {
		return err
	}
	var before, after syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	rest(200 * time.Millisecond)
	syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	if busy := time.Duration(after.Utime.Nano() - before.Utime.Nano()); busy > 50*time.Millisecond {
		return fmt.Errorf("%v of 200ms busy after a failed Open", busy)
	}
	return nil
}

// rest waits in real time, for measurements.
func rest(d time.Duration) { <-time.NewTimer(d).C }

// TestStuckDevice opens a device that nobody reads from: Open gives up.
func TestStuckDevice(t *testing.T) {
	if err := tryChildWithPipe(t, "stuck"); err != nil {
		t.Error(err)
	}
}

// childStuck opens a device that nobody reads from.
func childStuck() error {
	pipe, err := openPipe()
	if err != nil {
		return err
	}
	defer pipe.Close()
	_, err = Open(48000)
	if !errors.Is(err, ErrNoDevice) || !errors.Is(err, errSilent) {
		return fmt.Errorf("Open: %v", err)
	}
	return nil
}

// tryChildWithPipe runs a child whose device writes into a named pipe.
func tryChildWithPipe(t *testing.T, child string, env ...string) error {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf(`pcm.default { type file slave.pcm { type null } file %q format "raw" }`, pipe)
	return tryChild(t, child, config, append(env, pipeVariable+"="+pipe)...)
}

// openPipe opens the reading end and sets the smallest capacity: one page, 512 frames.
func openPipe() (*os.File, error) {
	const setPipeSize = 1031 // F_SETPIPE_SZ
	// Open for writing, too, as opening would otherwise wait for a writer.
	pipe, err := os.OpenFile(os.Getenv(pipeVariable), os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, pipe.Fd(), setPipeSize, 4096); errno != 0 {
		return nil, errno
	}
	return pipe, nil
}

// speaker reads the pipe in real time, as a sound card does, and records when each frame is heard.
type speaker struct {
	mu       sync.Mutex
	begin    time.Time // when the first frame arrived
	frame    float64   // value of the frame heard now
	from, to time.Time // when the first and the last non-silent frame were heard
	err      error
}

func (s *speaker) play(pipe *os.File, rate int) {
	const piece = 48 // frames, 1 ms
	buf := make([]byte, piece*frameBytes)
	for n := 0; ; n++ {
		if n > 0 {
			due := s.begin.Add(time.Duration(n) * piece * time.Second / time.Duration(rate))
			rest(time.Until(due))
		}
		for got := 0; got < len(buf); {
			m, err := pipe.Read(buf[got:])
			if err != nil {
				s.mu.Lock()
				s.err = err
				s.mu.Unlock()
				return
			}
			got += m
		}
		now := time.Now()
		s.mu.Lock()
		if n == 0 {
			s.begin = now
		}
		s.frame = float64(math.Float32frombits(binary.LittleEndian.Uint32(buf)))
		if s.frame != 0 {
			if s.from.IsZero() {
				s.from = now
			}
			s.to = now
		}
		s.mu.Unlock()
	}
}

// TestPacedDevice plays sound on a device that takes it in real time: the position never goes back,
// and stops at the end of the sound. Without -short, the sound is 2.5 s long, and positions are
// compared with what is heard. The error is below 3 ms on an idle machine. Tolerances are wider, as
// the speaker is a goroutine and LatencyEstimate may be too short by a period. A busy machine that
// stalls the speaker looks like a wrong clock, so the test fails only after three failed attempts.
func TestPacedDevice(t *testing.T) {
	length := 100 * time.Millisecond
	if !testing.Short() {
		length = measured
	}
	full.ThreeTimes(t, func() error { return tryChildWithPipe(t, "paced", lengthVariable+"="+length.String()) })
}

// measured is the length of the sound for that comparison.
const measured = 2500 * time.Millisecond

func childPaced() error {
	const rate = 48000
	length, err := time.ParseDuration(os.Getenv(lengthVariable))
	if err != nil {
		return err
	}
	pipe, err := openPipe()
	if err != nil {
		return err
	}
	sp := &speaker{}
	go sp.play(pipe, rate)
	start := time.Now()
	device, err := Open(rate)
	if err != nil {
		return err
	}
	fmt.Printf("open in %v, latency %v, period %d\n", time.Since(start), device.LatencyEstimate(), len(device.feed.scratch)/channels)
	stream := device.NewStream(&ramp{end: int(length * rate / time.Second)})
	clock := NewClock(stream, nil)
	stream.Play()
	clock.Start()
	start = time.Now()

	var deviations []time.Duration
	var last time.Duration
	for !stream.Ended() {
		rest(2 * time.Millisecond)
		sp.mu.Lock()
		frame := sp.frame
		pos := stream.Position()
		sp.mu.Unlock()
		if pos < last {
			return fmt.Errorf("position goes back from %v to %v", last, pos)
		}
		last = pos
		if frame > 0 {
			truth := time.Duration((frame - 1) / rate * float64(time.Second))
			deviations = append(deviations, pos-truth)
		}
	}
	took := time.Since(start)
	if last != length {
		return fmt.Errorf("position %v at the end, want %v", last, length)
	}
	if length < measured {
		return nil
	}
	rest(100 * time.Millisecond)
	sp.mu.Lock()
	sounded := sp.to.Sub(sp.from)
	if sp.err != nil {
		return sp.err
	}
	sp.mu.Unlock()
	slices.Sort(deviations)
	at := func(part float64) time.Duration { return deviations[int(part*float64(len(deviations)-1))] }
	fmt.Printf("sounded %v, ended after %v, deviation min %v, 5%% %v, median %v, 95%% %v, max %v of %d\n",
		sounded, took, at(0), at(0.05), at(0.5), at(0.95), at(1), len(deviations))
	switch {
	case (sounded - length).Abs() > 100*time.Millisecond:
		return fmt.Errorf("%v of sound sounded for %v", length, sounded)
	case took < length || took > length+400*time.Millisecond:
		return fmt.Errorf("%v of sound ended after %v", length, took)
	case at(0.5).Abs() > 21*time.Millisecond:
		return fmt.Errorf("position deviates by %v in the median", at(0.5))
	case max(at(0.95), -at(0.05)) > 40*time.Millisecond:
		return fmt.Errorf("position deviates from %v to %v", at(0.05), at(0.95))
	}
	return nil
}
