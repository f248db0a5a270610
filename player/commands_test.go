package player

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// Commands and settings that can be found have different titles, and each key is in a line of the
// list of keys. Only gestures are no commands.
func TestListed(t *testing.T) {
	k := listed()
	seen := map[string]bool{}
	for i := range k.Entries {
		if title := k.Entries[i].Title; seen[title] {
			t.Errorf("%q can be found twice", title)
		} else {
			seen[title] = true
		}
	}
	caps := map[string]bool{}
	for i := range k.Lines {
		for _, c := range k.Lines[i].Caps {
			if caps[c.Key] || !c.Runs && k.Lines[i].Group != palette.Mouse {
				t.Errorf("%q: %q is there twice, or does nothing", k.Lines[i].Help, c.Key)
			}
			caps[c.Key] = true
		}
	}
	for i := range table {
		for _, s := range table[i].keys {
			if !caps[shownKey(s.key)] {
				t.Errorf("no line has the key %s", s.key)
			}
		}
	}
	for _, s := range k.Menu {
		if n := len(s.Lines) + len(s.Submenu); n == 0 || n > 12 {
			t.Errorf("the menu has %d lines of the group %q", n, s.Group.Title())
		}
	}
}

// TestKeysFit: a usual window shows the whole list of keys.
func TestKeysFit(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {2560, 1440, 1}, {2560, 1440, 2}} {
		p, err := panel.New(gputest.Open(t), listed(), panel.Facts{}, c.scale)
		if err != nil {
			t.Fatal(err)
		}
		p.Palette.Open()
		settings := session.Default()
		for range 2 {
			p.Build(c.width, c.height, 16*time.Millisecond, &panel.Status{}, &settings)
		}
		page := p.Widgets.Palette
		for i, r := range p.Widgets.KeyLines {
			if !r.In(page) || r.Max.Y > page.Max.Y-int(30*c.scale) {
				t.Errorf("%+v: the line %q is at %v in the page %v", c, p.Keys.Lines[i].Help, r, page)
			}
		}
		p.Release()
	}
}

// TestFindTables: the exports of tables are found by what they are called elsewhere.
func TestFindTables(t *testing.T) {
	blocks := command.Do(command.ExportBlocks)
	for typed, want := range map[string]command.Command{
		"blocks table": blocks, "table": blocks, "blocks csv": blocks, "block parquet": blocks, "export blocks": blocks, "export csv": command.With(command.Tab, float64(session.Export)),
	} {
		if found := palette.Find(listed().Entries, typed); len(found) == 0 || found[0].Command != want {
			t.Errorf("%q finds %+v first", typed, found)
		}
	}
	for _, typed := range []string{"blocks", "csv"} {
		found := palette.Find(listed().Entries, typed)
		if !slices.ContainsFunc(found[:min(len(found), 9)], func(m palette.Match) bool { return m.Command == blocks }) {
			t.Errorf("%q does not find the table of blocks", typed)
		}
	}
}

