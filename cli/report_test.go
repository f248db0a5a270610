package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clitest"
)

// TestCorpusReport: a folder of all kinds of results, the page's data, and the statuses.
func TestCorpusReport(t *testing.T) {
	videos, dir := clitest.VideoFolder(t, map[string]string{"damaged.mp4": "tiny-420.mp4"}), t.TempDir()
	results, page := filepath.Join(dir, "results"), filepath.Join(dir, "page.html")
	for _, args := range [][]string{
		{"export", videos, "-o", filepath.Join(results, "tables"), "--format", "csv.gz", "--summary", "-t", "0.1"},
		{"export", videos, "-o", filepath.Join(results, "summaries"), "--format", "json", "--summary", "--siti", "--distortion", "-t", "0.1"},
		{"export", videos, "-o", filepath.Join(results, "quads"), "--format", "ffq", "-t", "0.2"},
	} {
		if status, _, stderr := call(t, append(args, "--engine", "cpu", "--every", "3")...); status != statusPartly { // one video is damaged
			t.Fatalf("%q: status %d, %s", args, status, stderr)
		}
	}
	video := filepath.Join(videos, "a.mp4")
	if status, _, stderr := call(t, "compare", video, video, "-o", filepath.Join(results, "same.csv")); status != statusDone {
		t.Fatalf("compare: status %d, %s", status, stderr)
	}
	if err := os.WriteFile(filepath.Join(results, "notes.txt"), []byte("notes"), 0o666); err != nil {
		t.Fatal(err)
	}
	report := func(wantStatus int, says string, args ...string) (stdout string) {
		t.Helper()
		status, stdout, stderr := call(t, append([]string{"report"}, args...)...)
		if status != wantStatus || !strings.Contains(stderr, says) {
			t.Fatalf("%q: status %d, %q, want %d, %q", args, status, stderr, wantStatus, says)
		}
		return stdout
	}
	report(statusDone, "page.html: "+results+": 9 results; 1 comparison; 1 other file left out\n", results, "-o", page)
	html, text := pageData(t, page)
	var data struct {
		Settings [][2]string
		Videos   []struct {
			F, S, P string
			G       int
			N       int
			C       map[string]any
			B       map[string][][]any
		}
	}
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, f := range data.Videos {
		want := "cross 0.1"
		if strings.HasPrefix(f.F, "quads/") {
			want = "cross 0.2"
		}
		name := strings.TrimSuffix(filepath.Base(f.S), ".mp4")
		if got := data.Settings[f.G]; got[0] != "edge-threshold" || got[1] != want || f.N == 0 || !strings.HasPrefix(f.S, videos) || !strings.Contains(f.F, "/"+name) && !strings.Contains(f.F, "/sub/"+name) {
			t.Errorf("%s of %s: %q, %d frames", f.F, f.S, got, f.N)
		}
		if (f.C["si"] != nil) != strings.HasPrefix(f.F, "summaries/") {
			t.Errorf("%s: SI %v", f.F, f.C["si"])
		}
		if strings.Contains(f.F, "damaged") && len(f.B["damaged"]) > 0 {
			damaged++
		}
	}
	if len(data.Videos) != 9 || damaged != 3 {
		t.Errorf("%d videos, %d of them damaged", len(data.Videos), damaged)
	}
	// Its commands start the player at their positions. A wrong flag at the end is the first error.
	for _, command := range []string{data.Videos[0].P + " --at '#1'", data.Videos[len(data.Videos)-1].P + " --at 0.040"} {
		p := clitest.Program(t)
		cmd := exec.Command("/bin/sh", "-c", strings.Replace(command, "ffkvadrat", `"$PROGRAM"`, 1)+" --nonsense")
		cmd.Env = append(p.Env, "PROGRAM="+p.Path)
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), "unknown flag --nonsense") {
			t.Errorf("%s: %s", command, out)
		}
	}

	report(statusExists, "page.html exists: nothing was written; --force overwrites it", results, "-o", page)
	if got := report(statusDone, "9 results", results, "-o", "-", "--jobs", "1"); got != string(html) {
		t.Error("on standard output it is another page")
	}
	t.Chdir(results)
	report(statusDone, "report.html: .: 9 results", ".")
	report(statusDone, "report.html: .: 9 results", ".", "--force")
	inside, err := os.ReadFile("report.html")
	if err != nil || !bytes.Equal(inside, html) {
		t.Errorf("in its own folder it is another page: %v", err)
	}

	redirected := clitest.Program(t)
	redirected.Path, redirected.Args = "/bin/sh", []string{"sh", "-c", `"$PROGRAM" report . -o - >redirected.html && rm report.html && "$PROGRAM" report . -o - >redirected.html`}
	redirected.Env = append(redirected.Env, "PROGRAM="+clitest.Program(t).Path)
	if err := redirected.Run(); err != nil {
		t.Fatalf("%v: %s", err, &redirected.Err)
	}
	if page, err := os.ReadFile("redirected.html"); err != nil || !bytes.Equal(page, html) {
		t.Errorf("redirected to a file in its own folder it is another page: %v", err)
	}
	if err := os.Remove("redirected.html"); err != nil {
		t.Fatal(err)
	}

	whole, err := os.ReadFile("summaries/a.mp4.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("summaries/a.mp4.json", whole[:len(whole)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	report(statusPartly, "summaries/a.mp4.json: frame record", ".", "-o", "cut.html")
	if cut, err := os.ReadFile("cut.html"); err != nil || !bytes.Contains(cut, []byte("1 file cannot be read to the end")) {
		t.Errorf("the page says nothing of a cut result: %v", err)
	}

	empty := t.TempDir()
	report(statusFailed, "0 results: no page was made", empty, "-o", filepath.Join(empty, "x.html"))
	report(statusFailed, "no such file or directory", filepath.Join(empty, "none"), "-o", filepath.Join(empty, "x.html"))
	report(statusFailed, "is not a folder", page, "-o", filepath.Join(empty, "x.html"))
	report(statusUsage, "--jobs: -1 is negative", results, "--jobs=-1")
	if left, err := os.ReadDir(empty); err != nil || len(left) != 0 {
		t.Errorf("%v is left behind, %v", left, err)
	}
}

