package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
)

// TestExportTemplate: every engine finds a part of the video, and the same part as a picture file
// with another range.
func TestExportTemplate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip, picture := filepath.Join(dir, "film.mkv"), filepath.Join(dir, "part.png")
	ffmpegTo(t, clip, "-f", "lavfi", "-i", "testsrc2=size=80x60:rate=10:duration=0.6", "-pix_fmt", "yuv420p", "-c:v", "ffv1")
	ffmpegTo(t, picture, "-i", clip, "-vf", `select=eq(n\,4),crop=24:16:20:16,scale=in_range=limited:out_range=full,format=gray`, "-frames:v", "1")
	for name, flags := range map[string]string{
		"part":      "--template 20,16,24,16@#4 -t 0.02",
		"time":      "--template 20,16,24,16@0.4 -t 0.02 --suppress --order value",
		"file":      "--template " + picture + " -t 0.02 --suppress --order lines",
		"threshold": "--template 20,16,24,16@#4 -t 1",
	} {
		var first []byte
		for _, engine := range []string{"cpu", "gpu"} {
			out := filepath.Join(dir, name+engine+".ndjson")
			data := []byte(exportAs(t, out, append(strings.Fields(flags), "--engine", engine, clip)...))
			if first == nil {
				first = data
			} else if !bytes.Equal(first, data) {
				t.Errorf("%s: the engines write other bytes", name)
			}
			if status, _, err := call(t, "verify", out, clip); status != 0 {
				t.Errorf("%s on the %s: %s", name, engine, err)
			}
		}
		doc, err := quadfile.Read(bytes.NewReader(first))
		if err != nil || len(doc.Frames) != 6 {
			t.Fatalf("%s: %d frames, %v", name, len(doc.Frames), err)
		}
		best, at := uint16(0), quadpyramid.Quad(0)
		for i, q := range doc.Frames[4].Quads {
			if v := doc.Frames[4].Values[i]; v > best {
				best, at = v, q
			}
		}
		if at.X() != 20 || at.Y() != 16 || best != 65535 && name != "file" || best < 65000 {
			t.Errorf("%s: the best hit is at (%d,%d) with %d", name, at.X(), at.Y(), best)
		}
		if n := (80 - 24 + 1) * (60 - 16 + 1); name == "threshold" && len(doc.Frames[0].Quads) != n {
			t.Errorf("%d hits at threshold 1, want %d", len(doc.Frames[0].Quads), n)
		}
	}
	for _, name := range []string{"a.csv", "a.coco.json", "a.yuview.csv"} {
		if text := exportAs(t, filepath.Join(dir, name), "--template", "20,16,24,16@#4", "--suppress", clip); !strings.Contains(text, "65535") {
			t.Errorf("%s: no hit in %.500s", name, text)
		}
	}
	for _, command := range [][]string{{"snapshot", "-o", filepath.Join(dir, "a.png")}, {"sheet", "-o", filepath.Join(dir, "b.png")}, {"render", "-o", filepath.Join(dir, "c.mkv")}, {"probe"}} {
		if status, _, err := call(t, append(command, "--template", "20,16,24,16@#4", clip)...); status != 0 {
			t.Errorf("%v: %s", command, err)
		}
	}
	if status, out, err := call(t, "probe", "--template", picture, "--suppress", clip); status != 0 || !strings.Contains(out, "hits of a template of 24×16 pixels") {
		t.Errorf("probe: %s%s", out, err)
	}
}

// TestTemplateOfAStream: the template is cut out of the analysed stream.
func TestTemplateOfAStream(t *testing.T) {
	clip := filepath.Join(t.TempDir(), "two.mkv")
	ffmpegTo(t, clip, "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=5:duration=1", "-f", "lavfi", "-i", "mandelbrot=size=120x80:rate=5:end_pts=1000",
		"-map", "0:v", "-map", "1:v", "-t", "1", "-pix_fmt", "yuv420p", "-c:v", "ffv1")
	text := exportAs(t, filepath.Join(t.TempDir(), "x.csv"), "--stream", "1", "--template", "30,20,24,16@#2", "--frames", "3", clip)
	if !strings.Contains(text, ",30,20,65535") {
		t.Errorf("the part is not where it was cut out: %.500s", text)
	}
}

// TestFlagsOfTemplates: templates that are too large, outside the picture or missing are errors
// with a reason.
func TestFlagsOfTemplates(t *testing.T) {
	dir := t.TempDir()
	clip := "../samples/tiny-420.mp4"
	for flags, want := range map[string]string{
		"--variant template":                         "--variant template needs --template",
		"--suppress":                                 "--template and --suppress need --variant template",
		"--variant points --template 0,0,4,4@0":      "--template and --suppress need --variant template",
		"--template 0,0,4,4@0 --operator sobel":      "need --variant edge or --variant points",
		"--template 0,0,4,4@0 --max-size 4":          "each quad is a pixel",
		"--template 0,0,4,4@0 --features yuv":        "--features needs",
		"--template 0,0,4,4@0 -t 1.5":                "threshold 1.5 is not between 0 and 1",
		"--template 0,0,65,4@0":                      "a template of 65×4 pixels",
		"--template 0,0,0,4@0":                       "a template of 0×4 pixels",
		"--template 9999,0,4,4@0":                    "are not inside a picture",
		"--template 0,0,4,4@soon":                    "--template:",
		"--template 0,0,4,4@99:00":                   "--template:",
		"--template " + filepath.Join(dir, "no.png"): "no.png",
		"--template " + clip:                         "a template of",
		"--template 0,0,4,4@0 " + clip:               "name a single one",
	} {
		status, _, err := call(t, append(append([]string{"export", "-o", filepath.Join(dir, "out") + "/"}, strings.Fields(flags)...), clip)...)
		if status == 0 || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", flags, status, err)
		}
	}
	if status, _, err := call(t, "export", "-o", "-", "--template", "0,0,4,4@0", "-"); status == 0 || !strings.Contains(err, "name a file") {
		t.Errorf("standard input: status %d, %s", status, err)
	}
}

// TestTemplateImpliesItsVariant: a template implies its variant before any check, so a matrix of
// hits needs no --variant.
func TestTemplateImpliesItsVariant(t *testing.T) {
	out := filepath.Join(t.TempDir(), "hits.mtx")
	if status, _, stderr := call(t, "export", "--template", "0,0,3,3@#1", "--frames", "1", "-o", out, "../samples/tiny-420.mp4"); status != statusDone {
		t.Errorf("status %d, %s", status, stderr)
	}
}
