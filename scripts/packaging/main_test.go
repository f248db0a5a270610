package main

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"ffkvadrat/cli"
)

var update = flag.Bool("update", false, "write the logo of the pages again")

var written = sync.OnceValues(func() (map[string][]byte, error) {
	return files(time.Unix(1_700_000_000, 0).UTC())
})

// all returns the files of the package.
func all(t *testing.T) map[string][]byte {
	t.Helper()
	t.Chdir("../..")
	all, err := written()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEveryFlag: the man page and the completions have all flags.
func TestEveryFlag(t *testing.T) {
	texts := all(t)
	for name, form := range map[string]string{
		"usr/share/man/man1/ffkvadrat.1":                     `\-\-(\[no\-\])?NAME\b`,
		"usr/share/bash-completion/completions/ffkvadrat":    ` --NAME\b`,
		"usr/share/zsh/vendor-completions/_ffkvadrat":        `'(\(-.\))?--NAME\b`,
		"usr/share/fish/vendor_completions.d/ffkvadrat.fish": ` -l NAME `,
	} {
		text := string(texts[name])
		if strings.HasSuffix(name, ".1") {
			text = strings.ReplaceAll(text, `\-`, "-")
			form = strings.ReplaceAll(form, `\-`, "-")
		}
		_ = kong.Visit(cli.Model(), func(node kong.Visitable, next kong.Next) error {
			switch n := node.(type) {
			case *kong.Command:
				if !regexp.MustCompile(`\b` + n.Name + `\b`).MatchString(text) {
					t.Errorf("%s lacks the command %s", name, n.Name)
				}
			case *kong.Flag:
				found := regexp.MustCompile(strings.ReplaceAll(form, "NAME", n.Name)).MatchString(text)
				if found == n.Hidden {
					t.Errorf("%s: --%s is there: %t, hidden: %t", name, n.Name, found, n.Hidden)
				}
			}
			return next(nil)
		})
	}
}

// TestSameEverywhere: a flag has the same values in all commands, as completions know only its
// name.
func TestSameEverywhere(t *testing.T) {
	known := map[string]option{}
	for _, c := range describe(cli.Model()).Commands {
		for _, o := range c.Options {
			k, ok := known[o.Name]
			if ok && (k.Short != o.Short || k.File != o.File || (k.Value == "") != (o.Value == "") || !slices.Equal(k.Choices, o.Choices)) {
				t.Errorf("%s --%s takes other values than elsewhere", c.Name, o.Name)
			}
			known[o.Name] = o
		}
	}
}

// TestBash completes command lines in bash.
func TestBash(t *testing.T) {
	script := string(all(t)["usr/share/bash-completion/completions/ffkvadrat"])
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a clip.mp4", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const ask = `
		words=("$@")
		COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
		compopt() { echo "$@"; }
		_ffkvadrat ffkvadrat "${words[COMP_CWORD]}" "${words[COMP_CWORD - 1]}"
		printf '%s\n' "${COMPREPLY[@]}"`
	const files = "-o default"
	for line, want := range map[string]string{
		"|":                               files + " play export verify convert render snapshot sheet histogram measure shots distortion compare agreement blocks report probe bench help version",
		"|ex":                             files + " export",
		"|clip":                           files,
		"|export|":                        files,
		"|export|--en":                    "--engine",
		"|render|--en":                    "--engine --encoder",
		"|export|--engine|":               "auto cpu gpu",
		"|export|--engine|=":              "auto cpu gpu",
		"|export|--engine|=|g":            "gpu",
		"|export|--output|":               files,
		"|export|-o|=|x":                  files,
		"|export|--threshold|":            "",
		"|snapshot|--no":                  "--no-cuts --no-holes --no-overlay",
		"|--no":                           "--no-holes --no-mute --no-session",
		"|--allow-network|export|--resum": "--resume",
		"|verify|--":                      "--allow-network --device --device-rate --device-size --film-grain --help --interlaced --max-pixels --no-holes --rate --raw --sequence --version",
	} {
		cmd := exec.Command("bash", append([]string{"-c", script + ask}, strings.Split("ffkvadrat"+"|ffkvadrat"+line, "|")...)...)
		out, err := cmd.CombinedOutput()
		got, sorted := strings.Fields(string(out)), strings.Fields(want)
		slices.Sort(got)
		slices.Sort(sorted)
		if err != nil || !slices.Equal(got, sorted) {
			t.Errorf("%q: %v: %q, want %q", line, err, out, want)
		}
	}
}

// TestVersion: all files have the same version, the changelog begins with it, and each version
// there fits on a screen.
func TestVersion(t *testing.T) {
	t.Chdir("../..")
	for file, form := range map[string]string{
		"CHANGELOG.md":                             `(?m)^## (\d\S+) – \d{4}-\d\d-\d\d$`,
		"CITATION.cff":                             `(?m)^version: (\S+)$`,
		"python/ffkvadrat/__init__.py":             `__version__ = "(.*)"`,
		"scripts/packaging/ffkvadrat.metainfo.xml": `<release version="(.*?)"`,
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(form).FindSubmatch(text); m == nil || string(m[1]) != cli.Version {
			t.Errorf("%s: %q, want %s", file, m, cli.Version)
		}
		for version := range strings.SplitSeq(string(text), "\n## ") {
			if lines := strings.Count(version, "\n"); file == "CHANGELOG.md" && lines > 40 {
				t.Errorf("%.20q has %d lines", version, lines)
			}
		}
	}
}

