package cli

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/overlay"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/player/invocation"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv/channel"
)

// words has a shell split lines into words.
func words(t *testing.T, lines []string) (all [][]string) {
	t.Helper()
	var script strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&script, "set -- %s\nprintf '%%s\\0' \"$@\" ''\n", line)
	}
	cmd := exec.Command("sh")
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	args := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for from, i := 0, 0; i < len(args); i++ {
		if args[i] == "" { // no word has the separator
			all = append(all, args[from:i])
			from = i + 1
		}
	}
	if len(all) != len(lines) {
		t.Fatalf("%d lines of words, want %d", len(all), len(lines))
	}
	return all
}

// one returns a random one of these values.
func one[T any](random *rand.Rand, values []T) T { return values[random.IntN(len(values))] }

// TestCopiedCommands: the parser reads the command lines that the player copies as the parameters
// on its screen.
func TestCopiedCommands(t *testing.T) {
	template, err := match.DecodeTemplate(2, 2, 8, "limited", "EDBQcA==")
	if err != nil {
		t.Fatal(err)
	}
	var third edge.Bounds
	if third, err = edge.NewBounds(0.003, 0.006); err != nil {
		t.Fatal(err)
	}
	thresholds := []float64{0.01, 0.5875, 1. / 3, math.Nextafter(0.02, 1), 1e-7}
	lows := []float64{0, 1. / 7}
	sizes := [][2]int{{}, {2, 0}, {0, 64}, {4, 32}}
	names := []string{"film.ndjson", "it's a \"film\"\n$x.csv", "-x.json", "film.ffq"}
	commands := []string{"export", "render", "sheet"}
	opacities := []float64{0.85, 0.8, 0.123}
	c := flagsOf(Model(), commands...)
	var jobs []invocation.Job
	var lines []string
	random := rand.New(rand.NewPCG(8, 36)) // for what the analysis does not depend on, or only by its value
	for i := range pairs.Cases(int(analysis.VariantCount), len(edge.Operators()), int(edge.PlanesCount), int(channel.SpaceCount), int(points.OrderCount), 2, len(sizes)) {
		s := session.Default()
		s.Params = s.Switched(analysis.Variant(i[0]), edge.Operators()[i[1]])
		s.Planes, s.Features, s.Order, s.Invert = edge.Planes(i[2]), channel.Space(i[3]), points.Order(i[4]), i[5] == 1
		s.MinSize, s.MaxSize = sizes[i[6]][0], sizes[i[6]][1]
		s.Threshold, s.Low = min(one(random, thresholds), s.MaxThreshold()), one(random, lows)
		s.Low = min(s.Low, s.Threshold)
		s.EachFrame, s.LineWidth, s.Opacity = random.IntN(3) == 0, 1+random.IntN(2), one(random, opacities)
		s.Look, s.Colour = overlay.Look(random.IntN(int(overlay.LookCount))), overlay.Colouring(random.IntN(int(overlay.ColouringCount)))
		more := random.IntN(2)
		s.Search.Template, s.Search.Suppress = template, more == 1
		if more == 1 && s.Threshold > 0.006 && s.Low < 0.003 && !s.EachFrame {
			s.Bounds = third
		}
		// The player has no contradictory settings.
		if s.Operator.Kind() != edge.Differences {
			s.Planes = edge.LumaPlane
		}
		if !s.Operator.TakesLow() {
			s.Low = 0
		}
		if !s.Variant.Merges() {
			s.MinSize, s.MaxSize = 0, 0
		}
		if s.ComparesColours() && s.Features == channel.Vectors {
			s.Features = channel.RGB
		}
		if s.Params.Check() != nil {
			s.Params = s.Limited()
		}
		if s.Params.Check() != nil {
			s.Bounds = edge.Bounds{}
		}
		if err := s.Params.Check(); err != nil {
			t.Logf("left out, %v: %v", i, err)
			continue
		}
		j := invocation.Job{Command: one(random, commands), File: "a b.mp4", Stream: decode.Best, Settings: &s, Template: template.String(), Every: 1 + more, Out: one(random, names)}
		if j.Command == "export" {
			j.From, j.To = "#3", "1.25"
			if j.Format = quadfile.NDJSON; s.Variant != analysis.EdgeThreshold {
				j.Compression = streams.Zstd
			}
		} else {
			j.Out, j.Every = map[string]string{"render": "x.mp4", "sheet": "x.png"}[j.Command], 1
			if j.Command == "render" && more == 1 {
				j.Encoder, j.Quality = "libx264", "0"
			}
		}
		line, err := c.Line(j)
		if err != nil {
			t.Fatalf("%v: %v", i, err)
		}
		jobs, lines = append(jobs, j), append(lines, line)
	}
	for i, args := range words(t, lines) {
		j := &jobs[i]
		checkCopied(t, j, args)
	}
	t.Logf("%d commands, such as %s", len(lines), lines[len(lines)/2])
}