// TestFindWords: the words for curves, themes and values that a stranger types find them, the best first.
func TestFindWords(t *testing.T) {
	curve := func(c session.Curve) command.Command { return command.With(command.Curve, float64(c)) }
	peak := func(c session.Curve) command.Command { return command.With(command.Peak, float64(c)) }
	value := func(setting, name string) command.Command {
		i := slices.IndexFunc(session.Named(setting).Words, func(w session.Word) bool { return w.Name == name })
		if i < 0 {
			t.Errorf("%s is never %s", setting, name)
		}
		return command.Command{ID: command.SetSetting, Text: setting, Number: float64(i)}
	}
	for typed, want := range map[string]command.Command{
		"psnr": value("view", "block-psnr"), "psnr y": curve(session.PSNRCurve), "packet": curve(session.BytesCurve), "qp curve": curve(session.QPCurve), "coverage": curve(session.CoverageCurve),
		"graph luma": curve(session.LumaCurve), "size/quad": curve(session.BytesPerQuadCurve),
		"theme": {ID: command.ShowSetting, Text: "theme"}, "light": value("theme", "light"), "dark": value("theme", "dark"),
		"filled": value("look", "fill"), "mosaic": value("look", "mosaic"), "equalised": value("view", "equalised"),
		"beside": value("compare_as", "beside"), "wipe": value("compare_as", "wipe"),
		"largest packet": peak(session.BytesCurve), "costliest": peak(session.BytesCurve), "biggest frame": peak(session.BytesCurve), "most bytes": peak(session.BytesCurve),
		"worst psnr": peak(session.SecondPSNRCurve), "most quads": peak(session.QuadsCurve), "peak": peak(session.QuadsCurve), "highest qp": peak(session.QPCurve),
	} {
		if found := palette.Find(listed().Entries, typed); len(found) == 0 || found[0].Command != want {
			t.Errorf("%q finds %+v first", typed, found[:min(len(found), 3)])
		}
	}
	if found := palette.Find(listed().Entries, "qp"); !slices.ContainsFunc(found[:min(len(found), 5)], func(m palette.Match) bool { return m.Command == curve(session.QPCurve) }) {
		t.Error("qp does not find its curve")
	}
	finds := func(typed string, want command.Command) {
		if !slices.ContainsFunc(palette.Find(listed().Entries, typed), func(m palette.Match) bool { return m.Command == want }) {
			t.Errorf("%q does not find %+v", typed, want)
		}
	}
	for c := range session.CurveCount {
		for _, typed := range []string{c.Of("quad").Title, c.Of("quad").Short, c.String()} {
			finds(typed, curve(c))
		}
	}
	for _, r := range session.Table() {
		for _, w := range r.Words {
			if r.Title != "" {
				finds(cmp.Or(w.Title, w.Name), value(r.Name, w.Name))
			}
		}
	}
}

// TestCurveFound: choosing a curve shows it, with the timeline, and hides it the second time.
func TestCurveFound(t *testing.T) {
	p := pointing(t)
	p.settings = session.Default()
	p.settings.Timeline = session.Never
	p.scene, p.video = &scene.Scene{}, &playback.Video{Info: decode.Info{Timing: decode.Timing{Duration: 1, Frames: 20}}}
	p.timeline = &timeline.Timeline{}
	p.timeline.Start(t.Context(), "../samples/tiny-420.mp4", p.video.Info, 64, func(func()) {})
	t.Cleanup(p.timeline.Close)
	press := func(c session.Curve) { p.choices.toggleCurve(c) }
	if press(session.CoverageCurve); !p.settings.Curves.Has(session.CoverageCurve) || p.settings.Timeline != session.Always {
		t.Errorf("%q", p.message.text)
	}
	p.status.Timeline.Shown = true
	if press(session.SICurve); !p.settings.Curves.Has(session.SICurve) || p.message.text != "SI: spatial detail in the timeline" {
		t.Errorf("%q", p.message.text)
	}
	if press(session.SICurve); p.settings.Curves.Has(session.SICurve) {
		t.Errorf("%q", p.message.text)
	}
	if press(session.SecondQPCurve); p.settings.Curves.Has(session.SecondQPCurve) || !strings.Contains(p.message.text, "no second video") {
		t.Errorf("%q", p.message.text)
	}
}

// TestExportBlocks: the command shows the form for blocks, unless the video has none.
func TestExportBlocks(t *testing.T) {
	p := pointing(t)
	p.settings = session.Default()
	p.facts.NoBlocks = "the codec has none"
	if p.exports.blocks(); p.settings.Tab == session.Export || p.panel.Export.Form.Format == exporting.Blocks || !strings.Contains(p.message.text, "the codec has none") {
		t.Errorf("without blocks: %q", p.message.text)
	}
	p.facts.NoBlocks = ""
	if p.exports.blocks(); p.settings.Tab != session.Export || !p.settings.Panel || p.panel.Export.Form.Format != exporting.Blocks {
		t.Error("no form for blocks")
	}
}

