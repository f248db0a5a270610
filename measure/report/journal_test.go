package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/platform"
)

// A journal provides the settings and the video of a summary in CSV, as long as it is about the
// same file.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	table := written(t, true, quadfile.CSV, streams.Plain, headerOf("x", 0.05), framesOf(1, 2)...)
	strange := platform.Name("sub/new\nline 100%")
	for _, name := range []string{"known.mp4.csv", strange + ".mp4.csv", "stale.mp4.csv", "strange.csv", "third.mp4.csv"} {
		put(t, dir, "out/"+name, table)
	}
	line := func(output, source string, size int, goal string) string {
		return fmt.Sprintf(`{"output":%q,"file":{"size":%d,"mtime":"2026-01-01T00:00:00Z"},"source":%q,"settings":{"analysis":{"Variant":"edge-threshold","Threshold":0.05,"Operator":"cross","Planes":"y"}%s}}`+"\n", output, size, source, goal)
	}
	put(t, dir, "out/"+journalName, []byte(line("known.mp4.csv", "/media/known.mp4", 1, "")+line("known.mp4.csv", "/media/known.mp4", len(table), "")+
		line(strings.NewReplacer("%", "%25", "\n", "%0A").Replace(strange)+".mp4.csv", "/media/100%25.mp4", len(table), `,"goal":{"Quads":500}`)+line("stale.mp4.csv", "stale.mp4", len(table)+1, "")+
		line("../../secret", "x", 1, "")+"no record\n"+line("strange.csv", "strange.mp4", len(table), "")))
	put(t, dir, "out/.ffkvadrat-export.3-of-8.ndjson", []byte(strings.Replace(line("third.mp4.csv", "third.mp4", len(table), ""), `"Planes":"y"`, `"Planes":"y","Bounds":"0.25,0.5"`, 1)))
	got := map[string]string{}
	for _, f := range gathered(t, dir).Videos {
		got[f.Name] = f.Path + "; " + f.Settings.Words
	}
	for name, want := range map[string]string{
		"out/known.mp4": "/media/known.mp4; cross 0.05", "out/" + strings.ReplaceAll(strange, "\n", `\n`) + ".mp4": "/media/100%.mp4; cross threshold for 500 quads", "out/stale.mp4": "; ", "out/strange": "; ",
		"out/third.mp4": "third.mp4; cross 0.05, 3 classes",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q of %q", name, got[name], want, got)
		}
	}
}

// A line of a journal with an impossible value is listed with its number, and ignored.
func TestJournalValues(t *testing.T) {
	table := written(t, true, quadfile.CSV, streams.Plain, headerOf("x", 0.05), framesOf(1, 2)...)
	good := recorded("a.mp4.csv", "/media/a.mp4", len(table), time.Unix(0, 0).UTC(), 0.05)
	for old, c := range map[string][2]string{
		`"Threshold":0.05`: {`"Threshold":-0.05`, "threshold -0.05 is not between"}, `"Planes":"y"`: {`"Planes":7`, "cannot unmarshal number"},
		`"Operator":"cross"`: {`"Operator":"cross","MinSize":-2`, "-2"}, `"Variant":`: {`"Cube":-8,"Variant":`, "not of -8"},
		`"settings":{`: {`"settings":{"goal":{"Quads":-1},`, "quads -1 is less than 0"}, `"size":`: {`"size":-`, "is less than 0"},
		"0.05": {"1e400", "1e400"},
	} {
		dir := t.TempDir()
		put(t, dir, "out/a.mp4.csv", table)
		bad := strings.Replace(good, old, c[0], 1)
		put(t, dir, "out/"+journalName, []byte(`{"film":"a.mp4","state":"begun"}`+"\n"+bad))
		corpus := gathered(t, dir)
		if len(corpus.Broken) != 1 || corpus.Broken[0].File != "out/"+journalName || !strings.HasPrefix(corpus.Broken[0].Err.Error(), "line 2: ") || !strings.Contains(corpus.Broken[0].Err.Error(), c[1]) {
			t.Errorf("%s: %v, want %s", bad, corpus.Broken, c[1])
		}
		if len(corpus.Videos) != 1 || corpus.Videos[0].Settings.Variant != "" {
			t.Errorf("%s: %d videos, %+v", bad, len(corpus.Videos), corpus.Videos)
		}
	}
}

