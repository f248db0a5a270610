package cli

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clitest"
)

// TestErrors: every error is one line that names the file or the flag but no package, has its
// status, and leaves nothing behind.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.mp4")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a film\n", 300)), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty.mkv")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	noise := filepath.Join(dir, "noise.mp4") // valid headers with packets of noise
	data, err := os.ReadFile("../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	packets := data[bytes.Index(data, []byte("mdat"))+4:]
	copy(packets, bytes.Repeat([]byte{0xff}, len(packets)))
	if err := os.WriteFile(noise, data, 0o644); err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.ndjson.gz")
	if err := os.WriteFile(cut, []byte{0x1f, 0x8b, 8, 0, 0, 0}, 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.json")
	clip := "../samples/tiny-420.mp4"
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"no file":              {[]string{"export", "-o", out, "nowhere.mp4"}, statusFailed, "nowhere.mp4"},
		"a folder":             {[]string{"export", "-o", out, dir}, statusUsage, "need a folder"},
		"text":                 {[]string{"export", "-o", out, text}, statusFailed, "; it is another kind of file"},
		"empty":                {[]string{"export", "-o", out, empty}, statusFailed, "not a video or picture: it is empty; is it still being written?"},
		"sound only":           {[]string{"export", "-o", out, "../samples/tiny-sound-only.m4a"}, statusFailed, "no video stream"},
		"sound only, probe":    {[]string{"probe", "../samples/tiny-sound-only.m4a"}, statusFailed, "no video stream; it has only sound"},
		"unwritable":           {[]string{"export", "-o", filepath.Join(dir, "none", "x.json"), clip}, statusFailed, "there is no folder \"" + filepath.Join(dir, "none")},
		"disk full":            {[]string{"export", "-o", "/dev/full", "--format", "json", clip}, statusFailed, "no space left"},
		"extension":            {[]string{"export", "-o", filepath.Join(dir, "x.txt"), clip}, statusUsage, ".json"},
		"threshold":            {[]string{"export", "-o", out, "-t", "7", clip}, statusUsage, "threshold 7 is not between 0 and 4"},
		"not a number":         {[]string{"export", "-o", out, "-t", "nan", clip}, statusUsage, "threshold NaN"},
		"operator's scale":     {[]string{"export", "-o", out, "--operator", "sobel", "-t", "1.3", clip}, statusUsage, "threshold 1.3 is not between 0 and 1.25"},
		"feature's scale":      {[]string{"export", "-o", out, "--variant", "feature", "-t", "5", clip}, statusUsage, "threshold 5"},
		"operator":             {[]string{"export", "-o", out, "--operator", "canny", clip}, statusUsage, "canny"},
		"value on planes":      {[]string{"export", "-o", out, "--operator", "luma", "--planes", "yuv", clip}, statusUsage, "reads one plane"},
		"lower end":            {[]string{"export", "-o", out, "--operator", "range", "--low", "0.6", clip}, statusUsage, "lower bound 0.6"},
		"no alpha":             {[]string{"export", "-o", out, "--planes", "alpha", clip}, statusFailed, "planes alpha: yuv420p has no alpha"},
		"no colour":            {[]string{"export", "-o", out, "--operator", "colour", clip}, statusUsage, "--operator colour needs --colour"},
		"a colour of edges":    {[]string{"export", "-o", out, "--colour", "#ffffff", clip}, statusUsage, "--colour needs"},
		"what colour":          {[]string{"export", "-o", out, "--operator", "colour", "--colour", "yellow", clip}, statusUsage, "--colour: \"yellow\" is not a colour"},
		"two colours":          {[]string{"export", "-o", out, "--operator", "colour", "--colour", "1,2,3-4,5,6", clip}, statusUsage, "takes one colour"},
		"colours backwards":    {[]string{"export", "-o", out, "--operator", "box", "--colour", "1,2,3-4,5,1", clip}, statusUsage, "number 3 of the first"},
		"YUV of RGB":           {[]string{"export", "-o", out, "--operator", "colour", "--colour", "1,2,3", "--features", "yuv", "../samples/tiny-still.png"}, statusFailed, "use features rgb"},
		"low of luma":          {[]string{"export", "-o", out, "--operator", "luma", "--low", "0.2", clip}, statusUsage, "no lower bound; range has one"},
		"operator, feature":    {[]string{"export", "-o", out, "--variant", "feature", "--operator", "sobel", clip}, statusUsage, "--variant edge"},
		"features, edge":       {[]string{"export", "-o", out, "--features", "yuv", clip}, statusUsage, "--variant feature"},
		"smallest quad":        {[]string{"export", "-o", out, "--min-size", "3", clip}, statusUsage, "3 pixels"},
		"sizes":                {[]string{"export", "-o", out, "--min-size", "8", "--max-size", "4", clip}, statusUsage, "larger than the largest"},
		"probe, planes":        {[]string{"probe", "--planes", "yuv", "../samples/tiny-still.png"}, statusFailed, "has no planes U and V"},
		"probe, features":      {[]string{"probe", "--variant", "feature", "--features", "yuv", "../samples/tiny-still.png"}, statusFailed, "has no Y, U and V"},
		"planes of RGB":        {[]string{"export", "-o", out, "--planes", "yuv", "../samples/tiny-still.png"}, statusFailed, "still.png\": planes yuv: rgb24 has no planes U and V, only planes y"},
		"features of RGB":      {[]string{"export", "-o", out, "--variant", "feature", "--features", "yuv", "../samples/tiny-still.png"}, statusFailed, "still.png\": rgb24 has no Y, U and V: use features rgb"},
		"sheet, no PNG":        {[]string{"sheet", "-o", "x.jpg", clip}, statusUsage, "does not end in .png"},
		"no rows":              {[]string{"sheet", "-o", "-", "--rows", "0", clip}, statusUsage, "--rows: 0 is not between 1 and 16384"},
		"many columns":         {[]string{"sheet", "-o", "-", "--columns", "400", clip}, statusFailed, "too many for a width of 1920"},
		"high sheet":           {[]string{"sheet", "-o", "-", "--rows", "900", clip}, statusFailed, "a side may have 16384"},
		"no PNG":               {[]string{"snapshot", "-o", "x.jpg", clip}, statusUsage, "does not end in .png"},
		"no name":              {[]string{"export", "-o", out, ""}, statusUsage, "empty"},
		"underscore":           {[]string{"snapshot", "-o", "-", "--at", "1_0", clip}, statusUsage, "1_0"},
		"engine":               {[]string{"export", "-o", out, "--engine", "tpu", clip}, statusUsage, "engine"},
		"from":                 {[]string{"export", "-o", out, "--from", "#x", clip}, statusUsage, "--from"},
		"to":                   {[]string{"export", "-o", out, "--to", "-1", clip}, statusUsage, "--to"},
		"backwards":            {[]string{"export", "-o", out, "--from", "#3", "--to", "#2", clip}, statusUsage, "--to is before --from"},
		"backwards, mixed":     {[]string{"export", "-o", out, "--from", "1", "--to", "#2", clip}, statusFailed, clip + ": --to is before --from"},
		"past the end":         {[]string{"export", "-o", out, "--from", "#30", clip}, statusFailed, clip + ": --from: there is no frame with index 30, the last one has 29"},
		"no frames":            {[]string{"export", "-o", out, "--frames", "0", clip}, statusUsage, "--frames"},
		"every 0":              {[]string{"export", "-o", out, "--every", "0", clip}, statusUsage, "--every"},
		"distortion alone":     {[]string{"export", "-o", filepath.Join(dir, "x.json"), "--distortion", clip}, statusUsage, "--distortion is for --summary"},
		"codec alone":          {[]string{"export", "-o", filepath.Join(dir, "x.json"), "--codec", clip}, statusUsage, "--codec is for --summary"},
		"codec of cubes":       {[]string{"export", "-o", filepath.Join(dir, "x.json"), "--summary", "--codec", "--cube", "8", clip}, statusUsage, "cubes are of several frames"},
		"cubic fill":           {[]string{"export", "-o", filepath.Join(dir, "x.json"), "--summary", "--fill", "cubic", clip}, statusUsage, "--fill"},
		"distortion of points": {[]string{"export", "-o", filepath.Join(dir, "x.json"), "--summary", "--distortion", "--variant", "points", clip}, statusUsage, "make no picture"},
		"summary of boxes":     {[]string{"export", "-o", filepath.Join(dir, "x.coco.json"), "--summary", clip}, statusUsage, "--summary is for json, ndjson, csv, parquet and arrow"},
		"no output":            {[]string{"export", clip}, statusUsage, "output"},
		"stream":               {[]string{"export", "-o", out, "--stream", "1", clip}, statusFailed, "stream 1 is not a video stream; probe lists"},
		"time":                 {[]string{"snapshot", "-o", "-", "--at", "soon", clip}, statusUsage, "soon"},
		"URL":                  {[]string{"export", "-o", out, "http://localhost/x.mp4"}, statusFailed, "--allow-network opens it"},
		"too large":            {[]string{"export", "-o", out, "--max-pixels", "100x100", clip}, statusFailed, "the limit is 10000 pixels; a larger --max-pixels"},
		"too large, probe":     {[]string{"probe", "--max-pixels", "9999", clip}, statusFailed, "the limit is 9999 pixels; a larger --max-pixels"},
		"no size":              {[]string{"export", "-o", out, "--max-pixels", "1x1x1", clip}, statusUsage, "1x1x1"},
		"no pixels":            {[]string{"export", "-o", out, "--max-pixels", "0", clip}, statusUsage, "not a number of pixels"},
		"too many pixels":      {[]string{"export", "-o", out, "--max-pixels", "16385x16384", clip}, statusUsage, "at most 268435456 pixels"},
		"snapshot of none":     {[]string{"snapshot", "-o", filepath.Join(dir, "x.png"), "--at", "#30", clip}, statusFailed, clip + ": --at: there is no frame with index 30, the last one has 29"},
		"no export":            {[]string{"verify", clip}, statusFailed, clip + " is not an export in JSON, NDJSON or .ffq"},
		"nothing decodes":      {[]string{"export", "-o", out, noise}, statusFailed, "\": no picture could be decoded: a packet does not decode: "},
		"cut, gzip":            {[]string{"verify", cut}, statusFailed, "gzip: unexpected EOF"},
		"several flags":        {[]string{"export", "-o", out, "-t", "7", "--from", "x", clip}, statusUsage, "of cross on planes y; --from: "},
		"opacity":              {[]string{"snapshot", "-o", "-", "--opacity", "2", clip}, statusUsage, "opacity"},
	} {
		t.Run(name, func(t *testing.T) {
			before := clitest.Files(t, dir)
			status, _, stderr := call(t, c.args...)
			if status != c.status || !strings.Contains(stderr, c.says) {
				t.Errorf("status %d, %q; want %d and %q", status, stderr, c.status, c.says)
			}
			if c.status == statusFailed && strings.Count(stderr, "\n") != 1 {
				t.Errorf("more than one line: %q", stderr)
			}
			if after := clitest.Files(t, dir); after != before {
				t.Errorf("left behind: %s, had %s", after, before)
			}
		})
	}
}

