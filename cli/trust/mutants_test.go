package trust

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/tests/leak"
)

var (
	mutants = flag.Int("mutants", 0, "how many damaged files TestMutants makes; 0 for 100, or 50 with -short")
	only    = flag.Int("mutant", -1, "the number of the only one that it makes")
)

const (
	// mutantDeadline limits the export of a mutant. Only a hang takes as long.
	mutantDeadline = 5 * time.Minute
	// mutantMemory limits the resident memory during an export, in bytes.
	mutantMemory = 1 << 30
)

// TestMutants exports damaged files. Each must give an export that can be read back, or an error of
// one line that names the file, within the deadline and the limit of memory, and leave nothing
// behind. If the process dies, the test names the mutant; -mutant makes only that one.
func TestMutants(t *testing.T) {
	dir := t.TempDir()
	first, last := 0, *mutants
	switch {
	case last > 0:
	case testing.Short():
		last = 50
	default:
		last = 100
	}
	if *only >= 0 {
		first, last = *only, *only+1
	}
	mutantFiles(t, dir)
	seen := map[string]int{}
	for first < last {
		next, err := runMutants(t, dir, first, last, seen)
		if err != nil {
			t.Errorf("mutant %d: %v", next-1, err)
		}
		first = next
	}
	t.Logf("outcomes: %v", seen)
	if *only < 0 && (seen["done"] == 0 || seen["damaged"] == 0 || seen["refused"] == 0) {
		t.Errorf("the mutants are all of a kind: %v", seen)
	}
}

// runMutants has a child export the mutants from first on, and counts the outcomes. After a
// failure, next is the number after it.
func runMutants(t *testing.T, dir string, first, last int, seen map[string]int) (next int, err error) {
	cmd := child(t, "mutants", dir, strconv.Itoa(first), strconv.Itoa(last))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(2*mutantDeadline, func() { cmd.Process.Kill() })
	defer watchdog.Stop()
	next = first
	how := "the start"
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		watchdog.Reset(2 * mutantDeadline)
		switch word, rest, _ := strings.Cut(lines.Text(), " "); word {
		case "mutant":
			next++
			how = rest
		default:
			seen[word]++
			if testing.Verbose() {
				t.Logf("%s: %s", how, lines.Text())
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		return max(next, first+1), fmt.Errorf("%s: %w\n%s", how, err, stderr.String())
	}
	return last, nil
}

// mutantFiles writes the originals of mutants: the samples, and the first pictures of each clip of
// FFKVADRAT_MEDIA.
func mutantFiles(t *testing.T, dir string) {
	t.Helper()
	paths, err := filepath.Glob("../../samples/tiny-*.*")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d%s", n, filepath.Ext(path))), data, 0o600); err != nil {
			t.Fatal(err)
		}
		n++
	}
	if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" {
		clips, err := filepath.Glob(folder + "/*.*")
		if err != nil {
			t.Fatal(err)
		}
		for _, clip := range clips {
			switch ext := filepath.Ext(clip); ext {
			case ".tsv", ".md":
			default:
				ffmpeg(t, "-i", clip, "-map", "0:v:0", "-c", "copy", "-frames:v", "10", "-fs", "200k", filepath.Join(dir, fmt.Sprintf("%02d%s", n, ext)))
				n++
			}
		}
	}
}

// mutantsChild exports the mutants with numbers from first until before last of the files in a
// folder, and prints a line before and after each.
func mutantsChild(args []string) error {
	dir := args[0]
	first, _ := strconv.Atoi(args[1])
	last, _ := strconv.Atoi(args[2])
	names, err := filepath.Glob(dir + "/*.*")
	if err != nil {
		return err
	}
	slices.Sort(names)
	var files [][]byte
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files = append(files, data)
	}
	go bound()
	engine := analysis.NewCPU()
	defer engine.Release()
	for i := first; i < last; i++ {
		data, how := mutant(i, files)
		fmt.Println("mutant", i, how)
		work, err := os.MkdirTemp(dir, "work")
		if err != nil {
			return err
		}
		path := filepath.Join(work, "mutant"+filepath.Ext(names[i%len(names)]))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
		outcome, err := exportMutant(path, i, engine)
		if err != nil {
			return err
		}
		fmt.Println(outcome)
		if err := os.RemoveAll(work); err != nil {
			return err
		}
	}
	return nil
}

// bound ends the process before it uses up memory that others need. The parent then names the
// mutant.
func bound() {
	for range time.Tick(10 * time.Millisecond) {
		if n, err := status("self", "VmRSS"); err != nil || n > 2*mutantMemory {
			fmt.Fprintf(os.Stderr, "%d MiB resident, %v\n", n>>20, err)
			os.Exit(1)
		}
	}
}

// exportMutant exports a file into its own folder and returns the outcome. An error means that a
// rule was broken.
func exportMutant(path string, variant int, engine analysis.Engine) (outcome string, err error) {
	before := leak.Now()
	if err := resetPeak(); err != nil {
		return "", err
	}
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), mutantDeadline)
	defer cancel()
	out := filepath.Join(filepath.Dir(path), "out.ndjson")
	frames, failure := pipeline(ctx, path, out, variant, engine)
	if ctx.Err() != nil {
		return "", fmt.Errorf("not done after %v: %w", mutantDeadline, failure)
	}
	took := time.Since(start)
	cancel()
	if err := before.Settle(); err != nil {
		return "", err
	}
	peak, err := status("self", "VmHWM")
	if err != nil {
		return "", err
	}
	if peak > mutantMemory {
		return "", fmt.Errorf("held %d MiB", peak>>20)
	}
	switch {
	case failure == nil || errors.Is(failure, errDamaged):
		data, err := os.ReadFile(out)
		if err != nil {
			return "", err
		}
		n, err := readBack(data)
		if err == nil && n != frames {
			err = fmt.Errorf("%d frames read back of %d", n, frames)
		}
		outcome = "done"
		if failure != nil {
			outcome = "damaged"
		}
		return fmt.Sprintf("%s %d frames, %v, %d MiB", outcome, frames, took, peak>>20), err
	case strings.Contains(failure.Error(), "\n") || !strings.Contains(failure.Error(), path):
		return "", fmt.Errorf("no error of one line with the file's name: %q", failure)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	if err == nil && len(left) != 1 {
		err = fmt.Errorf("left behind: %q", left)
	}
	return fmt.Sprintf("refused %v, %v, %d MiB", failure, took, peak>>20), err
}