// TestIcon compares what the pictures of the icon must have in common.
func TestIcon(t *testing.T) {
	texts := all(t)
	area := 0.
	for _, tile := range newIcon().quads {
		side := float64(int(tile.side + 1))
		area += side * side
	}
	if area != iconCells*iconCells {
		t.Errorf("the quads cover %v cells of %d", area, iconCells*iconCells)
	}
	for _, size := range []string{"48", "64", "128", "256", "512"} {
		img, err := png.Decode(bytes.NewReader(texts["usr/share/icons/hicolor/"+size+"x"+size+"/apps/ffkvadrat.png"]))
		if err != nil {
			t.Fatal(err)
		}
		n := img.Bounds().Dx()
		_, _, _, corner := img.At(0, n-1).RGBA()
		_, _, triangle, _ := img.At(n*3/8, n*3/8).RGBA()
		_, _, ground, _ := img.At(n/8, n/2+n/8).RGBA()
		if img.Bounds().Dy() != n || corner != 0 || triangle < 2*ground {
			t.Errorf("%s: %v, alpha of the corner %d, blue of the triangle %d, of the ground %d", size, img.Bounds(), corner, triangle, ground)
		}
	}
	svg := string(texts["usr/share/icons/hicolor/scalable/apps/ffkvadrat.svg"])
	if strings.Contains(svg, "%!") || strings.Count(svg, "<rect") != len(newIcon().quads)+2 {
		t.Errorf("%.300s", svg)
	}
	const page = "docs/pictures/logo.svg"
	if *update {
		if err := os.WriteFile(page, []byte(svg), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if logo, err := os.ReadFile(page); err != nil || string(logo) != svg {
		t.Errorf("%s is another drawing than the icon (%v): go test ./scripts/packaging -run TestIcon -args -update", page, err)
	}
}

func TestLicences(t *testing.T) {
	text := string(all(t)["usr/share/doc/ffkvadrat/copyright"])
	for _, want := range []string{
		"The ffkvadrat authors", "Go's runtime", "The Go Authors", "Omar Cornut", "Camilla L", "Bigelow & Holmes",
		"github.com/hajimehoshi/oto/v2 v2.4.3: LICENSE\n\nApache License, version 2.0: see /usr/share/common-licenses",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for _, never := range []string{"TERMS AND CONDITIONS", "go-cmp"} { // Debian has the text; tests are not linked
		if strings.Contains(text, never) {
			t.Errorf("%q is there", never)
		}
	}
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	licence, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goRoot)), "LICENSE"))
	if err == nil && !strings.Contains(text, string(bytes.TrimSpace(licence))) { // Debian's Go has no file of it
		t.Error("the licence of the module like Go's is not Go's")
	}
}