// TestOutputIsInput: an output that is the input is refused, and the input is unchanged.
func TestOutputIsInput(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-still.png")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	clip, link := filepath.Join(dir, "still.png"), filepath.Join(dir, "link.png")
	if err := os.WriteFile(clip, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(clip, link); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"export", "--format", "json", "-o", clip, clip},
		{"snapshot", "-o", clip, clip},
		{"sheet", "-o", clip, clip},
		{"snapshot", "-o", link, clip},
	} {
		status, _, stderr := call(t, args...)
		if status != statusFailed || !strings.Contains(stderr, "is the input itself") {
			t.Errorf("%v: status %d, %q", args, status, stderr)
		}
	}
	if after, err := os.ReadFile(clip); err != nil || !bytes.Equal(after, data) {
		t.Errorf("the input has changed, or %v", err)
	}
}

// TestStandardOutput: standard output has the data and nothing else.
func TestStandardOutput(t *testing.T) {
	clip := "../samples/tiny-420.mp4"
	for _, flags := range [][]string{{"--format", "ndjson"}, nil} { // the default
		args := append([]string{"export", "--engine", "cpu", "-o", "-", clip}, flags...)
		status, stdout, stderr := call(t, args...)
		if status != statusDone || stdout != string(exportFile(t, "--engine", "cpu", clip)) {
			t.Errorf("%v: status %d, %q, or other data than in a file", flags, status, stderr)
		}
	}
	status, stdout, _ := call(t, "export", "--engine", "cpu", "--summary", "-o", "-", clip)
	if want := string(exportFile(t, "--engine", "cpu", "--summary", clip)); status != statusDone || stdout != want {
		t.Errorf("a summary: status %d, or other data than in a file", status)
	}
	if status, stdout, _ := call(t, "export", "--engine", "cpu", "--format", "csv", "-o", "-", clip); status != statusDone || !strings.HasPrefix(stdout, "frame") {
		t.Errorf("CSV: status %d, %.40q", status, stdout)
	}
	if status, _, stderr := call(t, "render", "-o", "-", clip); status != statusUsage || !strings.Contains(stderr, "container") {
		t.Errorf("render has no default: status %d, %q", status, stderr)
	}
}

