package processes

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/wait"
)

// frameLines returns an export's lines after its header.
func frameLines(data []byte) []byte {
	_, lines, _ := bytes.Cut(data, []byte("\n"))
	return lines
}

// TestLiveExports: a live source's frames equal those of its file, byte for byte, for each engine
// and selection.
func TestLiveExports(t *testing.T) {
	t.Parallel() // mostly waiting
	dir := t.TempDir()
	h264 := clips.Make(t, "a.h264", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-c:v", "libx264", "-bf", "0", "-g", "10", "-x264-params", "aud=1:repeat-headers=1")
	stream, err := os.ReadFile(h264)
	if err != nil {
		t.Fatal(err)
	}
	clip := livetest.Clip(t)
	ts := filepath.Join(dir, "a.ts")
	if err := os.WriteFile(ts, clip, 0o600); err != nil {
		t.Fatal(err)
	}
	tcp, rtsp := livetest.TCP(t, clip, 1316, 0, false).URL, livetest.RTSP(t, stream, 0, false).URL
	stamp := regexp.MustCompile(`"pts[a-z_]*":[^,]*,`) // a raw H.264 file has none
	pts := func(data []byte) []byte { return stamp.ReplaceAll(data, nil) }
	frames := func(args ...string) []byte {
		t.Helper()
		return frameLines(clitest.Export(t, append(args, "--allow-network")...))
	}
	engines := []string{"cpu", "gpu"}
	for _, part := range [][]string{nil, {"--frames", "7"}, {"--every", "3"}, {"--to", "0.5"}, {"--from", "#5", "--frames", "3"}, {"--operator", "motion"}, {"--cube", "8"}} {
		want := frames(append(part, "--engine", "cpu", ts)...)
		for _, engine := range engines {
			if got := frames(append(part, "--engine", engine, tcp)...); !bytes.Equal(got, want) || len(got) == 0 {
				t.Errorf("%v on the %s: %d bytes from the server, %d of the file, or others", part, engine, len(got), len(want))
			}
		}
	}
	want := pts(frames("--engine", "cpu", h264))
	for _, engine := range engines {
		if got := pts(frames("--engine", engine, rtsp)); !bytes.Equal(got, want) || bytes.Count(got, []byte("\n")) != 50 {
			t.Errorf("on the %s: %d bytes from the camera, %d of the file, or others", engine, len(got), len(want))
		}
	}
}

// TestLiveFlush reads an export while its source continues: each frame's line is written before the
// next frame is due. A signal then ends the source, and the export is complete.
func TestLiveFlush(t *testing.T) {
	for _, format := range []string{"ndjson", "csv"} {
		source := livetest.TCP(t, livetest.Clip(t), 1316, 0, true)
		p := clitest.Program(t, "export", "--engine", "cpu", "--allow-network", "--format", format, "-o", "-", source.URL)
		p.Stdout = nil
		out, err := p.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(out)
		var text strings.Builder
		for n := 0; n < 1+70 && err == nil; n++ { // the decoder buffers some
			var line string
			line, err = in.ReadString('\n')
			text.WriteString(line)
			if format == "csv" && n > 2 { // which has a line for each quad
				break
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		if _, err := in.WriteTo(&text); err != nil {
			t.Fatal(err)
		}
		if err := p.Wait(); err != nil {
			t.Errorf("%s: %v: %s", format, err, p.Err.String())
		}
		if format == "ndjson" {
			doc, err := quadfile.Read(strings.NewReader(text.String()))
			if err != nil || len(doc.Frames) < 70 || len(doc.Frames) > 74 {
				t.Errorf("%d frames of 74, %v", len(doc.Frames), err)
			}
		}
	}
}

// readUntil reads from a terminal up to a text or the end.
func readUntil(master *os.File, text *regexp.Regexp) string {
	var said []byte
	for b := make([]byte, 4096); text == nil || !text.Match(said); {
		n, err := master.Read(b)
		said = append(said, b[:n]...)
		if err != nil { // EIO when the last writer has closed it
			break
		}
	}
	return string(said)
}

// TestLiveSignals: a signal ends a live source, and the output, in all formats of exports and as a
// video, has what came before. Before the first frame nothing is left, and a silent server does not
// delay the end.
func TestLiveSignals(t *testing.T) {
	t.Parallel() // mostly waiting
	clip := livetest.Clip(t)
	for _, c := range []struct {
		command, name string
		signal        syscall.Signal
	}{
		{"export", "a.ndjson", syscall.SIGINT},
		{"export", "a.json", syscall.SIGTERM},
		{"export", "a.ffq", syscall.SIGHUP},
		{"export", "a.csv.gz", syscall.SIGINT},
		{"export", "a.ndjson.zst", syscall.SIGINT},
		{"render", "a.mkv", syscall.SIGINT},
		{"measure", "a.csv", syscall.SIGTERM},
	} {
		t.Run(c.command+" "+c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), c.name)
			args := []string{c.command, "--allow-network", "-o", out, livetest.TCP(t, clip, 0, 0, true).URL}
			if c.command != "measure" {
				args = append(args, "--engine", "cpu")
			}
			p := clitest.Program(t, args...)
			master, tty := clitest.Terminal(t) // where the program shows its progress
			p.Stderr = tty
			err := p.Start()
			tty.Close()
			if err != nil {
				t.Fatal(err)
			}
			counted := regexp.MustCompile(` (\d\d) frames,`)
			said := counted.FindStringSubmatch(readUntil(master, counted))
			if said == nil {
				t.Fatal("no frames on the terminal")
			}
			for range 2 { // as timeout does
				if err := p.Process.Signal(c.signal); err != nil {
					t.Fatal(err)
				}
			}
			end := readUntil(master, nil)
			err = p.Wait()
			total := regexp.MustCompile(`: (\d\d frames)`).FindStringSubmatch(end)
			if err != nil || total == nil || total[1] < said[1] {
				t.Fatalf("%v: %q after %q", err, end, said)
			}
			switch {
			case c.command == "render":
				if got := bytes.Count(frameLines(clitest.Export(t, "--engine", "cpu", out)), []byte("\n")); fmt.Sprint(got, " frames") != total[1] {
					t.Errorf("%d frames, not %s", got, total[1])
				}
			case c.command == "export" && !strings.Contains(c.name, "csv"):
				if status, stdout, stderr := clitest.Call(t, "verify", out); status != clitest.Done || !strings.Contains(stdout, total[1]) {
					t.Errorf("verify: %d, %q, %q, want %s", status, stdout, stderr, total[1])
				}
			}
		})
	}
	for _, scheme := range []string{"tcp", "rtsp"} {
		out := filepath.Join(t.TempDir(), "a.ndjson")
		source := livetest.Silent(t, scheme)
		p := clitest.Program(t, "export", "--engine", "cpu", "--allow-network", "-o", out, source.URL)
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		wait.For(t, "a client", func() bool { return source.Clients() > 0 })
		if err := p.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		p.Wait()
		if p.ProcessState.ExitCode() != clitest.Interrupted || p.Err.String() != "ffkvadrat: interrupted\n" {
			t.Errorf("%s: status %d, %s", scheme, p.ProcessState.ExitCode(), p.Err.String())
		}
		if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}

// arrived reports whether everything that a local server has sent was read: the kernel buffers none
// of it.
func arrived(t *testing.T, url string) bool {
	t.Helper()
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		t.Error(err)
		return true
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(url, "tcp://"), ":")
	number, err := strconv.Atoi(port)
	if err != nil {
		t.Error(err)
		return true
	}
	address := fmt.Sprintf(":%04X", number)
	for line := range strings.Lines(string(table)) {
		fields := strings.Fields(line) // sl local_address rem_address st tx_queue:rx_queue
		if (strings.HasSuffix(fields[1], address) || strings.HasSuffix(fields[2], address)) && fields[4] != "00000000:00000000" {
			return false
		}
	}
	return true
}

// TestLiveBreaks: a server that closes the connection leaves an export of what came, and status 3.
func TestLiveBreaks(t *testing.T) {
	clip := livetest.Clip(t)
	source := livetest.TCP(t, clip, 0, 0, true)
	broken := make(chan struct{})
	go func() {
		defer close(broken)
		wait.For(t, "the end of the clip", func() bool { return source.Sent() >= int64(len(clip)) && arrived(t, source.URL) })
		source.Break()
	}()
	out := filepath.Join(t.TempDir(), "a.ndjson")
	status, _, stderr := clitest.Call(t, "export", "--engine", "cpu", "--allow-network", "-o", out, source.URL)
	<-broken
	if status != clitest.Partly || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "the server closed the connection; 75 frames in") {
		t.Errorf("%d, %q", status, stderr)
	}
	if status, stdout, _ := clitest.Call(t, "verify", out); status != clitest.Done {
		t.Errorf("verify: %q", stdout)
	}
}
