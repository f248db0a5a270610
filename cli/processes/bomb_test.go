package processes

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/wait"
)

// bombFrames is the number of frames that TestBomb exports. FFKVADRAT_BOMB=20000 exports all, which
// takes about ten minutes.
const bombFrames = 400

// TestBomb exports a small file of very many large frames, 4K or with -short 720p. Memory must not
// grow with their number, and Ctrl-C must end the work.
func TestBomb(t *testing.T) {
	t.Parallel() // mostly waiting
	size := "3840x2160"
	if testing.Short() {
		size = "1280x720"
	}
	clip := clitest.Looped(t, "199", "color=gray:size="+size+":rate=25:duration=4", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "100")
	info, err := os.Stat(clip)
	if err != nil {
		t.Fatal(err)
	}
	n := bombFrames
	if s := os.Getenv("FFKVADRAT_BOMB"); s != "" {
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	memory := func(frames int) int64 {
		p := clitest.Program(t, "export", "--engine", "cpu", "--frames", strconv.Itoa(frames), "-o", filepath.Join(t.TempDir(), "q.ndjson"), clip)
		if err := p.Run(); err != nil {
			t.Fatalf("%v: %s", err, p.Err.String())
		}
		return p.Memory(t)
	}
	few, many := memory(100), memory(n)
	t.Logf("%d kB hold 20000 frames; 100 of them took %d MiB, %d took %d MiB", info.Size()>>10, few>>20, n, many>>20)
	if info.Size() > 6<<20 || 2*many > 3*few {
		t.Error("memory grows with the number of frames, or the file is no bomb")
	}

	dir := t.TempDir()
	p := clitest.Program(t, "export", "--engine", "cpu", "-o", filepath.Join(dir, "q.ndjson"), clip)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the first frames", func() bool { return clitest.Written(dir) > 0 })
	p.Process.Signal(os.Interrupt)
	if code := p.End(t); code != clitest.Interrupted {
		t.Errorf("status %d (%v)", code, p.ProcessState)
	}
}