// TestNamesOfAnyBytes: file names can have any bytes.
func TestNamesOfAnyBytes(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-still.png")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"bad\xff.png", "a:b.png", "p%03d.png", "ä ö.png", "-x.png"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, name+".json")
		if status, _, stderr := call(t, "export", "--engine", "cpu", "-o", out, path); status != statusDone {
			t.Errorf("%q: status %d, %q", name, status, stderr)
		}
		if _, err := os.Stat(out); err != nil {
			t.Error(err)
		}
	}
}

// TestDamagedInput: damaged input gives the same file in every run, with a message.
func TestDamagedInput(t *testing.T) {
	names := []string{"sample.mp4", "tiny-open-gop.mp4", "tiny-mpeg2.ts"}
	if testing.Short() {
		names[0] = "tiny-420.mp4"
	}
	for _, name := range names {
		data, err := os.ReadFile("../samples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(20070107, 0))
		for range 40 {
			data[len(data)/3+random.IntN(len(data)/3)] ^= byte(1 << random.IntN(8))
		}
		dir := t.TempDir()
		clip, out := filepath.Join(dir, name), filepath.Join(dir, "out.ndjson")
		if err := os.WriteFile(clip, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var first []byte
		for run := range 3 {
			status, _, stderr := call(t, "export", "--engine", "cpu", "--force", "--min-size", "2", "-o", out, clip) // small, to avoid advice
			if status != statusPartly || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s: status %d, %q", name, status, stderr)
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if run == 0 {
				first = data
			} else if !bytes.Equal(data, first) {
				t.Errorf("%s: run %d differs from the first", name, run)
			}
		}
	}
}

// TestTruncatedInput: a truncated file gives the frames that can be decoded, and a status.
func TestTruncatedInput(t *testing.T) {
	data, err := os.ReadFile("../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cut := filepath.Join(dir, "cut.mp4")
	part := 2 // the file's length is divided by this
	if testing.Short() {
		part = 8
	}
	if err := os.WriteFile(cut, data[:len(data)/part], 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.ndjson")
	status, _, stderr := call(t, "export", "--engine", "cpu", "--min-size", "2", "-o", out, cut) // small, to avoid advice
	if status != statusPartly || !strings.Contains(stderr, "damaged") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", status, stderr)
	}
	lines, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(lines), "\n") - 1; n < 100/part || n >= 500/part {
		t.Errorf("%d frames from a %dth of a file of 250", n, part)
	}
}
