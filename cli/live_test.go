package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/livetest"
	"ffkvadrat/tests/clitest"
)

// TestLiveCommands: each command takes a live source, or says in one line why not.
func TestLiveCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip := livetest.Clip(t)
	old := filepath.Join(dir, "old.ndjson")
	if err := os.WriteFile(old, clitest.Export(t, "--engine", "cpu", "../samples/tiny-420.mp4"), 0o600); err != nil {
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
		"blocks":     {"-o", "d.ndjson"},
		"sheet":      {"-o", "b.png"},
		"shots":      {"-o", "a.edl"},
		"distortion": {"-o", "d.csv"},
		"compare":    {"-o", "e.csv", "../samples/tiny-420.mp4"},
		"bench":      {},
		"verify":     {old},
		"convert":    {"-o", "b.ndjson"},
		"report":     {"-o", "a.html"},
		"play":       {"--at", "1"},
	}
	for _, command := range videoCommands() {
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

// TestLiveRefused: flags that contradict a live source are refused in one line.
func TestLiveRefused(t *testing.T) {
	dir := t.TempDir()
	const url = "tcp://127.0.0.1:1"
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"export", "-o", dir, url}, statusUsage, "has no end and cannot be one of several videos"},
		{[]string{"export", "-o", dir, "../samples/tiny-420.mp4", url}, statusUsage, "has no end and cannot be one of several videos"},
		{[]string{"export", "-o", dir, "--resume", url}, statusUsage, "has no end and cannot be one of several videos"},
		{[]string{"render", "-o", dir, url}, statusUsage, "has no end and cannot be one of several videos"},
		{[]string{"export", "-o", "-", "--template", "0,0,8,8@0", url}, statusFailed, "does not repeat"},
		{[]string{"export", "-o", "-", url}, statusFailed, "no server answers there"},
		{[]string{"play", "--pause", url}, statusUsage, "--pause"},
		{[]string{"play", "--loop", url}, statusUsage, "--loop"},
		{[]string{"play", "--speed", "2", url}, statusUsage, "--speed"},
		{[]string{"play", "--stored", "a.ndjson", url}, statusUsage, "--stored"},
		{[]string{"play", "--beside", "../samples/tiny-420.mp4", url}, statusUsage, "--beside"},
		{[]string{"play", "--trace", "a.csv", url}, statusUsage, "--trace"},
		{[]string{"play", "--untimed", url}, statusUsage, "--untimed"},
		{[]string{"export", "-o", "-", "--device", "v4l2:/dev/nowhere"}, statusFailed, "there is no such device"},
		{[]string{"export", "-o", "-", "--device", "x11grab::4711"}, statusFailed, "no such display"},
		{[]string{"export", "-o", "-", "--device", "alsa:default"}, statusUsage, "is not a device of a known kind"},
		{[]string{"export", "-o", "-", "--device", "x11grab::0", "../samples/tiny-420.mp4"}, statusUsage, "a device or a file, not both"},
		{[]string{"export", "-o", "-", "--device-size", "640x480", "../samples/tiny-420.mp4"}, statusUsage, "need --device"},
		{[]string{"export", "-o", "-", "--device", "x11grab::0", "--device-size", "640"}, statusUsage, "not a size such as"},
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

// TestLastFault: the fault that ended a source is reported, even after earlier ones.
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
