// Command timeline says what a command's processor time goes into, and draws it over time.
//
//	perf record -F 8000 -g -o a.data -- bin/ffkvadrat export clip.mp4 --engine cpu -o a.ndjson
//	perf script -i a.data -F comm,tid,time,ip,sym,dso | go run ./scripts/timeline docs/pictures/results-timeline.svg
//
// Input is samples of all threads, those of FFmpeg's decoder as well; output is a table in milliseconds and a
// picture of the processors that each kind of work uses.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// kind is a kind of work: a sample belongs to the first kind one of whose words is in its first
// function and library, or, if the kind is one of the system, in any function that called it.
type kind struct {
	name, colour string
	anywhere     bool
	words        []string
}

var kinds = []kind{
	{"write the file", "#d55e00", true, []string{"ksys_write", "sync_file_range", "x64_sys_fsync", "sys_fallocate", "sys_ftruncate"}},
	{"system, the rest", "#999999", false, []string{"([kernel.kallsyms])"}},
	{"load libraries", "#cc79a7", false, []string{"ld-linux"}},
	{"decode", "#0072b2", false, []string{"libav", "libsw", "libx26", "libdav1d"}},
	{"analyse", "#009e73", false, []string{"ffkvadrat/edge", "ffkvadrat/quadpyramid", "ffkvadrat/analysis", "ffkvadrat/yuv"}},
	{"make text", "#e69f00", false, []string{"ffkvadrat/quadfile", "decimal", "strconv"}},
	{"Go's runtime and the rest", "#56b4e9", false, []string{""}},
}

// sample is one sample: when, in seconds, and of which kind.
type sample struct {
	at   float64
	kind int
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "timeline: name the picture to write; the first lines of main.go say how")
		os.Exit(2)
	}
	samples, err := read(os.Stdin)
	if err == nil {
		table(os.Stdout, samples)
		err = os.WriteFile(os.Args[1], []byte(draw(samples)), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "timeline:", err)
		os.Exit(1)
	}
}

// read reads what perf script prints: a line with the time for each sample, then its functions, and
// an empty line.
func read(r io.Reader) ([]sample, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	var list []sample
	var stack []string
	at := 0.0
	end := func() {
		if len(stack) > 0 {
			list = append(list, sample{at, kindOf(stack)})
		}
		stack = stack[:0]
	}
	for in.Scan() {
		line := in.Text()
		switch {
		case line == "":
			end()
		case line[0] == '\t' || strings.HasPrefix(line, "    ") && !strings.HasSuffix(strings.TrimSpace(line), ":"):
			stack = append(stack, line)
		default:
			words := strings.Fields(line)
			var err error
			if at, err = strconv.ParseFloat(strings.TrimSuffix(words[len(words)-1], ":"), 64); err != nil {
				return nil, fmt.Errorf("no time in %q", line)
			}
		}
	}
	end()
	if len(list) == 0 {
		return nil, fmt.Errorf("no samples")
	}
	return list, in.Err()
}

// kindOf returns the kind of a sample's functions, the innermost first.
func kindOf(stack []string) int {
	for i, k := range kinds {
		for _, word := range k.words {
			if strings.Contains(stack[0], word) || k.anywhere && strings.Contains(strings.Join(stack, "\n"), word) {
				return i
			}
		}
	}
	return len(kinds) - 1
}

// rate is perf's samples a second of processor time.
const rate = 8000

// table writes the time of each kind.
func table(w io.Writer, samples []sample) {
	n := make([]int, len(kinds))
	for _, s := range samples {
		n[s.kind]++
	}
	for i, k := range kinds {
		fmt.Fprintf(w, "%-26s %6.0f ms\n", k.name, 1000*float64(n[i])/rate)
	}
	fmt.Fprintf(w, "%-26s %6.0f ms\n", "sum", 1000*float64(len(samples))/rate)
}
