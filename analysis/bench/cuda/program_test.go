package cuda

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// program is peers.cu, compiled for this run.
type program struct{ path, dir string }

// build compiles peers.cu and prints the versions of CUB and CUDA; it skips the benchmark if there
// is no nvcc.
func build(b *testing.B) program {
	b.Helper()
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		nvcc, err = exec.LookPath("/usr/local/cuda/bin/nvcc")
	}
	if err != nil {
		b.Skip("no nvcc in PATH or /usr/local/cuda/bin: CUB is not measured")
	}
	p := program{dir: b.TempDir()}
	p.path = filepath.Join(p.dir, "peers")
	args := []string{"-O3", "-arch=sm_90", "-Xcompiler", "-Wall,-Wextra,-Werror", "-o", p.path, "peers.cu"}
	if out, err := exec.Command(nvcc, args...).CombinedOutput(); err != nil {
		b.Fatalf("nvcc: %v\n%s", err, out)
	}
	versions, err := exec.Command(p.path, "versions").Output()
	if err != nil {
		b.Fatal(err)
	}
	fmt.Printf("%s", versions) // benchstat reads such lines as the configuration
	return p
}

// write writes a picture's luma to run's input file.
func (p program) write(b *testing.B, picture *yuv.Picture) {
	b.Helper()
	var luma bytes.Buffer
	for y := range picture.Height {
		luma.Write(picture.Luma.Row(y, 1))
	}
	if err := os.WriteFile(filepath.Join(p.dir, "luma"), luma.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
}

// run returns the program's output for the picture written last.
func (p program) run(b *testing.B, picture *yuv.Picture, level uint64, runs int) []byte {
	b.Helper()
	cmd := exec.Command(p.path, "luma", strconv.Itoa(picture.Width), strconv.Itoa(picture.Height),
		strconv.FormatUint(level, 10), strconv.Itoa(runs), "plain", "points", "quads")
	cmd.Dir = p.dir
	out, err := cmd.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			b.Fatalf("peers: %v\n%s", err, exit.Stderr)
		}
		b.Fatal(err)
	}
	return out
}

// lists returns the leaf pixels' numbers, computed in two ways, and the quads.
func (p program) lists(b *testing.B, picture *yuv.Picture, level uint64) (plain, points []uint32, quads []quadpyramid.Quad) {
	b.Helper()
	p.run(b, picture, level, 0)
	plain = read[uint32](b, filepath.Join(p.dir, "plain"))
	points = read[uint32](b, filepath.Join(p.dir, "points"))
	quads = read[quadpyramid.Quad](b, filepath.Join(p.dir, "quads"))
	return plain, points, quads
}

func read[T uint32 | quadpyramid.Quad](b *testing.B, file string) []T {
	b.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	list := make([]T, len(data)/4)
	if _, err := binary.Decode(data, binary.LittleEndian, list); err != nil {
		b.Fatal(err)
	}
	return list
}

// times returns medians in nanoseconds under the program's names.
func (p program) times(b *testing.B, picture *yuv.Picture, level uint64, runs int) map[string]float64 {
	b.Helper()
	times := make(map[string]float64)
	lines := bufio.NewScanner(bytes.NewReader(p.run(b, picture, level, runs)))
	for lines.Scan() {
		var name string
		var ns float64
		if _, err := fmt.Sscan(lines.Text(), &name, &ns); err != nil {
			b.Fatalf("peers printed %q: %v", lines.Text(), err)
		}
		times[name] = ns
	}
	return times
}
