package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRoiFrom: --roi-from sets other flags. Flags that contradict it, and flags of maps with other
// formats, are errors.
func TestRoiFrom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const clip = "../samples/tiny-420.mp4"
	usual := exportAs(t, filepath.Join(dir, "usual.kvzroi.txt"), "--strength", "51", clip)
	for short, long := range map[string]string{
		"--roi-from edge":                                  "",
		"--roi-from edge --operator sobel":                 "--operator sobel",
		"--roi-from colour --colour 200,120,40 -t 0.2":     "--operator colour --max-size 8 --colour 200,120,40 -t 0.2",
		"--roi-from motion":                                "--operator motion --invert --max-size 8",
		"--roi-from motion --max-size 4 --min-size 2":      "--operator motion --invert --max-size 4 --min-size 2",
		"--roi-from template --template 30,20,8,8@#1":      "--variant template --template 30,20,8,8@#1",
		"--roi-from template --template 30,20,8,8@#1 -t 1": "--template 30,20,8,8@#1 -t 1",
	} {
		for _, extension := range []string{".svtroi.txt", ".kvzroi.txt", ".kvzroi.bin", ".zones.txt"} {
			got := exportAs(t, filepath.Join(dir, "got"+extension), append(strings.Fields(short), "--force", "--strength", "51", clip)...)
			want := exportAs(t, filepath.Join(dir, "want"+extension), append(strings.Fields(long), "--force", "--strength", "51", clip)...)
			if got != want {
				t.Errorf("%s: %s: another map than with %s", extension, short, long)
			}
			if long != "" && !strings.Contains(long, "sobel") && extension == ".kvzroi.txt" && got == usual {
				t.Errorf("%s: the map of edges", short)
			}
		}
	}
	for args, want := range map[string]string{
		"--roi-from edges -o a.zones.txt":                                 `--roi-from must be one of "edge","colour","motion","template" but got "edges"`,
		"--roi-from edge -o a.csv":                                        "--roi-from is for svtroi, kvzroi, kvzroi-bin and zones, not for csv",
		"--strength 5 -o a.ffq":                                           "ffq has no strength; these formats have one: svtroi, kvzroi, kvzroi-bin and zones",
		"--strength 0 -o a.zones.txt":                                     "a strength of 0: it is from -51 to 51, and not 0",
		"--strength=-52 -o a.zones.txt":                                   "a strength of -52",
		"--roi-from edge --operator luma -o a.zones.txt":                  "goes with an operator of edges, not with --operator luma",
		"--roi-from edge --operator motion -o a.zones.txt":                "goes with an operator of edges",
		"--roi-from motion --operator sobel -o a.zones.txt":               "has the operator motion, not sobel",
		"--roi-from motion --max-size 16 -o a.zones.txt":                  "--max-size is at most 8",
		"--roi-from motion --variant feature -o a.zones.txt":              "both say what gets more bits",
		"--roi-from motion --template 30,20,8,8@#1 -o a.zones.txt":        "both say what gets more bits",
		"--roi-from colour -o a.zones.txt":                                "--roi-from colour needs --colour",
		"--roi-from template -o a.zones.txt":                              "--roi-from template needs --template",
		"--cube 8 -o a.svtroi.txt":                                        "cannot hold cubes",
		"--summary -o a.svtroi.txt":                                       "--summary is for",
		"--classes 0,0.1,0.2 --roi-from motion --variant points -o a.csv": "--roi-from is for",
	} {
		status, _, stderr := call(t, append([]string{"export", clip}, strings.Fields(args)...)...)
		if status != statusUsage || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q, want %q", args, status, stderr, want)
		}
	}
	quads := filepath.Join(dir, "quads.ffq")
	exportAs(t, quads, clip)
	if status, _, stderr := call(t, "convert", quads, "--strength", "5", "-o", filepath.Join(dir, "a.csv")); status != statusUsage || !strings.Contains(stderr, "csv has no strength") {
		t.Errorf("convert: status %d, %q", status, stderr)
	}
	out := filepath.Join(dir, "strong.kvzroi.txt")
	if status, _, stderr := call(t, "convert", quads, "--strength=-40", "-o", out); status != statusDone {
		t.Fatalf("convert: status %d, %q", status, stderr)
	}
	want := exportAs(t, filepath.Join(dir, "b.kvzroi.txt"), "--strength=-40", clip)
	if got, err := os.ReadFile(out); err != nil || string(got) != want {
		t.Error(err, "convert has another map of this strength")
	}
}

// TestMapsOfFolder: each video of a folder has the same map as alone, and --resume remakes those
// with another strength or source.
func TestMapsOfFolder(t *testing.T) {
	dir := t.TempDir()
	videos, folder := filepath.Join(dir, "films"), filepath.Join(dir, "maps")
	if err := os.Mkdir(videos, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tiny-420.mp4", "tiny-gray.mp4"} {
		data, err := os.ReadFile(filepath.Join("../samples", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(videos, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		kept bool
	}{
		{"", false},
		{"", true},
		{"--strength 51", false},
		{"--strength 51", true},
		{"--strength=-51", false},
		{"--strength=-51 --roi-from motion", false},
		{"--strength=-51 --roi-from motion", true},
	} {
		args := append(strings.Fields(c.args), "--engine", "cpu")
		status, _, stderr := call(t, append([]string{"export", videos, "-o", folder + "/", "--format", "kvzroi", "--resume"}, args...)...)
		if status != statusDone || !strings.Contains(stderr, "2 of 2 files exported") || strings.Contains(stderr, "2 finished before") != c.kept {
			t.Errorf("%s: status %d, %s", c.args, status, stderr)
		}
		for _, name := range []string{"tiny-420.mp4", "tiny-gray.mp4"} {
			got, err := os.ReadFile(filepath.Join(folder, name+".kvzroi.txt"))
			want := exportAs(t, filepath.Join(dir, "alone.kvzroi.txt"), append(args, "--force", filepath.Join(videos, name))...)
			if err != nil || string(got) != want {
				t.Errorf("%s: %s has another map than alone: %v", c.args, name, err)
			}
		}
	}
}