// recorded returns a line of a journal about a file.
func recorded(output, source string, size int, changed time.Time, threshold float64) string {
	return fmt.Sprintf(`{"output":%q,"file":{"size":%d,"mtime":%q},"source":%q,"settings":{"analysis":{"Variant":"edge-threshold","Threshold":%v,"Operator":"cross","Planes":"y"}}}`+"\n",
		output, size, changed.Format(time.RFC3339Nano), source, threshold)
}

// The journals of processes that share a queue provide the same: results of several thresholds are
// in one folder, and are separate groups. A pipe in place of a journal does not block, and a link
// in place of their folder is not followed.
func TestQueueJournals(t *testing.T) {
	table := written(t, true, quadfile.CSV, streams.Plain, headerOf("x", 0.05), framesOf(1, 2)...)
	names := []string{"sub/a.mkv.0123456789abcdef.csv", "sub/a.mkv.fedcba9876543210.csv", "a.mkv.1111111111111111.csv"}
	var lines []string
	for i, name := range names {
		lines = append(lines, recorded(name, "/media/a.mkv", len(table), time.Unix(0, 0).UTC(), float64(i+1)/10))
	}
	event := `{"film":"sub/a.mkv","state":"begun","time":"2026-01-01T00:00:00Z","source_file":{"size":1,"mtime":"2026-01-01T00:00:00Z"},"settings_hash":"0123456789abcdef"}` + "\n"
	corpus := func(t *testing.T, journals func(out string)) string {
		dir := t.TempDir()
		for _, name := range names {
			put(t, dir, "out/"+name, table)
		}
		journals(filepath.Join(dir, "out"))
		c := gathered(t, dir)
		var got []string
		for _, f := range c.Videos {
			got = append(got, fmt.Sprintf("%s %s %q", f.Name, f.Path, f.Settings.Words))
		}
		return fmt.Sprintf("%d: %s", len(c.Groups), strings.Join(got, "; "))
	}
	const (
		first   = `out/a.mkv /media/a.mkv "cross 0.3"`
		known   = "3: " + first + `; out/sub/a.mkv /media/a.mkv "cross 0.1"; out/sub/a.mkv /media/a.mkv "cross 0.2"`
		unknown = `1: out/a.mkv  ""; out/sub/a.mkv  ""; out/sub/a.mkv  ""`
		partly  = "2: " + first + `; out/sub/a.mkv  ""; out/sub/a.mkv  ""`
	)
	for name, c := range map[string]struct {
		want     string
		journals func(out string)
	}{
		"two machines": {known, func(out string) {
			put(t, out, queueFolder+"/one-1.ndjson", []byte(event+lines[0]+event+lines[2]))
			put(t, out, queueFolder+"/two-1.ndjson", []byte(event+lines[1]+`{"output":"cut`))
			put(t, out, queueFolder+"/id", []byte("x\n"))
		}},
		"another folder": {unknown, func(out string) {
			put(t, out, "other/"+queueFolder+"/one-1.ndjson", []byte(lines[0]+lines[1]+lines[2]))
		}},
		"upwards": {unknown, func(out string) {
			put(t, out, "other/x.csv", nil)
			put(t, out, "other/"+queueFolder+"/one-1.ndjson", []byte(recorded("../a.mkv.1111111111111111.csv", "x", len(table), time.Now(), 1)))
		}},
		"too long a line": {partly, func(out string) {
			put(t, out, queueFolder+"/one-1.ndjson", []byte(lines[2]+`{"film":"`+strings.Repeat("x", mostLine)+`"}`+"\n"+lines[0]))
		}},
		"a pipe": {partly, func(out string) {
			put(t, out, queueFolder+"/two-1.ndjson", []byte(lines[2]))
			if err := makePipe(filepath.Join(out, queueFolder, "one-1.ndjson")); err != nil {
				t.Fatal(err)
			}
		}},
		"a link": {partly, func(out string) {
			put(t, out, queueFolder+"/two-1.ndjson", []byte(lines[2]))
			put(t, out, "all", []byte(lines[0]+lines[1]))
			if err := os.Symlink("../all", filepath.Join(out, queueFolder, "one-1.ndjson")); err != nil {
				t.Fatal(err)
			}
		}},
		"a folder that is a link": {unknown, func(out string) {
			put(t, out, ".elsewhere/one-1.ndjson", []byte(lines[0]+lines[1]+lines[2]))
			if err := os.Symlink(".elsewhere", filepath.Join(out, queueFolder)); err != nil {
				t.Fatal(err)
			}
		}},
		"a folder that is a pipe": {unknown, func(out string) {
			if err := makePipe(filepath.Join(out, queueFolder)); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := corpus(t, c.journals); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// Of several records of a file, the one with its current modification time counts, else the one in
// the deepest folder, else the last one: each time the same.
func TestJournalsOfSeveralFolders(t *testing.T) {
	table := written(t, true, quadfile.CSV, streams.Plain, headerOf("x", 0.05), framesOf(1, 2)...)
	changed, other := time.Date(2026, 1, 2, 3, 4, 5, 600, time.UTC), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	const file = "a/b/x.csv"
	for name, c := range map[string]struct {
		want     string
		journals map[string]string // by their names; with the folders of the records
	}{
		"the deepest":         {"cross 0.3", map[string]string{journalName: recorded(file, "x", len(table), other, 0.1), "a/" + journalName: recorded("b/x.csv", "x", len(table), other, 0.2), "a/b/" + journalName: recorded("x.csv", "x", len(table), other, 0.3)}},
		"the time":            {"cross 0.1", map[string]string{journalName: recorded(file, "x", len(table), changed, 0.1), "a/" + journalName: recorded("b/x.csv", "x", len(table), other, 0.2), "a/b/" + journalName: recorded("x.csv", "x", len(table), other, 0.3)}},
		"the time below":      {"cross 0.2", map[string]string{journalName: recorded(file, "x", len(table), other, 0.1), "a/" + journalName: recorded("b/x.csv", "x", len(table), changed, 0.2)}},
		"the time twice":      {"cross 0.2", map[string]string{journalName: recorded(file, "x", len(table), changed, 0.1), "a/" + journalName: recorded("b/x.csv", "x", len(table), changed, 0.2), "a/b/" + journalName: recorded("x.csv", "x", len(table)+1, changed, 0.3)}},
		"the last":            {"cross 0.2", map[string]string{"a/" + journalName: recorded("b/x.csv", "x", len(table), other, 0.1) + recorded("b/x.csv", "x", len(table), other, 0.2)}},
		"a queue's time":      {"cross 0.1", map[string]string{"a/" + queueFolder + "/one-1.ndjson": recorded("b/x.csv", "x", len(table), changed, 0.1), "a/" + journalName: recorded("b/x.csv", "x", len(table), other, 0.2)}},
		"of a neighbour":      {"cross 0.1", map[string]string{journalName: recorded(file, "x", len(table), other, 0.1), "a/c/" + journalName: recorded("../b/x.csv", "x", len(table), changed, 0.2)}},
		"a folder before a .": {"cross 0.1", map[string]string{journalName: recorded(file, "x", len(table), other, 0.1), "-/" + journalName: recorded("../"+file, "x", len(table), changed, 0.2)}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, neighbour := range []string{file, "a/c/y.csv", "-/z.csv"} { // so that journals next to them are read
				put(t, dir, neighbour, table)
			}
			if err := os.Chtimes(filepath.Join(dir, file), changed, changed); err != nil {
				t.Fatal(err)
			}
			for name, text := range c.journals {
				put(t, dir, name, []byte(text))
			}
			first := pageOf(t, dir)
			for range 10 {
				if pageOf(t, dir) != first {
					t.Fatal("the page is another one each time")
				}
			}
			for _, f := range gathered(t, dir).Videos {
				if f.File == file && f.Settings.Words != c.want {
					t.Errorf("%q, want %q", f.Settings.Words, c.want)
				}
			}
		})
	}
}