// pageData returns a page and the JSON in it.
func pageData(t *testing.T, page string) (html, data []byte) {
	t.Helper()
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, data, _ = bytes.Cut(html, []byte(`id="data">`))
	data, _, _ = bytes.Cut(data, []byte("</script>"))
	return html, data
}

// TestQueueReport: for summaries in CSV from processes with a queue, at two thresholds in one
// folder, the page takes videos and settings from the queue's journals.
func TestQueueReport(t *testing.T) {
	videos, results, page := clitest.VideoFolder(t, nil), filepath.Join(t.TempDir(), "results"), filepath.Join(t.TempDir(), "page.html")
	for _, threshold := range []string{"0.1", "0.2"} {
		if status, _, stderr := call(t, "export", videos, "-o", results, "--format", "csv", "--summary", "-t", threshold, "--queue", "local", "--engine", "cpu"); status != statusDone {
			t.Fatalf("%s: status %d, %s", threshold, status, stderr)
		}
	}
	if status, _, stderr := call(t, "report", results, "-o", page); status != statusDone {
		t.Fatalf("status %d, %s", status, stderr)
	}
	_, text := pageData(t, page)
	var data struct {
		Settings [][2]string
		Videos   []struct {
			S string
			G int
		}
	}
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, f := range data.Videos {
		if !strings.HasPrefix(f.S, videos) {
			t.Errorf("a video is %q", f.S)
		}
		counts[data.Settings[f.G][1]]++
	}
	if counts["cross 0.1"] != 2 || counts["cross 0.2"] != 2 || len(counts) != 2 {
		t.Errorf("%v", counts)
	}
}

