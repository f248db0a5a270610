package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/programcache"
	"ffkvadrat/decode/wording"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
)

// store returns the folder of the player's state, or nil. Runs that end by themselves have none,
// because measurements must depend only on the arguments.
func (c *playCommand) store() *session.Store {
	folder := stateFolder()
	if c.NoSession || c.measures() || folder == "" {
		return nil
	}
	return session.NewStore(filepath.Join(folder, "ffkvadrat"))
}

// measures reports whether the run ends by itself.
func (c *playCommand) measures() bool { return c.Frames > 0 || c.Untimed }

// programs returns the cache of compiled programs, or nil if there is no folder for caches.
func programs() *programcache.Cache {
	folder := programsFolder()
	if folder == "" {
		return nil
	}
	return programcache.New(folder)
}

// programsFolder returns the folder of the cache of compiled programs, or "".
func programsFolder() string {
	folder := cacheFolder()
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "ffkvadrat", "programs")
}

// sweep removes temporary files that killed players have left in the player's folders and the
// working directory. It ignores errors.
func (c *playCommand) sweep() {
	if c.measures() {
		return
	}
	folders := []string{".", programsFolder()}
	if store := c.store(); store != nil {
		folders = append(folders, store.Folders()...)
	}
	for _, folder := range folders {
		if folder != "" {
			_ = atomicfile.SweepFolder(folder, nil)
		}
	}
}

// begin returns the state that the player stored at its end. A settings file replaces the stored
// settings.
func (c *playCommand) begin(e *environment, store *session.Store) (session.Session, error) {
	left := session.Session{Settings: session.Default()}
	if store != nil {
		var err error
		if left, err = store.Session(); err != nil {
			e.warn("the last session is ignored: %s", wording.Line(err))
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

// given returns the flags on the command line with their values.
func given(parsed *kong.Context) map[string]any {
	flags := map[string]any{}
	for _, p := range parsed.Path {
		if p.Flag != nil {
			flags[p.Flag.Name] = p.Flag.Target.Interface()
		}
	}
	return flags
}

// tunes reports whether the arguments set how quads are found, for all videos of the run.
func (c *playCommand) tunes(given map[string]any) bool {
	if c.Settings != "" || c.measures() || given["classes"] != nil {
		return true
	}
	return slices.ContainsFunc(analysis.Settings(), func(r *analysis.Parameter) bool { return r.Flag != "" && given[r.Flag] != nil })
}

// adjust replaces settings by the given flags. A flag of another variant also selects that variant.
func (c *playCommand) adjust(s session.Settings, given map[string]any) (session.Settings, error) {
	flags, err := c.params()
	if err != nil {
		return s, err
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return given[name] != nil })
	}
	p := &s.Params
	if has("variant") {
		*p = p.Switched(flags.Variant, p.Operator)
	}
	if has("operator") {
		*p = p.Switched(p.Variant.Discriminating(), flags.Operator)
	}
	for _, r := range analysis.Settings() {
		if c := r.Applies; has(r.Flag) && c != nil && c.Meet != nil {
			*p = c.Meet(*p)
		}
	}
	if c.Cube != "0" && has("cube") {
		*p = p.Switched(analysis.EdgeThreshold, p.Operator).Divided(0)
		s.EachFrame = false
	}
	if has("template") {
		*p = p.Switched(analysis.Templates, p.Operator)
		p.Search = flags.Search
	}
	if has("colour") {
		p.Features = flags.Features // whose components the numbers are
	}
	for name, value := range given {
		if r := session.Flagged(name); r != nil {
			if err := r.Set(&s, value); err != nil {
				return s, fmt.Errorf("--%s: %w", name, err)
			}
		}
	}
	for flag, name := range map[string]string{"view": "view", "level": "level", "mute": "muted"} {
		if has(flag) {
			if err := session.Named(name).Set(&s, given[flag]); err != nil {
				return s, fmt.Errorf("--%s: %w", flag, err)
			}
		}
	}
	if s.Colour.NeedsSecond() && has("colour-by") && !has("look") {
		s.Look = overlay.Fill // as where it is chosen in the window
	}
	if has("classes") {
		p.Low, p.Threshold, p.Bounds = flags.Low, flags.Threshold, flags.Bounds
		p.Invert, p.Order = flags.Invert, flags.Order
	}
	if has("threshold", "classes") || c.measures() {
		s.Auto = false
	}
	if has("threshold", "classes", "colour", "template") {
		s.EachFrame = false
	}
	if has("threshold") {
		if !has("low") {
			p.Low = min(p.Low, p.Threshold)
		}
	}
	return s, p.Check()
}
