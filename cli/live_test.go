package cli

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

	"ffkvadrat/decode"
	"ffkvadrat/decode/livetest"
	"ffkvadrat/export"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/wait"
)

// frameLines are an export's lines after its header.
func frameLines(data []byte) []byte {
	_, lines, _ := bytes.Cut(data, []byte("\n"))
	return lines
}

// TestLiveExports: a live source's frames are those of its file, byte for byte, by each engine and
// in each part.
func TestLiveExports(t *testing.T) {
	t.Parallel() // it waits more than it works
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
	stamp := regexp.MustCompile(`"pts[a-z_]*":[^,]*,`) // which a file of H.264 does not have
	pts := func(data []byte) []byte { return stamp.ReplaceAll(data, nil) }
	frames := func(args ...string) []byte {
		t.Helper()
		return frameLines(exportFile(t, append(args, "--allow-network")...))
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

// TestLiveFlush reads an export while its source goes on: each frame's line comes before the
// next frame has to. A signal then ends the source, and the export is complete.
func TestLiveFlush(t *testing.T) {
	for _, format := range []string{"ndjson", "csv"} {
		source := livetest.TCP(t, livetest.Clip(t), 1316, 0, true)
		p := program(t, "export", "--engine", "cpu", "--allow-network", "--format", format, "-o", "-", source.URL)
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
		for n := 0; n < 1+70 && err == nil; n++ { // the decoder has some more
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
			t.Errorf("%s: %v: %s", format, err, p.stderr.String())
		}
		if format == "ndjson" {
			doc, err := export.Read(strings.NewReader(text.String()))
			if err != nil || len(doc.Frames) < 70 || len(doc.Frames) > 74 {
				t.Errorf("%d frames of 74, %v", len(doc.Frames), err)
			}
		}
	}
}

// readUntil reads from a terminal up to a text, or to its end.
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

// TestLiveSignals: a signal ends a live source, and what came before is in the file: of all
// formats of exports and a film. Before the first picture it leaves nothing, and a server that
// says nothing does not hold it up.
func TestLiveSignals(t *testing.T) {
	t.Parallel() // it waits more than it works
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
			p := program(t, args...)
			master, tty := terminal(t) // where the program counts its frames
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
				if got := bytes.Count(frameLines(exportFile(t, "--engine", "cpu", out)), []byte("\n")); fmt.Sprint(got, " frames") != total[1] {
					t.Errorf("%d frames, not %s", got, total[1])
				}
			case c.command == "export" && !strings.Contains(c.name, "csv"):
				if status, stdout, stderr := call(t, "verify", out); status != statusDone || !strings.Contains(stdout, total[1]) {
					t.Errorf("verify: %d, %q, %q, want %s", status, stdout, stderr, total[1])
				}
			}
		})
	}
	for _, scheme := range []string{"tcp", "rtsp"} {
		out := filepath.Join(t.TempDir(), "a.ndjson")
		source := livetest.Silent(t, scheme)
		p := program(t, "export", "--engine", "cpu", "--allow-network", "-o", out, source.URL)
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		wait.For(t, "a client", func() bool { return source.Clients() > 0 })
		if err := p.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		p.Wait()
		if p.ProcessState.ExitCode() != statusInterrupted || p.stderr.String() != "ffkvadrat: interrupted\n" {
			t.Errorf("%s: status %d, %s", scheme, p.ProcessState.ExitCode(), p.stderr.String())
		}
		if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}

// arrived reports whether what a server on this machine has sent is read: the kernel keeps none of it.
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

// TestLiveBreaks: a server that breaks off leaves an export of what came, and status 3.
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
	status, _, stderr := call(t, "export", "--engine", "cpu", "--allow-network", "-o", out, source.URL)
	<-broken
	if status != statusPartly || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "the server broke off; 75 frames in") {
		t.Errorf("%d, %q", status, stderr)
	}
	if status, stdout, _ := call(t, "verify", out); status != statusDone {
		t.Errorf("verify: %q", stdout)
	}
}

