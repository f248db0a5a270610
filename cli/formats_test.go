package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/clitest"
)

// exportAs exports to a file of the given name and returns its bytes.
func exportAs(t *testing.T, out string, args ...string) string {
	t.Helper()
	status, _, stderr := call(t, append([]string{"export", "--engine", "cpu", "-o", out}, args...)...)
	if status != statusDone {
		t.Fatalf("export %v: status %d: %s", args, status, stderr)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestFormatsHoldTheSame: every format has the frames and the quads of the NDJSON export.
func TestFormatsHoldTheSame(t *testing.T) {
	t.Parallel()
	for _, flags := range []string{"--variant edge", "--variant feature"} {
		dir := t.TempDir()
		args := append(strings.Fields(flags), "../samples/tiny-vfr.mp4")
		doc, err := quadfile.Read(bytes.NewReader(exportFile(t, append(args, "--engine", "cpu")...)))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(exportAs(t, filepath.Join(dir, "a.csv"), args...))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var coco struct {
			Images      []struct{ Width int }
			Annotations []struct {
				Image int `json:"image_id"`
				BBox  [4]int
				Mean  []uint16
			}
		}
		if err := json.Unmarshal([]byte(exportAs(t, filepath.Join(dir, "a.coco.json"), args...)), &coco); err != nil {
			t.Fatal(err)
		}
		if len(coco.Images) != len(doc.Frames) {
			t.Errorf("%d images, want %d", len(coco.Images), len(doc.Frames))
		}
		yuview := exportAs(t, filepath.Join(dir, "a.yuview.csv"), args...)
		rows = rows[1:]
		n := 0
		for _, f := range doc.Frames {
			for i, q := range f.Quads {
				row := strings.Fields(fmt.Sprint(f.Index, f.PTS, q.X(), q.Y(), q.Size()))
				if got := slices.Concat(rows[n][:2], rows[n][10:13]); !slices.Equal(got, row) {
					t.Fatalf("row %d is %v, want %v", n, got, row)
				}
				a := coco.Annotations[n]
				if int64(a.Image) != f.Index+1 || a.BBox != [4]int{q.X(), q.Y(), q.Size(), q.Size()} {
					t.Fatalf("annotation %d is %+v, want %v of frame %d", n, a, q, f.Index)
				}
				if len(f.Means) != 0 {
					v := f.Means[i].Vector()
					if !slices.Equal(a.Mean, v[:]) || !slices.Equal(rows[n][13:], strings.Fields(fmt.Sprint(v[0], v[1], v[2]))) {
						t.Fatalf("quad %d has another mean", n)
					}
				}
				n++
			}
		}
		if n == 0 || n != len(rows) || n != len(coco.Annotations) {
			t.Errorf("%d quads, %d rows, %d annotations", n, len(rows), len(coco.Annotations))
		}
		level := 0
		for line := range strings.Lines(yuview) {
			if fields := strings.Split(line, ";"); fields[0] != "%" && fields[5] == "0" {
				level++
			}
		}
		if level != n {
			t.Errorf("%d rows of levels, want %d", level, n)
		}
	}
}

// TestCOCOImageNames: a COCO file has the names of the pictures that the documented ffmpeg command
// writes.
func TestCOCOImageNames(t *testing.T) {
	dir := t.TempDir()
	var coco struct {
		Images []struct {
			Name string `json:"file_name"`
		}
	}
	if err := json.Unmarshal([]byte(exportAs(t, filepath.Join(dir, "a.coco.json"), "../samples/tiny-vfr.mp4")), &coco); err != nil {
		t.Fatal(err)
	}
	images := filepath.Dir(clips.Make(t, "%06d.png", "-noautorotate", "-i", "../samples/tiny-vfr.mp4", "-fps_mode", "passthrough", "-start_number", "0"))
	var names []string
	for _, img := range coco.Images {
		names = append(names, img.Name)
	}
	if got := clitest.Files(t, images); got != strings.Join(names, " ") {
		t.Errorf("ffmpeg makes %s, the export has %s", got, names)
	}
}

// TestPlaylist: a playlist is next to YUView's statistics, and names the video relative to its
// folder.
func TestPlaylist(t *testing.T) {
	dir := t.TempDir()
	clip, err := filepath.Abs("../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	exportAs(t, filepath.Join(dir, "a b.yuview.csv"), clip)
	exportAs(t, filepath.Join(dir, "c.csv"), "--format", "yuview", clip)
	exportAs(t, filepath.Join(dir, "d.yuview.csv.gz"), clip)
	exportAs(t, filepath.Join(dir, "e.stat"), "--format", "yuview", clip)
	if got, want := clitest.Files(t, dir), "a b.yuview.csv a b.yuvplaylist c.csv c.yuvplaylist d.yuview.csv.gz e.stat"; got != want {
		t.Errorf("in the folder: %s, want %s", got, want)
	}
	text, err := os.ReadFile(filepath.Join(dir, "a b.yuvplaylist"))
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Video      string `xml:"playlistItemOverlay>playlistItemCompressedVideo>relativePath"`
		Statistics string `xml:"playlistItemOverlay>playlistItemStatisticsFile>relativePath"`
	}
	if err := xml.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if list.Statistics != "a b.yuview.csv" || filepath.Join(dir, list.Video) != clip {
		t.Errorf("the playlist names %+v", list)
	}
	if status, _, stderr := call(t, "export", "--format", "yuview", "-o", "/dev/full", clip); status != statusFailed || !strings.Contains(stderr, "no space left") {
		t.Errorf("on a full disk: status %d, %q", status, stderr)
	}
}

// TestSizeChanges: every format that can hold them has frames that change their size in mid-stream.
func TestSizeChanges(t *testing.T) {
	dir := t.TempDir()
	clip := filepath.Join(dir, "two.ts")
	var whole []byte
	for i, size := range []string{"96x64", "64x96"} {
		part := clips.Make(t, "a.ts", "-f", "lavfi", "-i", "testsrc=size="+size+":rate=25:duration=0.2", "-c:v", "mpeg2video", "-output_ts_offset", strconv.Itoa(i))
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		whole = append(whole, data...)
	}
	if err := os.WriteFile(clip, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"--engine", "cpu", "-t", "0.1", clip}
	count := map[string]int{}
	for _, name := range []string{"a.csv", "a.coco.json", "a.yuview.csv"} {
		status, _, stderr := call(t, append([]string{"export", "-o", filepath.Join(dir, name)}, args...)...)
		if status != statusDone && status != statusPartly {
			t.Fatalf("%s: status %d, %q", name, status, stderr)
		}
		if reported := strings.Contains(stderr, "5 frames left out of"); reported != (name == "a.yuview.csv") {
			t.Errorf("%s: %q", name, stderr)
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		count[name] = bytes.Count(data, []byte("\n"))
		if name == "a.csv" && (!bytes.Contains(data, []byte(",96,64,")) || !bytes.Contains(data, []byte(",64,96,"))) {
			t.Error("the CSV file lacks a size")
		}
	}
	if count["a.yuview.csv"] >= count["a.csv"] {
		t.Errorf("lines: %v", count)
	}
}
