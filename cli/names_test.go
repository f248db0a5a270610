package cli

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis"
)

// filledIn parses arguments without validating values.
func filledIn(t *testing.T, args ...string) commands {
	t.Helper()
	var c commands
	parser := newParser(&c)
	parsed, err := kong.Trace(parser, args)
	if err == nil {
		err = parsed.Error
	}
	if err == nil {
		err = parsed.Reset()
	}
	if err == nil {
		_, err = parsed.Apply()
	}
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return c
}

// TestOldNames: former names of flags, and former values, act like the new ones, and no help shows
// them.
func TestOldNames(t *testing.T) {
	t.Parallel()
	model := Model()
	values := map[string]string{
		"classes": "0,0.1,1", "order": "value", "colour": "#102030", "colour-by": "age", "at": "0.5", "stored": "a.ffq",
		"yaw": "10", "pitch": "20", "zoom": "2", "values": "relative", "format": "edl",
	}
	same := func(command string, old, new []string) {
		if got, want := filledIn(t, append([]string{command}, old...)...), filledIn(t, append([]string{command}, new...)...); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q and %q differ:\n%+v\n%+v", command, old, new, got, want)
		} else if reflect.DeepEqual(got, filledIn(t, command)) {
			t.Errorf("%s %q does nothing", command, old)
		}
	}
	for _, n := range oldNames {
		found := 0
		for _, c := range model.Children {
			has := slices.ContainsFunc(c.Flags, func(f *kong.Flag) bool { return f.Name == n.new })
			if !has || n.command != "" && n.command != c.Name {
				continue
			}
			found++
			old, now := []string{"--" + n.old}, []string{"--" + n.new}
			if value := values[n.new]; value != "" && n.new != "mute" {
				if c.Name == "bench" && n.new == "classes" {
					value = "3"
				}
				old, now = append(old, value), append(now, value)
			}
			same(c.Name, old, now)
			if help := commandHelp(model, c, true) + quadsHelp(model); n.command != "" && regexp.MustCompile(`--`+n.old+`\b[^-]`).MatchString(help) && n.old != "quads" {
				t.Errorf("the help of %s has --%s", c.Name, n.old)
			}
		}
		if found == 0 {
			t.Errorf("no command has --%s, which --%s was", n.new, n.old)
		}
	}
	usual := map[string]string{"edge": "points", "morton": "lines"} // set before, because the new value is the default
	for _, v := range oldValues {
		for _, command := range []string{"play", "export", "probe"} {
			same := func(a, b []string) bool { return reflect.DeepEqual(filledIn(t, a...), filledIn(t, b...)) }
			before := []string{command}
			if other := usual[v.new]; other != "" {
				before = append(before, "--"+v.flag, other)
			}
			old, now := append(slices.Clone(before), "--"+v.flag, v.old), append(slices.Clone(before), "--"+v.flag, v.new)
			if !same(old, now) || same(old, before) {
				t.Errorf("%q is not %q", old, now)
			}
		}
	}
	if got := filledIn(t, "bench", "--variants", "edge-threshold,points").Bench.Variants; !slices.Equal(got, []string{"edge", "points"}) {
		t.Errorf("bench: %q", got)
	}
	if both := filledIn(t, "snapshot", "--frame", "12").Snapshot.instant; both.text() != "#12" {
		t.Errorf("--frame 12 is %q", both.text())
	}
}

// TestForeignFlags: flags of other programs get the right suggestion.
func TestForeignFlags(t *testing.T) {
	for line, want := range map[string]string{
		"render -i clip.mp4 -o x.mp4":         "unknown flag -i; name the video without a flag",
		"render clip.mp4 --crf 23 -o x.mp4":   "unknown flag --crf; here it is --quality",
		"render clip.mp4 -crf 23 -o x.mp4":    "unknown flag -crf; here it is --quality",
		"render clip.mp4 -c:v libx264":        "unknown flag -c:v; here it is --encoder",
		"render clip.mp4 -pix_fmt yuv444p":    "unknown flag -pix_fmt; here it is --pix-fmt",
		"render clip.mp4 -an -o x.mp4":        "unknown flag -an; here it is --mute",
		"render clip.mp4 --vf scale=10:10":    "unknown flag --vf; filter the video first",
		"export clip.mp4 --ss 5 -o x.json":    "unknown flag --ss; here it is --from",
		"export clip.mp4 -ss 5 -o x.json":     "unknown flag -ss; here it is --from",
		"export clip.mp4 --crf 5 -o x.json":   "unknown flag --crf; render has --quality",
		"export clip.mp4 --json -o x":         "unknown flag --json; here it is --format",
		"export clip.mp4 -y -o x.json":        "unknown flag -y; here it is --force",
		"export clip.mp4 --duration 5":        "unknown flag --duration; here it is --to",
		"snapshot clip.mp4 --ss=5 -o x.png":   "unknown flag --ss; here it is --at",
		"snapshot clip.mp4 --seek 5 -o x.png": "unknown flag --seek; here it is --at",
		"clip.mp4 --export-frames":            "unknown flag --export-frames; ffkvadrat export writes the quads",
		"clip.mp4 --sub-file x.srt":           "unknown flag --sub-file; subtitles are not shown",
		"clip.mp4 --fs":                       "unknown flag --fs; here it is --fullscreen",
		"clip.mp4 --loop-file":                "unknown flag --loop-file; here it is --loop",
		"clip.mp4 --no-audio":                 "unknown flag --no-audio; here it is --mute",
		"clip.mp4 --hwaccel cuda":             "unknown flag --hwaccel; here it is --hwdec",
		"clip.mp4 --screenshot":               "unknown flag --screenshot; ffkvadrat snapshot writes a frame",
	} {
		status, stdout, stderr := call(t, strings.Fields(line)...)
		if status != statusUsage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q, want %q", line, status, stderr, want)
		}
	}
	// The suggested flags exist.
	flags := map[string]bool{}
	for _, f := range allFlags(Model()) {
		flags[f.Name] = true
	}
	for name, f := range foreignFlags {
		for _, flag := range f.flags {
			if !flags[flag] {
				t.Errorf("--%s is --%s, which is no flag", name, flag)
			}
		}
	}
}

// TestParametersHaveFlags: export has the flag of each parameter of the analysis, with its help and its default.
func TestParametersHaveFlags(t *testing.T) {
	flags := map[string]*kong.Flag{}
	for _, command := range Model().Children {
		if command.Name == "export" {
			for _, flag := range command.Flags {
				flags[flag.Name] = flag
			}
		}
	}
	var usual analysis.Params
	for _, r := range analysis.Parameters() {
		flag := flags[r.Flag]
		if flag == nil {
			t.Errorf("%s has no flag --%s", r.Name, r.Flag)
			continue
		}
		help, _, _ := strings.Cut(r.Help, "${words}")
		if !strings.HasPrefix(flag.Help, help) || r.Kind == analysis.KindWord && (flag.Default != r.Text(&usual) || flag.Enum != r.WordNames()) {
			t.Errorf("--%s: %q, by default %q of %q", r.Flag, flag.Help, flag.Default, flag.Enum)
		}
	}
}