// commandsOf returns the commands in the report of summaries with these headers, in order, and why
// some are missing.
func commandsOf(t *testing.T, headers []quadfile.Header) (commands, unsaid []string) {
	t.Helper()
	results, page := t.TempDir(), filepath.Join(t.TempDir(), "page.html")
	for i, h := range headers {
		file, err := os.Create(filepath.Join(results, strconv.Itoa(1000+i)+".ndjson"))
		if err != nil {
			t.Fatal(err)
		}
		w, err := quadfile.NewSummary(file, quadfile.NDJSON, h)
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = file.Close()
		}
		if err != nil {
			t.Fatalf("%+v: %v", h, err)
		}
	}
	if status, _, stderr := call(t, "report", results, "-o", page); status != statusDone {
		t.Fatalf("status %d, %s", status, stderr)
	}
	_, text := pageData(t, page)
	var data struct{ Videos []struct{ F, P, U string } }
	if err := json.Unmarshal(text, &data); err != nil || len(data.Videos) != len(headers) {
		t.Fatalf("%d videos of %d, %v", len(data.Videos), len(headers), err)
	}
	for _, f := range data.Videos {
		commands, unsaid = append(commands, f.P), append(unsaid, f.U)
	}
	return commands, unsaid
}

// TestReportStream: the commands for every kind of result name the stream that was analysed.
func TestReportStream(t *testing.T) {
	videos, results, page := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "page.html")
	video := filepath.Join(videos, "two.mkv")
	ffmpegTo(t, video, "-f", "lavfi", "-i", "testsrc2=size=96x64:duration=0.2", "-f", "lavfi", "-i", "testsrc=size=64x48:duration=0.2", "-map", "0", "-map", "1", "-c:v", "ffv1")
	want := 0
	for _, args := range [][]string{
		{"-o", "a.ndjson"}, {"-o", "a.json"}, {"-o", "a.ffq"},
		{"--summary", "-o", "s.ndjson"}, {"--summary", "-o", "s.json"},
	} {
		args[len(args)-1] = filepath.Join(results, args[len(args)-1])
		if status, _, stderr := call(t, append([]string{"export", video, "--stream", "1", "--engine", "cpu"}, args...)...); status != statusDone {
			t.Fatalf("%q: %s", args, stderr)
		}
		want++
	}
	for folder, queue := range map[string][]string{"b": nil, "q": {"--queue", "local"}} {
		args := append([]string{"export", videos, "--stream", "1", "--engine", "cpu", "--summary", "--format", "csv", "-o", filepath.Join(results, folder)}, queue...)
		if status, _, stderr := call(t, args...); status != statusDone {
			t.Fatalf("%q: %s", args, stderr)
		}
		want++
	}
	if status, _, stderr := call(t, "report", results, "-o", page); status != statusDone {
		t.Fatalf("status %d, %s", status, stderr)
	}
	_, text := pageData(t, page)
	var data struct{ Videos []struct{ F, P string } }
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	for _, f := range data.Videos {
		if !strings.Contains(f.P, " --stream 1 ") {
			t.Errorf("%s: %s", f.F, f.P)
		}
	}
	if len(data.Videos) != want {
		t.Errorf("%d videos of %d", len(data.Videos), want)
	}
}