// TestBarIsInTheMenu: what a button of the bar does can be reached when a narrow window has no room for the
// button.
func TestBarIsInTheMenu(t *testing.T) {
	inMenu := map[command.ID]bool{}
	for i := range table {
		if table[i].menu != palette.NotInMenu {
			inMenu[table[i].id] = true
		}
	}
	for _, id := range panel.BarCommands() {
		if always := id == command.Step || id == command.Menu; inMenu[id] == always {
			t.Errorf("command %d: in the menu %v", id, inMenu[id])
		}
	}
	for _, id := range []command.ID{command.Panel, command.Fullscreen, command.Help} { // the menu has no icons of these
		if !slices.ContainsFunc(table[:], func(r row) bool { return r.id == id && r.menu > palette.InSubmenu }) {
			t.Errorf("command %d is not a line of the menu", id)
		}
	}
}

// TestOneName: the list of keys calls what the menu has by the menu's words, in their order; of several
// keys in a line these are those of the first.
func TestOneName(t *testing.T) {
	words := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,;:…", r) })
	}
	for i := range table {
		r := &table[i]
		if r.help == "" || r.menu == palette.NotInMenu || r.id == command.Tab && len(r.keys) > 1 {
			continue
		}
		title := cmp.Or(r.title, r.name)
		if len(r.keys) > 0 {
			title = cmp.Or(r.keys[0].title, title)
		}
		rest := words(r.help)
		for _, word := range words(title) {
			at := slices.Index(rest, word)
			if at < 0 && !slices.Contains([]string{"a", "the", "start", "end", "clear"}, word) {
				t.Errorf("the menu says %q, the list of keys %q", title, r.help)
				break
			}
			rest = rest[at+1:]
		}
	}
}

// TestPairsInOrder: a line of the list of keys has its words in the order of its keys: each part of the text has a word of
// its key's command that the others lack. Of two directions, the way back is the first in all lines.
func TestPairsInOrder(t *testing.T) {
	k := listed()
	split := func(text, at string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(at, r) })
	}
	title := func(c command.Command) string {
		i := slices.IndexFunc(k.Entries, func(e palette.Entry) bool { return e.Command == c })
		if i < 0 {
			return ""
		}
		return k.Entries[i].Title
	}
	shares := func(part, title string, others []string) bool {
		for _, word := range split(part, " :,;") {
			has := func(title string) bool {
				return slices.ContainsFunc(split(title, " :,;"), func(w string) bool { return w == word || w+"s" == word })
			}
			if has(title) && !slices.ContainsFunc(others, has) {
				return true
			}
		}
		return false
	}
	tried := 0
	for _, line := range k.Lines {
		parts := split(line.Help, ",;")
		if len(line.Caps) < 2 || len(parts) < len(line.Caps) || line.Caps[0].Command == line.Caps[1].Command {
			continue
		}
		for i, c := range line.Caps {
			var others []string
			for j := range line.Caps {
				if j != i {
					others = append(others, title(line.Caps[j].Command))
				}
			}
			if title(c.Command) == "" {
				continue
			}
			if tried++; !shares(parts[i], title(c.Command), others) && strings.TrimSpace(parts[i]) != strings.ToLower(title(c.Command)) {
				t.Errorf("%q: %q of the key %s is not %q", line.Help, parts[i], c.Key, title(c.Command))
			}
		}
	}
	if tried < 40 {
		t.Errorf("%d keys", tried)
	}
	pairs := 0
	for _, line := range k.Lines {
		words := split(line.Help, " ,;")
		for _, pair := range [][2]string{{"previous", "next"}, {"back", "forward"}, {"down", "up"}, {"out", "in"}, {"slower", "faster"}, {"left", "right"}, {"earlier", "later"}, {"half", "double"}, {"start", "end"}} {
			back, on := slices.Index(words, pair[0]), slices.Index(words, pair[1])
			if back < 0 || on < 0 {
				continue
			}
			if pairs++; back > on {
				t.Errorf("%q has the way back behind", line.Help)
			}
		}
	}
	if pairs < 12 {
		t.Errorf("%d pairs", pairs)
	}
}
