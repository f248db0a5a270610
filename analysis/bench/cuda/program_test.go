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

// peerNames are the program's peers: lists of points in raster order, with and without values, and
// quads.
var peerNames = []string{"plain", "plain-values", "points", "points-values", "quads"}

// run returns the program's output for the picture written last.
func (p program) run(b *testing.B, picture *yuv.Picture, level uint64, runs int, peers []string) []byte {
	b.Helper()
	args := []string{"luma", strconv.Itoa(picture.Width), strconv.Itoa(picture.Height), strconv.FormatUint(level, 10), strconv.Itoa(runs)}
	cmd := exec.Command(p.path, append(args, peers...)...)
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

// lists returns each peer's list: numbers of pixels, followed by their values, or quads.
func (p program) lists(b *testing.B, picture *yuv.Picture, level uint64) map[string][]uint32 {
	b.Helper()
	p.run(b, picture, level, 0, peerNames)
	lists := make(map[string][]uint32)
	for _, name := range peerNames {
		data, err := os.ReadFile(filepath.Join(p.dir, name))
		if err != nil {
			b.Fatal(err)
		}
		list := make([]uint32, len(data)/4)
		if _, err := binary.Decode(data, binary.LittleEndian, list); err != nil {
			b.Fatal(err)
		}
		lists[name] = list
	}
	return lists
}

// times returns medians in nanoseconds under the program's names.
func (p program) times(b *testing.B, picture *yuv.Picture, level uint64, runs int, peers []string) map[string]float64 {
	b.Helper()
	times := make(map[string]float64)
	lines := bufio.NewScanner(bytes.NewReader(p.run(b, picture, level, runs, peers)))
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