// TestReportCommands: a report's commands start the player with the results' parameters; if they
// cannot, there is none. Names that need it get --allow-network; live sources have no command.
func TestReportCommands(t *testing.T) {
	all := [][]string{
		{"--variant", "feature"}, {"--variant", "feature", "--features", "yuv", "-t", "2", "--max-size", "16"}, {"--variant", "feature", "--features", "vectors"},
		{"--variant", "points", "--order", "lines"}, {"--variant", "points", "--order", "value", "--invert"}, {"--variant", "points", "--classes", "0,0.1,0.2"},
		{"--planes", "yuv"}, {"--planes", "alpha", "-t", "0.25"}, {"--min-size", "2", "--max-size", "64"}, {"-t", "0"}, {"-t", "0.0000001"},
		{"--classes", "0,0.01,0.02,0.5"}, {"--operator", "range", "--classes", "0.1,0.25,0.5,1"}, {"--low", "0.001", "-t", "0.02"},
		{"--operator", "box", "--colour", "10.5,20,30-40,50,60"}, {"--operator", "colour", "--colour", "#e0b020", "--features", "yuv"}, {"--cube", "16"}, {"--cube", "64", "-t", "0.5", "--min-size", "2"},
	}
	for _, operator := range edge.Operators() {
		args := []string{"--operator", operator.String()}
		if strings.HasPrefix(operator.String(), "colo") || operator.String() == "box" {
			args = append(args, "--colour", "1,2,3", "-t", "0.125")
		}
		all = append(all, args)
		if operator.TakesLow() {
			all = append(all, append(args[:len(args):len(args)], "--low", "0.0625", "-t", "0.125"))
		}
	}
	played := func(args []string) (settings any, params quadfile.Analysis) {
		t.Helper()
		var c commands
		parsed, err := newParser(&c, "play").Parse(append([]string{"play"}, args...))
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		left, err := c.Play.begin(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := c.Play.adjust(left.Settings, given(parsed))
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		s.Auto = false // without a threshold, the player searches for one
		h := quads.NewHeader("", decode.Info{}, s.Params)
		if h.Analysis.Cube = s.Cube.Frames(); h.Analysis.Cube != 0 {
			h.Analysis.Cuts = true
		}
		return s, h.Analysis
	}
	info := quadfile.Source{Path: "film.mp4", StreamIndex: 3, CodecName: "h264", Width: 64, Height: 48, PixFmt: "yuv420p", TimeBase: quadfile.Rational{Num: 1, Den: 25}, AvgFrameRate: quadfile.Rational{Num: 25, Den: 1}}
	var headers []quadfile.Header
	for _, args := range all {
		_, a := played(append(args, "film.mp4"))
		headers = append(headers, quadfile.Header{Source: info, Analysis: a})
	}
	lines, _ := commandsOf(t, headers)
	for i, line := range lines {
		out, err := exec.Command("/bin/sh", "-c", "printf '%s\\n' "+line).Output()
		words := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if err != nil || len(words) < 5 || words[0] != "ffkvadrat" || words[1] != "play" {
			t.Fatalf("%q: the command %s, %v", all[i], line, err)
		}
		want, _ := played(append(all[i], "film.mp4"))
		if stream := strings.Join(words[3:5], " "); stream != "--stream 3" {
			t.Errorf("%q: %s", all[i], line)
		}
		if got, a := played(words[2:]); got != want || a != headers[i].Analysis {
			t.Errorf("%q: %s\ngot  %+v\nwant %+v", all[i], line, got, want)
		}
	}

	each := quadfile.Header{Source: info, Analysis: headers[0].Analysis}
	each.Analysis.EachFrame = true
	if lines, unsaid := commandsOf(t, []quadfile.Header{each}); lines[0] != "" || unsaid[0] != "a threshold of each frame" {
		t.Errorf("%q, %q", lines, unsaid)
	}

	names := []string{
		"http://a/b.mp4", "HTTPS://a/b", "rtsp://a/b", "Rtsps://a", "tcp://a:1", "UDP://a:1", "film.mp4", "httpx://a", "http:/a", "x http://a", "./tcp://a", "rtmp://a/b", "file:///a", "rtspx://a", "udp:a", "v4l2:/dev/video0", "-http://a",
	}
	headers = nil
	for _, name := range names {
		h := each
		h.Analysis.EachFrame, h.Source.Path = false, name
		headers = append(headers, h)
	}
	for _, device := range decode.DeviceKinds() {
		h := headers[0]
		h.Source.Path = device
		names, headers = append(names, device), append(headers, h)
	}
	lines, unsaid := commandsOf(t, headers)
	live := 0
	for i, line := range lines {
		device := decode.Access{Device: decode.Device{Name: names[i]}}
		switch {
		case decode.IsLive(decode.WithAccess(t.Context(), decode.Access{Network: true}), names[i]), decode.IsLive(decode.WithAccess(t.Context(), device), names[i]):
			live++
			if line != "" || unsaid[i] != "a live source, which cannot be read again" {
				t.Errorf("%s: %s, %q", names[i], line, unsaid[i])
			}
		case line == "" || strings.Contains(line, " --allow-network") != decode.IsURL(names[i]):
			t.Errorf("%s: %s", names[i], line)
		}
	}
	if live != 4+1+len(decode.DeviceKinds()) { // one device is among the names
		t.Errorf("%d live sources", live)
	}
}
