package processes

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/full"
)

// TestEverythingStreams: every format, and every command that writes a table of frames, reads a
// video of 20,000 frames in the memory for its first 4,000, after which zstd's window of 8 MiB is
// full.
//
// The collector lets the heap grow by a fraction of the live data, which varies between runs: up to
// 2 MB of 80 were measured, and up to 17 on a busy machine with the default setting. With this
// setting 8 MB are allowed. A list of the quads of the other 16,000 frames would take 43 MB.
func TestEverythingStreams(t *testing.T) {
	full.Only(t, "only thousands of frames tell memory that grows from the collector's changes and the compressors' windows")
	clip := clitest.Looped(t, "99", "testsrc2=size=64x64:rate=25:duration=8,noise=alls=6", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "50", "-pix_fmt", "yuv420p")
	const few, many, most = "4000", "20000", 8 << 20
	type run struct{ name, args, out string }
	var runs []run
	for _, format := range quadfile.Formats() {
		if format.Has(quadfile.OneFrame) {
			continue // holds one frame
		}
		flags := "--threshold 0.1"
		if format.Takes(quadfile.Contents{}) != nil {
			t.Errorf("%v has no quads", format)
		}
		runs = append(runs, run{format.String(), "export --engine cpu " + flags, "a" + format.Extension()})
	}
	runs = append(runs,
		run{"gzip", "export --engine cpu --threshold 0.1", "a.csv.gz"},
		run{"zstd", "export --engine cpu --threshold 0.1", "a.ndjson.zst"},
		run{"points", "export --engine cpu --threshold 0.1 --variant points", "a.ffq"},
		run{"feature", "export --engine cpu --threshold 0.05 --variant feature", "a.ffq"},
		run{"means", "export --engine cpu --threshold 0.05 --variant feature", "a.csv"},
		run{"cubes", "export --engine cpu --threshold 0.1 --cube 8", "a.ply"},
		run{"cubes.ffq", "export --engine cpu --threshold 0.1 --cube 64", "a.ffq"},
		run{"fields", "export --engine cpu --threshold 0.1 --fields frame_index,x,size", "a.csv"},
		run{"summary", "export --engine cpu --threshold 0.1 --summary --siti --codec", "a.ndjson"},
		run{"summary.csv", "export --engine cpu --threshold 0.1 --summary --distortion", "a.csv"},
		run{"measure", "measure", "a.csv"},
		run{"shots", "shots", "a.scenes.json"},
		run{"histogram", "histogram", "a.csv"},
		run{"agreement", "agreement --threshold 0.1", "a.csv"},
		run{"blocks", "blocks", "a.ndjson"},
		run{"blocks.parquet", "blocks", "a.parquet"},
		run{"compare", "compare --threshold 0.1 " + clip, "a.csv"},
	)
	for _, r := range runs {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			memory := func(frames string) int64 {
				dir := t.TempDir()
				args := append(strings.Fields(r.args), clip, "--frames", frames, "-o", filepath.Join(dir, r.out))
				p := clitest.Program(t, args...)
				p.Env = append(p.Env, "GOGC=20")
				if err := p.Run(); err != nil {
					t.Fatalf("%v: %s", err, p.Err.String())
				}
				defer os.RemoveAll(dir) // frees the room for the others
				return p.Memory(t)
			}
			short, long := memory(few), memory(many)
			for range 2 { // on a busy machine the collector may be late once
				if long > short+most {
					short, long = max(short, memory(few)), min(long, memory(many))
				}
			}
			if t.Logf("%s frames took %d kB, %s took %d kB", few, short>>10, many, long>>10); long > short+most {
				t.Error("memory grows with the number of frames")
			}
		})
	}
}

// TestCubesInLittleMemory: exporting 3,000 frames, with -short 1,500 small ones, takes the memory
// of a window.
func TestCubesInLittleMemory(t *testing.T) {
	size, most := "1280x720", 3000
	if testing.Short() {
		size, most = "320x240", 1500
	}
	clip := clitest.Looped(t, "59", "testsrc2=size="+size+":rate=25:duration=2", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "50")
	memory := func(frames int) int64 {
		p := clitest.Program(t, "export", "--engine", "cpu", "--cube", "64", "--threshold", "0.001", "--frames", strconv.Itoa(frames), "-o", filepath.Join(t.TempDir(), "q.ndjson"), clip)
		if err := p.Run(); err != nil {
			t.Fatalf("%v: %s", err, p.Err.String())
		}
		return p.Memory(t)
	}
	few, many := memory(256), memory(most)
	t.Logf("256 frames took %d MiB, %d took %d MiB", few>>20, most, many>>20)
	if 4*many > 5*few {
		t.Error("memory grows with the number of frames")
	}
}