// checkCopied parses a command line and compares it with the job.
func checkCopied(t *testing.T, j *invocation.Job, args []string) {
	t.Helper()
	var c commands
	if args[0] != "ffkvadrat" || args[1] != j.Command {
		t.Fatalf("%q", args)
	}
	if _, err := newParser(&c, meant(args[1:])...).Parse(args[1:]); err != nil {
		t.Errorf("%q: %v", args, err)
		return
	}
	var tuned tuning
	var goal goals
	var look *drawing
	var out outName
	switch j.Command {
	case "export":
		tuned, goal, out = c.Export.tuning, c.Export.goals, c.Export.Output
		format, compression, err := c.Export.format(false)
		if err != nil || format != j.Format || compression != j.Compression {
			t.Errorf("%q: %v, %v, %v", args, format, compression, err)
		}
		if c.Export.From != j.From || c.Export.To != j.To || c.Export.Every != int64(j.Every) {
			t.Errorf("%q: from %s to %s, every %d", args, c.Export.From, c.Export.To, c.Export.Every)
		}
	case "render":
		tuned, goal, look, out = c.Render.tuning, c.Render.goals, &c.Render.drawing, c.Render.Output
		if q := c.Render.Quality; c.Render.Encoder != j.Encoder || (q != nil && *q == 0) != (j.Quality == "0") {
			t.Errorf("%q: encoder %q, quality %v", args, c.Render.Encoder, q)
		}
	case "sheet":
		tuned, goal, look, out = c.Sheet.tuning, c.Sheet.goals, &c.Sheet.drawing, c.Sheet.Output
	}
	if want := strings.TrimPrefix(j.Out, "-"); !strings.HasSuffix(string(out), want) {
		t.Errorf("%q: writes %s", args, out)
	}
	if err := tuned.find(&environment{ctx: t.Context()}, decode.Best, "a b.mp4"); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	params, err := tuned.params()
	got, want := quads.NewHeader("", decode.Info{}, params).Analysis, quads.NewHeader("", decode.Info{}, j.Settings.Params).Analysis
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q: %+v, want %+v, %v", args, got, want, err)
	}
	if s := j.Settings; s.EachFrame != goal.Each || s.EachFrame && goal.Quads.n != s.Wanted {
		t.Errorf("%q: %+v", args, goal)
	}
	if look == nil {
		return
	}
	style, err := look.alone()
	style = style.Boxed(params.Box()).Keeping(params.SeeksSmall())
	shown := scene.Style(&j.Settings.Choices)
	shown.Classes = 0 // commands count them later
	if err != nil || !reflect.DeepEqual(style, shown) {
		t.Errorf("%q: %+v, want %+v, %v", args, style, shown, err)
	}
}

// TestCopiedCommandIsShort: flags with default values are left out.
func TestCopiedCommandIsShort(t *testing.T) {
	c := flagsOf(Model(), "export", "render", "blocks")
	s := session.Default()
	s.LineWidth = 1
	j := invocation.Job{Command: "export", Stream: decode.Best, Settings: &s, Format: quadfile.NDJSON, Out: "sample.ndjson"}
	for _, step := range []struct {
		change func()
		want   string
	}{
		{func() {}, "ffkvadrat export --threshold 0.01 -o sample.ndjson"},
		{func() { s.Threshold, j.File = 0.5875, "clip.mp4" }, "ffkvadrat export clip.mp4 --threshold 0.5875 -o sample.ndjson"},
		{func() { j.Format, j.Compression = quadfile.CSV, streams.Gzip }, "ffkvadrat export clip.mp4 --threshold 0.5875 --format csv.gz -o sample.ndjson"},
		{func() { j.Out, j.Summary = "sample.csv.gz", true }, "ffkvadrat export clip.mp4 --threshold 0.5875 --summary -o sample.csv.gz"},
		{func() { s.Operator, s.Invert, j.From = edge.Laplace, true, "#10" }, "ffkvadrat export clip.mp4 --from '#10' --threshold 0.5875 --operator laplace --invert --summary -o sample.csv.gz"},
		{func() { j.Command, j.Out, j.From, s.Look = "render", "a.mp4", "", overlay.Fill }, "ffkvadrat render clip.mp4 --threshold 0.5875 --operator laplace --invert --look fill --opacity 0.65 --detail fade -o a.mp4"},
		{func() { s.Opacity, j.Access = 0.85, []string{"--allow-network"} }, "ffkvadrat render --allow-network clip.mp4 --threshold 0.5875 --operator laplace --invert --look fill --detail fade -o a.mp4"},
		{func() { j.Command, j.Out, j.Every, s.EachFrame = "blocks", "a.parquet", 2, true }, "ffkvadrat blocks --allow-network clip.mp4 --every 2 -o a.parquet"},
	} {
		step.change()
		if line, err := c.Line(j); err != nil || line != step.want {
			t.Errorf("%s, want %s, %v", line, step.want, err)
		}
	}
	j.Command = "render"
	if s.Bounds, _ = edge.NewBounds(0.1); true {
		if line, err := c.Line(j); err == nil {
			t.Errorf("classes with a threshold for each frame: %s", line)
		}
	}
}
