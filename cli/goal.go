package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/pipeline"
	"ffkvadrat/player/session"
)

// wantedQuads is a number of quads, or auto: the number that the player aims for.
type wantedQuads struct {
	given bool
	n     int
	auto  bool
}

// Decode implements kong's hook.
func (w *wantedQuads) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	text := fmt.Sprint(token.Value)
	if *w = (wantedQuads{given: true, auto: text == "auto"}); w.auto {
		return nil
	}
	var err error
	if w.n, err = strconv.Atoi(text); err != nil {
		return fmt.Errorf("%q is neither a number of quads nor auto", text)
	}
	return nil
}

// goal has the flags of a target number of quads.
type goal struct {
	Quads wantedQuads `placeholder:"N|auto" help:"Find the threshold for about N quads. auto takes the threshold that the player finds. Of two thresholds with N quads it is the higher one, or the one on --threshold's side of the peak."`
}

// goals is goal for several frames.
type goals struct {
	Quads wantedQuads `placeholder:"N|auto" help:"Find the threshold for about N quads in the first frame. All frames have it; auto takes the threshold that the player finds. Of two thresholds with N quads it is the higher one, or the one on --threshold's side of the peak."`
	Each  bool        `help:"With --quads N: find a threshold for each frame."`
}

// check checks the flags together with a tuning.
func (g goals) check(t tuning) error {
	switch {
	case g.Quads.given && t.Classes != "":
		return errors.New("--quads finds one threshold, and --classes has several")
	case !g.Quads.given && g.Each:
		return errors.New("--each is for --quads")
	case !g.Quads.given:
		return nil
	case g.Quads.auto && g.Each:
		return errors.New("--each is for --quads N: --quads auto takes the player's threshold for all frames")
	case g.Quads.auto && t.Threshold != nil:
		return errors.New("--quads auto finds the threshold: leave out --threshold")
	case !g.Quads.auto && g.Quads.n < 1:
		return fmt.Errorf("--quads: %d is not positive", g.Quads.n)
	}
	return nil
}

// target returns the goal for a tuning, nil for none.
func (g goals) target(t tuning) *response.Goal {
	if !g.Quads.given {
		return nil
	}
	if g.Quads.auto {
		return &response.Goal{Auto: true}
	}
	return &response.Goal{Quads: g.Quads.n, Each: g.Each, Near: t.Threshold != nil}
}

func (g goal) goals() goals { return goals{Quads: g.Quads} }

// settle finds the threshold of --quads auto for a video.
func (in *input) settle(ctx context.Context, params *analysis.Params, goal **response.Goal) (err error) {
	*params, *goal, err = pipeline.Settle(ctx, in.path, in.stream, *params, *goal)
	return in.about(err)
}

// shortest formats a number with the fewest digits that parse as the same number.
func shortest(v float64) string { return session.Shortest(v) }

// taken ends the line about an output with the threshold that was found and the flag for the
// player's, or is empty if the arguments set the threshold. goal is the goal for the video.
func (g goals) taken(t tuning, params analysis.Params, goal *response.Goal, out outName) string {
	threshold := ", threshold " + shortest(params.Threshold)
	switch {
	case t.Threshold != nil || t.Classes != "" || goal != nil || isStderr(string(out)):
		return ""
	case g.Quads.given:
		return threshold + " (--quads auto)"
	case params.Nearness(): // the player finds none either
		return threshold + " (default)"
	}
	return threshold + " (default); --quads auto takes the player's"
}

// isStderr reports whether a name is that of standard error.
func isStderr(name string) bool {
	target, err := os.Stat(name)
	if err != nil {
		return false
	}
	stderr, err := os.Stderr.Stat()
	return err == nil && os.SameFile(target, stderr)
}