// TestLiveCommands: each command takes a live source, or says in one line why not.
func TestLiveCommands(t *testing.T) {
	dir := t.TempDir()
	clip := livetest.Clip(t)
	old := filepath.Join(dir, "old.ndjson")
	if err := os.WriteFile(old, exportFile(t, "--engine", "cpu", "../samples/tiny-420.mp4"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := map[string][]string{
		"export":     {"-o", "a.ndjson"},
		"render":     {"-o", "a.mkv"},
		"snapshot":   {"-o", "a.png"},
		"probe":      {},
		"histogram":  {"-o", "a.csv"},
		"measure":    {"-o", "b.csv"},
		"agreement":  {"-o", "c.csv"},
		"sheet":      {"-o", "b.png"},
		"shots":      {"-o", "a.edl"},
		"distortion": {"-o", "d.csv"},
		"compare":    {"-o", "e.csv", "../samples/tiny-420.mp4"},
		"bench":      {},
		"verify":     {old},
		"convert":    {"-o", "b.ndjson"},
		"report":     {"-o", "a.html"},
		"play":       {"--start", "1"},
	}
	for _, command := range Model().Children {
		rest, ok := args[command.Name]
		if !ok {
			t.Errorf("%s: no case", command.Name)
			continue
		}
		full := []string{command.Name, "--allow-network"}
		for i, a := range rest {
			if i > 0 && rest[i-1] == "-o" {
				a = filepath.Join(dir, a)
			}
			full = append(full, a)
		}
		source := livetest.TCP(t, clip, 0, 0, false)
		status, _, stderr := call(t, append(full, source.URL)...)
		why := refusesLive[command.Name]
		switch {
		case command.Name == "play":
			if status != statusUsage || !strings.Contains(stderr, "played as it comes") {
				t.Errorf("%s: %d, %q", command.Name, status, stderr)
			}
		case why == "" && status != statusDone:
			t.Errorf("%s: %d, %q", command.Name, status, stderr)
		case why != "" && (status != statusUsage || !strings.Contains(stderr, why) || strings.Count(stderr, "\n") != 1 || source.Clients() != 0):
			t.Errorf("%s: %d, %q, %d connections", command.Name, status, stderr, source.Clients())
		}
	}
}

// TestLiveRefused: what makes no sense with a live source is refused in one line.
func TestLiveRefused(t *testing.T) {
	dir := t.TempDir()
	const url = "tcp://127.0.0.1:1"
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"export", "-o", dir, url}, statusUsage, "has no place among several films"},
		{[]string{"export", "-o", dir, "../samples/tiny-420.mp4", url}, statusUsage, "has no place among several films"},
		{[]string{"export", "-o", dir, "--resume", url}, statusUsage, "has no place among several films"},
		{[]string{"render", "-o", dir, url}, statusUsage, "has no place among several films"},
		{[]string{"export", "-o", "-", "--template", "0,0,8,8@0", url}, statusFailed, "does not give again"},
		{[]string{"export", "-o", "-", url}, statusFailed, "nobody serves there"},
		{[]string{"play", "--pause", url}, statusUsage, "--pause"},
		{[]string{"play", "--loop", url}, statusUsage, "--loop"},
		{[]string{"play", "--speed", "2", url}, statusUsage, "--speed"},
		{[]string{"play", "--quads", "a.ndjson", url}, statusUsage, "--quads"},
		{[]string{"play", "--beside", "../samples/tiny-420.mp4", url}, statusUsage, "--beside"},
		{[]string{"play", "--trace", "a.csv", url}, statusUsage, "--trace"},
		{[]string{"play", "--untimed", url}, statusUsage, "--untimed"},
		{[]string{"export", "-o", "-", "--device", "v4l2:/dev/nowhere"}, statusFailed, "there is no such device"},
		{[]string{"export", "-o", "-", "--device", "x11grab::4711"}, statusFailed, "no such display"},
		{[]string{"export", "-o", "-", "--device", "alsa:default"}, statusUsage, "no device of a known kind"},
		{[]string{"export", "-o", "-", "--device", "x11grab::0", "../samples/tiny-420.mp4"}, statusUsage, "instead of a file"},
		{[]string{"export", "-o", "-", "--device-size", "640x480", "../samples/tiny-420.mp4"}, statusUsage, "are for --device"},
		{[]string{"export", "-o", "-", "--device", "x11grab::0", "--device-size", "640"}, statusUsage, "no size such as"},
		{[]string{"export", "-o", "-", "--device", "x11grab::0", "--device-rate", "0.1"}, statusUsage, "not between 1 and 1000"},
	} {
		args := append([]string{c.args[0], "--allow-network"}, c.args[1:]...)
		if status, _, stderr := call(t, args...); status != c.status || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: %d, %q", args, status, stderr)
		}
	}
	if status, _, stderr := call(t, "export", "-o", "-", url); status != statusFailed || !strings.Contains(stderr, "--allow-network opens it") {
		t.Errorf("without the network: %d, %q", status, stderr)
	}
}

// TestLastFault: the fault that ended a source is named, also where another one came first.
func TestLastFault(t *testing.T) {
	first, last := errors.New("a picture is damaged"), errors.New("no picture came for 60 s")
	in := &input{name: "udp://@:1"}
	for want, faults := range map[string]decode.Faults{
		"udp://@:1: the input is damaged: 2 faults, the first: a picture is damaged, the last: no picture came for 60 s; done": {Decode: 1, Read: 1, First: first, Cut: last},
		"udp://@:1: the input is damaged: 1 fault, the first: no picture came for 60 s; done":                                  {Read: 1, First: last, Cut: last},
		"udp://@:1: the input is damaged: 1 fault, the first: a picture is damaged; done":                                      {Decode: 1, First: first},
	} {
		if got := in.damage(faults, "done"); got.Error() != want || !errors.Is(got, errPartly) {
			t.Errorf("%v, want %s", got, want)
		}
	}
}
