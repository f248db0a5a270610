// Command fused looks for what rounds otherwise on arm64 than on amd64, in programs or compiled packages:
//
//	go run ./scripts/fused FILE...
//
// On arm64, the compiler joins x*y + z to one instruction, which rounds once, unless the product is converted
// explicitly: float64(x*y) + z. Of package math, logarithms, powers and angles have other last digits there, see
// package yuv/elementary. Where quads or pictures are decided, neither may be. It prints what it finds, and fails then.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// free has the packages that may round as they like, with those below them.
var free = map[string]string{
	"measure/report": "pages to look at",
	"playback":       "when frames are due",
	"player":         "the window",
	"samples":        "makes the samples, which are files here",
}

// calls has the functions of package math that a package calls, though they round differently.
var calls = map[string][]string{
	"decode":         {"atan2", "hypot", "pow"},         // for quarter turns; for curves whose last digits come from integers
	"decode/parsing": {"Sincos"},                        // of whole degrees, in hundredths: no one is near a half
	"measure/ladder": {"Sincos", "hypot", "log", "pow"}, // for rounded thresholds, and for plots
	"overlay":        {"cos", "sin"},                    // for a scale of bytes, which TestScaleOnAllProcessors knows
	"overlay/cloud":  {"archExp", "Sincos", "log"},      // of the user's turns and zoom, in fixed point
	"overlay/views":  {"log"},                           // a number that is shown with two digits
}

// exact are functions of package math, as they are linked, that have the same bits everywhere.
var exact = []string{"frexp", "ldexp", "modf", "mod", "remainder", "sqrt", "floor", "ceil", "trunc", "Nextafter32", "archFloor", "archCeil", "archTrunc", "archMax", "archMin"}

var (
	instruction = regexp.MustCompile(`^  (\S+)\t.*\t(FN?M(?:ADD|SUB)[SD]|VFML[AS])\b`)
	call        = regexp.MustCompile(`^  (\S+)\t.*\t(?:CALL|JMP) .*\bmath\.(\w+)`)
	function    = regexp.MustCompile(`^TEXT (ffkvadrat/([\w/]+)\..*)\(SB\)`)
)

func main() {
	failed := len(os.Args) < 2
	for _, path := range os.Args[1:] {
		found, err := faults(path)
		for _, f := range found {
			fmt.Println(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "fused:", err)
		}
		failed = failed || err != nil || len(found) > 0
	}
	if failed {
		os.Exit(1)
	}
}

// faults returns the places in a program or compiled package, each once.
func faults(path string) ([]string, error) {
	cmd := exec.Command("go", "tool", "objdump", "-s", "^ffkvadrat/", path)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go tool objdump %s: %w", path, err)
	}
	return scan(text), nil
}

func scan(text []byte) []string {
	var found []string
	in, name := "", ""
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "TEXT ") {
			if in = ""; function.MatchString(line) {
				m := function.FindStringSubmatch(line)
				name, in = m[1], m[2]
			}
			continue
		}
		if in == "" || isFree(in) {
			continue
		}
		if m := instruction.FindStringSubmatch(line); m != nil {
			found = append(found, fmt.Sprintf("%s: %s: %s", name, m[1], m[2]))
		} else if m := call.FindStringSubmatch(line); m != nil && !slices.Contains(exact, m[2]) && !slices.Contains(calls[in], m[2]) {
			found = append(found, fmt.Sprintf("%s: %s: math.%s", name, m[1], m[2]))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func isFree(name string) bool {
	for f := range free {
		if name == f || strings.HasPrefix(name, f+"/") {
			return true
		}
	}
	return false
}
