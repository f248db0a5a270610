package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/player/session"
)

// store is where the player keeps what it remembers, nil for nowhere: runs that
// end by themselves measure, and depend on their arguments alone.
func (c *playCommand) store() *session.Store {
	folder := stateFolder()
	if c.NoSession || c.Frames > 0 || c.Untimed || folder == "" {
		return nil
	}
	return session.NewStore(filepath.Join(folder, "ffkvadrat"))
}

// stateFolder is where programs of the user keep what they remember, by the XDG
// Base Directory Specification 0.8; empty where nobody says.
func stateFolder() string {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return folder
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, ".local", "state")
}

// begin is how the player was left, with the settings of the file that is named
// instead, if one is.
func (c *playCommand) begin(e *environment, store *session.Store) (session.Session, error) {
	left := session.Session{Settings: session.Default()}
	if store != nil {
		var err error
		if left, err = store.Session(); err != nil {
			e.warn("begins anew: %s", oneLine(err))
		}
	}
	if c.Settings != "" {
		settings, err := session.Load(string(c.Settings))
		if err != nil {
			return left, fmt.Errorf("--settings: %w", err)
		}
		left.Settings = settings
	}
	return left, nil
}

// given are the names of the flags that stand on the command line.
func given(parsed *kong.Context) map[string]bool {
	names := map[string]bool{}
	for _, p := range parsed.Path {
		if p.Flag != nil {
			names[p.Flag.Name] = true
		}
	}
	return names
}

// adjust puts what flags say in place of what settings say. A flag of the other
// variant brings the variant.
func (c *playCommand) adjust(s session.Settings, given map[string]bool) (session.Settings, error) {
	flags, err := c.params()
	if err != nil {
		return s, err
	}
	shown, err := c.choice()
	if err != nil {
		return s, err
	}
	p := &s.Params
	if given["variant"] {
		*p = p.Switched(flags.Variant, p.Operator)
	}
	if given["operator"] {
		*p = p.Switched(analysis.EdgeThreshold, flags.Operator)
	}
	if given["planes"] || given["low"] || given["invert"] {
		*p = p.Switched(analysis.EdgeThreshold, p.Operator)
	}
	for name, take := range map[string]func(){
		"threshold": func() { p.Threshold, s.EachFrame = flags.Threshold, false },
		"planes":    func() { p.Planes = flags.Planes },
		"low":       func() { p.Low = flags.Low },
		"invert":    func() { p.Invert = flags.Invert },
		"features":  func() { p.Features = flags.Features },
		"min-size":  func() { p.MinSize = flags.MinSize },
		"max-size":  func() { p.MaxSize = flags.MaxSize },
		"matrix":    func() { s.Shown.Matrix = shown.Matrix },
		"range":     func() { s.Shown.Range = shown.Range },
		"transfer":  func() { s.Shown.Transfer = shown.Transfer },
	} {
		if given[name] {
			take()
		}
	}
	if p.Variant == analysis.EdgeThreshold && p.Operator == edge.Range && given["threshold"] && !given["low"] {
		p.Low = min(p.Low, p.Threshold)
	}
	return s, p.Check()
}
