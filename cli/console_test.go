package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/pairs"
)

// hostile are names that would control a terminal, or look like another name.
var hostile = []string{
	"esc\x1b[31m\x1b]0;x\x07", "line\nffkvadrat: all is well\r", "c1\u009b31m", "bidi\u202egpj\u2066", "bad\xff\xc3", "del\x7f\b\t", "line\u2028\u2029", "null\x00",
}

// obeyed returns the characters of a text that control a terminal, except line ends.
func obeyed(text string) string {
	for i, r := range text {
		size := utf8.RuneLen(r)
		switch {
		case r == '\n':
		case r < 0x20 || r >= 0x7f && r < 0xa0,
			r == 0x61c || r == 0x200e || r == 0x200f,
			r >= 0x2028 && r <= 0x202e,
			r >= 0x2066 && r <= 0x2069:
			return fmt.Sprintf("%+q at %d", r, i)
		case !strings.HasPrefix(text[i:], string(r)):
			return fmt.Sprintf("no UTF-8 at %d, of %d bytes", i, size)
		}
	}
	return ""
}

// TestPrintable: control characters, directional marks and invalid UTF-8 are escaped, all else is
// unchanged, and long texts are cut in the middle.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"plain ä 日本 👩‍👩‍👧 a  b\\": "plain ä 日本 👩‍👩‍👧 a  b\\",
		hostile[0]: `esc\x1b[31m\x1b]0;x\a`,
		hostile[1]: `line\nffkvadrat: all is well\r`,
		hostile[2]: `c1\u009b31m`,
		hostile[3]: `bidi\u202egpj\u2066`,
		hostile[4]: `bad\xff\xc3`,
		hostile[5]: `del\x7f\b\t`,
		hostile[6]: `line\u2028\u2029`,
		hostile[7]: `null\x00`,
		"\ufffd":   "\ufffd",
		"it's":     "it's",
	} {
		if got := printable(text); got != want {
			t.Errorf("%+q: %+q, want %+q", text, got, want)
		}
	}
	long := strings.Repeat("ä", 1<<20)
	got := printable("beginning " + long + " end")
	if n := utf8.RuneCountInString(got); n != longest+1 || !strings.HasPrefix(got, "beginning ä") || !strings.HasSuffix(got, "ä end") || !strings.Contains(got, "ä…ä") {
		t.Errorf("%d characters: %s", n, got)
	}
	for n := range 3 {
		text := strings.Repeat("x", longest-1+n)
		if got := printable(text); (got == text) != (n < 2) {
			t.Errorf("%d characters become %d", len(text), utf8.RuneCountInString(got))
		}
	}
}

