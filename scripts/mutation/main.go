// Mutation measures how well the tests find faults. It changes the source at a fixed selection of
// places, one at a time, like a programmer's mistake, and runs the tests of the package and of
// those that use it. A change, called a mutant, survives if no test fails.
//
//	scripts/ffmpeg go run ./scripts/mutation                # the short tests
//	scripts/ffmpeg go run ./scripts/mutation -short=false -only 17,33
//	scripts/ffmpeg go run ./scripts/mutation -targets points,match -n 1000 -list
//
// All mutants are compiled into the tests once, each guarded by a comparison with the environment
// variable [variable]; the working tree is not changed. Survivors are printed, and written to
// build/mutation/survivors. scripts/mutation/equivalent lists mutants that no test can find, with
// reasons. The numbers of mutants depend on the sources, -n and -seed.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	n := flag.Int("n", 200, "choose `N` mutants")
	seed := flag.Uint64("seed", 1, "choose by the random `SEED`")
	short := flag.Bool("short", true, "run the short tests")
	only := flag.String("only", "", "run only the mutants with these `NUMBERS`, such as 17,33")
	names := flag.String("targets", "", "choose only in these `TARGETS`, such as points,match")
	own := flag.Bool("own", false, "run only the first of a target's tests, those of its package")
	list := flag.Bool("list", false, "list the mutants, and run none")
	dir := flag.String("o", filepath.Join("build", "mutation"), "write to this `FOLDER`, another one for each run at the same time")
	jobs := flag.Int("jobs", 2, "run `N` mutants at a time")
	verbose := flag.Bool("v", false, "print what kills each mutant")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := mutate(ctx, options{
		root: ".", dir: *dir, targets: targets, n: *n, seed: *seed, only: *only, names: *names, list: *list, own: *own, verbose: *verbose,
		runner: runner{short: *short, jobs: *jobs, least: time.Minute},
	}, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

type options struct {
	root    string // the module's folder
	dir     string // for temporary files
	targets []target
	n       int
	seed    uint64
	only    string // numbers of mutants, empty for all
	names   string // of targets, empty for all
	list    bool
	own     bool // run only the first of a target's tests
	verbose bool
	runner  runner
}

// mutate runs everything and prints the result to w.
func mutate(ctx context.Context, o options, w io.Writer) error {
	root, err := filepath.Abs(o.root)
	if err != nil {
		return err
	}
	chosen := o.targets
	if o.names != "" {
		chosen = nil
		for name := range strings.SplitSeq(o.names, ",") {
			i := slices.IndexFunc(o.targets, func(t target) bool { return t.name == name })
			if i < 0 {
				return fmt.Errorf("there is no target %q", name)
			}
			chosen = append(chosen, o.targets[i])
		}
	}
	equivalent, err := readEquivalent(filepath.Join(root, "scripts", "mutation", "equivalent"))
	if err != nil {
		return err
	}
	packages, err := load(root, chosen)
	if err != nil {
		return err
	}
	mutants, sites, err := choose(packages, chosen, o.n, o.seed)
	if err != nil {
		return err
	}
	for _, m := range mutants {
		if equivalent[m.String()] {
			m.result = isEquivalent
		}
	}
	if o.own {
		for _, m := range mutants {
			m.tests = m.tests[:1]
		}
	}
	fmt.Fprintf(w, "%d sites, %d mutants\n", sites, len(mutants))
	if o.only != "" {
		if mutants, err = pick(mutants, o.only); err != nil {
			return err
		}
	}
	if o.list {
		for _, m := range mutants {
			m.print(w)
		}
		return nil
	}

	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	overlay, err := writeOverlay(dir, packages, mutants)
	if err != nil {
		return err
	}
	r := o.runner
	r.root, r.dir, r.overlay = root, dir, overlay
	if err := r.prepare(ctx, mutants, w); err != nil {
		return err
	}
	done := 0
	r.run(ctx, mutants, func(m *mutant) {
		done++
		if o.verbose || m.result == survived {
			fmt.Fprintf(w, "%d/%d: ", done, len(mutants))
			m.print(w)
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	return report(w, filepath.Join(dir, "survivors"), chosen, mutants)
}

// pick returns the mutants with the listed numbers, also equivalent ones.
func pick(mutants []*mutant, numbers string) ([]*mutant, error) {
	var picked []*mutant
	for text := range strings.SplitSeq(numbers, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(mutants) {
			return nil, fmt.Errorf("there is no mutant %q", text)
		}
		mutants[n-1].result = pending
		picked = append(picked, mutants[n-1])
	}
	return picked, nil
}

// readEquivalent reads a list of mutants that no test can find, named by [mutant.String]. A mutant
// has three lines, the last two as [mutant.print] writes them:
//
//	file: why no test can find it
//		- line before
//		+ line after
//
// A missing file is an empty list.
func readEquivalent(path string) (map[string]bool, error) {
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	list := map[string]bool{}
	var file, before string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, "\t- "); ok {
			before = text
		} else if after, ok := strings.CutPrefix(line, "\t+ "); ok {
			list[file+": "+before+" => "+after] = true
		} else {
			file, _, _ = strings.Cut(line, ":")
		}
	}
	return list, nil
}

// report prints the results by target and the survivors, and writes the survivors to a file.
func report(w io.Writer, path string, targets []target, mutants []*mutant) error {
	fmt.Fprintf(w, "\n%-24s %8s %8s %11s %9s\n", "target", "mutants", "killed", "equivalent", "survived")
	var sum [results]int
	row := func(name string, n [results]int) {
		fmt.Fprintf(w, "%-24s %8d %8d %11d %9d\n", name, n[killed]+n[isEquivalent]+n[survived], n[killed], n[isEquivalent], n[survived])
	}
	for _, t := range targets {
		var n [results]int
		for _, m := range mutants {
			if m.target == t.name {
				n[m.result]++
				sum[m.result]++
			}
		}
		row(t.name, n)
	}
	row("all", sum)
	if n := sum[killed] + sum[survived]; n > 0 {
		fmt.Fprintf(w, "killed: %.1f %% of those that are not equivalent\n", 100*float64(sum[killed])/float64(n))
	}

	var text strings.Builder
	var numbers []string
	for _, m := range mutants {
		if m.result == survived {
			m.print(&text)
			numbers = append(numbers, strconv.Itoa(m.number))
		}
	}
	if numbers != nil {
		fmt.Fprintf(&text, "-only %s\n", strings.Join(numbers, ","))
	}
	if _, err := io.WriteString(w, text.String()); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}