// TestOneLine: an error of several lines is printed as one.
func TestOneLine(t *testing.T) {
	err := errors.Join(errors.New("a  b.mp4: no"), fmt.Errorf("log:\r\n\t 0:3: %w\n", fs.ErrClosed))
	if got, want := wording.Line(err), "a  b.mp4: no; log: 0:3: file already closed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestHostileNames: all commands show a file's name as plain text, whatever it contains, in
// messages of success and of failure.
func TestHostileNames(t *testing.T) {
	clip, err := os.ReadFile(clips.Make(t, "small.mp4", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=0.2", "-c:v", "mpeg4", "-g", "1"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	for _, name := range hostile {
		if strings.Contains(name, "\x00") {
			continue // not a possible file name
		}
		dir := t.TempDir()
		good, cut, text, none := filepath.Join(dir, name+".mp4"), filepath.Join(dir, name+"cut.mp4"), filepath.Join(dir, name+"text.mp4"), filepath.Join(dir, name, "none.mp4")
		damaged := bytes.Clone(clip)
		for i := len(damaged) / 4; i < len(damaged)/3; i += 50 {
			damaged[i] ^= 0x55
		}
		for path, data := range map[string][]byte{good: clip, cut: damaged, text: []byte("no film")} {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out := filepath.Join(t.TempDir(), name)
		calls := [][]string{
			{"export", "--engine", "cpu", "-o", out + ".ndjson", good},
			{"export", "--engine", "cpu", "-o", out + "cut.ndjson", cut},
			{"export", "--engine", "cpu", "-o", filepath.Join(out, "none", "x.ndjson"), good},
			{"export", "-o", out + name, good},
			{"export", "--engine", "cpu", "-o", good, "--format", "json", good},
			{"export", "--engine", "cpu", "-o", filepath.Join(dir, "out"), dir},
			{"export", "--engine", "cpu", "-o", filepath.Join(dir, "out"), "--resume", dir, none},
			{"snapshot", "--engine", "cpu", "-o", out + ".png", good},
			{"snapshot", "-o", out, good},
			{"sheet", "--engine", "cpu", "-o", out + "s.png", good},
			{"histogram", "-o", out + "h.csv", good},
			{"report", "-o", out + "r.html", filepath.Join(dir, "out")},
			{"report", "-o", filepath.Join(out, "none", "x.html"), dir},
			{"report", "-o", out + "none.html", none},
			{"agreement", "--engine", "cpu", "-o", out + "a.csv", good},
			{"agreement", "--engine", "cpu", "-o", out + "a.ndjson", "--trace", text, good},
			{"blocks", "-o", out + "b.ndjson", good},
			{"blocks", "-o", out + name, good},
			{"render", "--engine", "cpu", "-o", out + ".mp4", good},
			{"render", "-o", out, good},
			{"verify", out + ".ndjson"},
			{"verify", out + ".ndjson", good},
			{"verify", out + ".ndjson", none},
			{"verify", text},
			{"probe", "--engine", "cpu", good},
			{"play", "--no-session", good},
			{"play", "--no-session", "--settings", text, good},
			{"play", "--no-session", "--settings", none, good},
			{name},
			{"--" + name},
			{"probe", good, name},
			{"probe", "--engine", name},
			{"probe", "--max-pixels", name},
			{"snapshot", "-o", "-", "--at", name},
			{"bench", "--contents", name},
		}
		for _, path := range []string{text, none, dir} {
			calls = append(calls,
				[]string{"export", "--engine", "cpu", "-o", out + ".csv", path},
				[]string{"snapshot", "--engine", "cpu", "-o", out + ".png", path},
				[]string{"sheet", "--engine", "cpu", "-o", out + "s.png", path},
				[]string{"histogram", "-o", out + "h.csv", path},
				[]string{"agreement", "--engine", "cpu", "-o", out + "a.csv", path},
				[]string{"blocks", "-o", out + "b.ndjson", path},
				[]string{"render", "--engine", "cpu", "-o", out + ".mp4", path},
				[]string{"probe", "--engine", "cpu", path},
				[]string{"bench", "--engines", "cpu", path},
				[]string{"verify", path},
				[]string{"play", "--no-session", path})
		}
		for _, args := range calls {
			status, stdout, stderr := call(t, args...)
			if wrong := obeyed(stdout + stderr); wrong != "" {
				t.Errorf("%+q: %s of %+.300q, %+.300q", args, wrong, stdout, stderr)
			}
			if stdout+stderr == "" {
				t.Errorf("%+q: status %d and not a word", args, status)
			}
			if status != statusDone && args[0] != "export" && strings.Count(stderr, "\n") != 1 {
				t.Errorf("%+q: more than one line: %q", args, stderr)
			}
		}
	}
}

// TestHostileContents: text in an export or a journal is shown as plain text, and shortened if it
// is long.
func TestHostileContents(t *testing.T) {
	t.Parallel()
	clip := "../samples/tiny-still.png"
	var document map[string]any
	header, _, _ := bytes.Cut(exportFile(t, "--engine", "cpu", clip), []byte("\n"))
	if err := json.Unmarshal(header, &document); err != nil {
		t.Fatal(err)
	}
	frame := map[string]any{"frame_index": 0, "pts": 0, "pts_time": "0.000000", "key_frame": 1, "pict_type": "I", "quad_count": 0, "coverage": 0, "quads": []int{}}
	path := filepath.Join(t.TempDir(), "x.ndjson")
	parts := []map[string]any{document, document["source"].(map[string]any), document["analysis"].(map[string]any), frame}
	type place struct {
		part  map[string]any
		field string // or "" for the name of another field
	}
	var places []place
	for _, part := range parts {
		for _, field := range slices.Sorted(maps.Keys(part)) {
			if _, ok := part[field].(map[string]any); !ok {
				places = append(places, place{part, field})
			}
		}
		places = append(places, place{part, ""})
	}
	values := append(slices.Clone(hostile), strings.Repeat("long", 1<<18))
	for i := range pairs.Cases(len(values), len(places), 2) {
		value, p := values[i[0]], places[i[1]]
		field := p.field
		if field == "" {
			field = value
		}
		was, had := p.part[field]
		p.part[field] = value
		head, err1 := json.Marshal(document)
		line, err2 := json.Marshal(frame)
		if p.part[field] = was; !had {
			delete(p.part, field)
		}
		data := fmt.Appendf(nil, "%s\n%s\n", head, line)
		if err := errors.Join(err1, err2, os.WriteFile(path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
		_, stdout, stderr := call(t, [][]string{{"verify", path}, {"verify", path, clip}}[i[2]]...)
		if wrong := obeyed(stdout + stderr); wrong != "" {
			t.Errorf("%.300q: %s of %+.300q, %+.300q", data, wrong, stdout, stderr)
		}
		for line := range strings.Lines(stdout + stderr) {
			if n := utf8.RuneCountInString(line); n > 12*longest {
				t.Errorf("%.300q: a line of %d characters", data, n)
			}
		}
	}

	dir, out := clitest.VideoFolder(t, map[string]string{"damaged.mp4": "tiny-open-gop.mp4"}), t.TempDir()
	args := []string{"export", "--engine", "cpu", "-o", out, "--resume", dir}
	if status, _, stderr := call(t, args...); status != statusPartly {
		t.Fatalf("status %d, %s", status, stderr)
	}
	journal := filepath.Join(out, batch.JournalName)
	data, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(data), `"first_fault":"`)
	if !ok {
		t.Fatalf("no fault in %s", data)
	}
	for _, value := range hostile {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(journal, []byte(before+`"first_fault":`+string(text[:len(text)-1])+after), 0o600); err != nil {
			t.Fatal(err)
		}
		status, stdout, stderr := call(t, args...)
		if wrong := obeyed(stdout + stderr); status != statusPartly || wrong != "" || !strings.Contains(stderr, value[:2]) {
			t.Errorf("%+q: status %d, %s of %+q, %+q", value, status, wrong, stdout, stderr)
		}
	}
}

// TestOnlyTheConsolePrints: nothing in the package prints text for a terminal except console.go.
func TestOnlyTheConsolePrints(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "console.go" {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if f, ok := call.Fun.(*ast.SelectorExpr); ok {
					of, _ := f.X.(*ast.Ident)
					if of != nil && of.Name == "fmt" && (strings.HasPrefix(f.Sel.Name, "Print") || strings.HasPrefix(f.Sel.Name, "Fprint")) {
						t.Errorf("%v: fmt.%s", files.Position(call.Pos()), f.Sel.Name)
					}
				}
			}
			return true
		})
	}
}
