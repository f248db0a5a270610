package player

import (
	"slices"
	"strings"

	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// row is a row of the table of commands. Keys, buttons and tests create commands. The lists of keys
// in the window and docs/reference/keys.md are made from the table.
type row struct {
	id      command.ID
	do      func(p *player, c command.Command) // set in one of the rows with this ID
	keys    []stroke
	repeats bool // also repeats while the key is held

	menu        bool        // in the menu of common commands
	name        string      // of the command in tooltips; empty if it has no button
	sets        string      // setting that it changes; empty for none
	label, help string      // in the list of keys; empty if the line above covers this row
	main        widgets.Key // in the panel's short list; empty for none
}

// stroke is a key and the number of its command. The name is the typed character, independently of
// the layout, or one of keyNames, with Ctrl+ and Shift+.
type stroke struct {
	key    string
	number float64
}

// keys returns strokes of keys whose command has no number.
func keys(names ...string) (strokes []stroke) {
	for _, name := range names {
		strokes = append(strokes, stroke{name, 0})
	}
	return strokes
}

// Factors per press of a key.
const (
	speedStep  = 1.1
	speedLeap  = 2
	fineStep   = panel.FineStep // of the threshold
	coarseStep = 2
	zoomStep   = 1.5
	wheelStep  = 1.25 // per notch of the wheel
)

// table has all commands in the order of the list of keys.
var table = [...]row{
	{
		id: command.TogglePause, do: func(p *player, _ command.Command) { p.play.TogglePause() },
		keys: keys(" ", "p"), name: "Play, pause", menu: true, label: "Space, p", help: "play, pause", main: widgets.Key{Keys: "Space", Help: "play, pause"},
	},
	{
		id: command.Step, do: func(p *player, c command.Command) { p.play.Step(int(c.Number)) },
		keys: []stroke{{".", 1}}, repeats: true, name: "One frame forward",
		label: ". ,", help: "one frame forward, back", main: widgets.Key{Keys: ", .", Help: "one frame back, forward"},
	},
	{id: command.Step, keys: []stroke{{",", -1}}, repeats: true, name: "One frame back"},
	{
		id: command.SeekBy, do: func(p *player, c command.Command) { p.play.SeekBy(c.Number) },
		keys: []stroke{{"Left", -5}, {"Right", 5}, {"Shift+Left", -1}, {"Shift+Right", 1}}, repeats: true,
		label: "← →", help: "5 s back, forward; with Shift 1 s", main: widgets.Key{Keys: "← →  g", Help: "5 s  (Shift 1 s), go to"},
	},
	{
		id: command.SeekBy, keys: []stroke{{"Up", 60}, {"Down", -60}}, repeats: true,
		label: "↑ ↓", help: "a minute forward, back",
	},
	{
		id: command.ToStart, do: func(p *player, c command.Command) { p.seeking.toStart(c) },
		keys: keys("Home"), repeats: true, label: "Home, End", help: "to the start, to the end",
	},
	{id: command.ToEnd, do: func(p *player, c command.Command) { p.seeking.toEnd(c) }, keys: keys("End"), repeats: true},
	{id: command.SeekTo, do: func(p *player, c command.Command) { p.play.SeekTo(c.Number) }},
	{
		id: command.AskPlace, do: func(p *player, _ command.Command) { p.panel.Place.Ask("") },
		keys: keys("g"), name: "Go to a time or a frame…", menu: true, label: "g", help: "go to a time (12.5, 1:02, 1:02:03), a frame counted from 1 (120), or an index as in files (#119)",
	},
	{id: command.GoTo, do: func(p *player, c command.Command) { p.seeking.goTo(c) }},
	{
		id: command.Faster, do: func(p *player, c command.Command) { p.play.Faster(c.Number) },
		keys: []stroke{{"[", 1 / speedStep}, {"]", speedStep}}, repeats: true,
		label: "[ ]", help: "speed down, up by a tenth, from 0.1 to 8, with sound from 0.5 to 2", main: widgets.Key{Keys: "[ ]  l L", Help: "speed, loops"},
	},
	{
		id: command.Faster, keys: []stroke{{"{", 1. / speedLeap}, {"}", speedLeap}},
		label: "{ }, Backspace", help: "half the speed, double speed, speed 1",
	},
	{
		id: command.Speed, do: func(p *player, c command.Command) { p.play.SetSpeed(c.Number) },
		keys: []stroke{{"Backspace", 1}}, repeats: true, name: "The video's speed; the key resets it to 1",
	},
	{
		id: command.Skip, do: func(p *player, c command.Command) { p.play.Skip(int(c.Number)) },
		keys: []stroke{{"<", -1}, {">", 1}}, label: "< >", help: "previous video, next video",
	},
	{
		id: command.MarkLoop, do: func(p *player, _ command.Command) { p.play.MarkLoop() },
		keys: keys("l"), name: "Loop: set the start, set the end, clear", menu: true, label: "l, L", help: "loop: set the start, set the end, clear; loop the whole file",
	},
	{id: command.LoopFile, do: func(p *player, _ command.Command) { p.play.LoopFile() }, keys: keys("L"), name: "Loop the video", menu: true},
	{
		id: command.Threshold, do: func(p *player, c command.Command) { p.choices.scaleThreshold(c) },
		keys:    []stroke{{"-", 1 / fineStep}, {"=", fineStep}, {"_", 1. / coarseStep}, {"+", coarseStep}},
		repeats: true, sets: "threshold",
		label: "- =", help: "threshold down, up; with Shift in coarse steps", main: widgets.Key{Keys: "− =", Help: "threshold  (Shift coarse)"},
	},
	{
		id: command.FindThreshold, do: func(p *player, c command.Command) { p.thresholds.findThreshold(c) },
		keys: keys("a"), sets: "auto_threshold", label: "a, A", help: "find a threshold for this frame; back to the default",
	},
	{id: command.DefaultThreshold, do: func(p *player, c command.Command) { p.thresholds.resetThreshold(c) }, keys: keys("A"), name: "The default threshold"},
	{id: command.SolveOnce, do: func(p *player, c command.Command) { p.thresholds.solveOnce(c) }, name: "Finds the threshold that gives this number of quads in this frame"},
	{
		id: command.Overlay, do: func(p *player, c command.Command) { p.choices.toggleOverlay(c) },
		keys: keys("n"), sets: "overlay", label: "n, k", help: "overlay on or off; its look: outlines, filled, mosaic of mean colours",
		main: widgets.Key{Keys: "n k v y", Help: "overlay, look, view, variant"},
	},
	{id: command.NextLook, do: func(p *player, c command.Command) { p.choices.nextLook(c) }, keys: keys("k"), sets: "look"},
	{
		id: command.NextColour, do: func(p *player, c command.Command) { p.choices.nextColour(c) },
		keys: keys("c"), sets: "colour", label: "c", help: "colour the overlay by size, mean, age, class, size in colours for colour-blind people, or difference to stored quads",
		main: widgets.Key{Keys: "c w", Help: "colours, two settings side by side"},
	},
	{
		id: command.Codec, do: func(p *player, c command.Command) { p.choices.toggleCodec(c) },
		keys: keys("u"), name: "Codec blocks", menu: true, sets: "codec", label: "u, U", help: "the codec's blocks, coloured by quantiser, with the quads; its motion vectors",
	},
	{id: command.Motion, do: func(p *player, c command.Command) { p.choices.toggleMotion(c) }, keys: keys("U"), sets: "motion"},
	{
		id: command.NextView, do: func(p *player, c command.Command) { p.choices.nextView(c) },
		keys: keys("v"), sets: "view", label: "v, V", help: "view: video, edges, mask, pyramid, false colour, out of range, sorted, equalised, motion vectors, reconstruction, map for encoders, cloud (drag to turn it, wheel to zoom); the level of the pyramid",
	},
	{id: command.NextLevel, do: func(p *player, c command.Command) { p.choices.nextLevel(c) }, keys: keys("V"), sets: "level"},
	{
		id: command.Pyramid, do: func(p *player, c command.Command) { p.lessons.togglePyramid(c) },
		keys: keys("h"), name: "The pyramid", menu: true, label: "h", help: "show the pyramid, or the video again",
	},
	{
		id: command.Explain, do: func(p *player, c command.Command) { p.lessons.explain(c) },
		keys: keys("e"), name: "Explain the algorithm", menu: true, label: "e", help: "explain the algorithm step by step, on the square under the pointer; ← → change the step, Shift+← → ↑ ↓ move the square, Esc leaves",
	},
	{id: command.MoveSquare, do: func(p *player, c command.Command) { p.lessons.moveSquare(c) }},
	{
		id: command.PickColour, do: func(p *player, c command.Command) { p.mouse.pickColour(c) },
		keys: keys("d"), name: "Pick a colour: click on it, or draw a rectangle", menu: true, label: "d", help: "pick a colour, to find its quads: click for one colour, drag a rectangle for the range of colours in it",
	},
	{
		id: command.PickTemplate, do: func(p *player, c command.Command) { p.mouse.pickTemplate(c) },
		keys: keys("D"), name: "Pick a template: draw a rectangle", menu: true, label: "D", help: "pick a template, to find what looks like it: drag a rectangle of up to 64×64 pixels, or click",
	},
	{
		id: command.Wipe, do: func(p *player, c command.Command) { p.choices.toggleWipe(c) },
		keys: keys("w"), name: "Two settings side by side", menu: true, label: "w, W", help: "compare two settings side by side: you tune A, B stays as it is; swap them",
	},
	{id: command.SwapWipe, do: func(p *player, c command.Command) { p.choices.swapWipe(c) }, keys: keys("W")},
	{
		id: command.SwitchSource, do: func(p *player, c command.Command) { p.stored.switchSource(c) },
		keys: keys("r"), name: "Stored or live quads", menu: true, label: "r", help: "switch between stored quads, of an export that you opened or dropped, and live quads",
	},
	{
		id: command.SwitchVariant, do: func(p *player, c command.Command) { p.choices.switchVariant(c) },
		keys: keys("y"), sets: "variant", label: "y", help: "variant: edge, feature, points or, if you picked one, template",
	},
	{
		id: command.Undo, do: func(p *player, c command.Command) { p.past.undo(c) },
		keys: keys("Ctrl+Z"), repeats: true, name: "Undo the last change of settings", menu: true,
		label: "Ctrl+z, Ctrl+Shift+z", help: "undo a change of settings, redo it",
	},
	{id: command.Redo, do: func(p *player, c command.Command) { p.past.redo(c) }, keys: keys("Ctrl+Shift+Z"), repeats: true, name: "Redo the change of settings", menu: true},
	{
		id: command.Timeline, do: func(p *player, c command.Command) { p.choices.toggleTimeline(c) },
		keys: keys("t"), name: "The timeline", menu: true, label: "t", help: "timeline of the whole video: quads, coverage, bytes and other curves, marks; click to seek",
	},
	{
		id: command.Mark, do: func(p *player, c command.Command) { p.marks.mark(c) },
		keys: keys("b"), name: "Mark this frame; again: write its note", menu: true, label: "b, B", help: "mark this frame, again: write its note; delete the mark",
	},
	{id: command.DeleteMark, do: func(p *player, c command.Command) { p.marks.deleteMark(c) }, keys: []stroke{{"B", -1}}, name: "Delete the mark"},
	{
		id: command.NextMark, do: func(p *player, c command.Command) { p.marks.nextMark(c) },
		keys: []stroke{{"PageUp", 1}, {"PageDown", -1}}, repeats: true, label: "PageUp, PageDown", help: "to the next mark, to the previous mark",
	},
	{
		id: command.MostQuads, do: func(p *player, c command.Command) { p.seeking.mostQuads(c) },
		keys: keys("M"), name: "To the frame with the most quads", menu: true, label: "M", help: "to the frame with the most quads in the part that the timeline has analysed",
	},
	{
		id: command.NextCut, do: func(p *player, c command.Command) { p.seeking.nextCut(c) },
		keys: []stroke{{"x", 1}}, repeats: true, name: "To the next cut", menu: true, label: "x, X", help: "to the next cut, to the previous cut, in the part that the timeline has analysed",
	},
	{id: command.NextCut, keys: []stroke{{"X", -1}}, repeats: true, name: "To the previous cut", menu: true},
	{id: command.ToMark, do: func(p *player, c command.Command) { p.marks.toMark(c) }},
	{id: command.Note, do: func(p *player, c command.Command) { p.marks.note(c) }},
	{id: command.ExportMarks, do: func(p *player, _ command.Command) { p.marks.exportMarks(false) }, name: "Writes the marks to the file"},
	{id: command.ReplaceMarks, do: func(p *player, _ command.Command) { p.marks.exportMarks(true) }, name: "Replaces the existing file with the marks"},
	{
		id: command.Volume, do: func(p *player, c command.Command) { p.choices.addVolume(c) },
		keys: []stroke{{"9", -0.05}, {"0", 0.05}}, repeats: true, sets: "volume", label: "9 0, m", help: "volume down, up; mute",
	},
	{id: command.Mute, do: func(p *player, c command.Command) { p.choices.toggleMute(c) }, keys: keys("m"), sets: "muted"},
	{
		id: command.Shoot, do: func(p *player, _ command.Command) { p.shooting.shoot(true) },
		keys: keys("s"), name: "Save the picture with its quads", menu: true, label: "s, S, Ctrl+s", help: "save the picture with its quads, without quads, the whole window", main: widgets.Key{Keys: "s", Help: "save the picture"},
	},
	{id: command.ShootPicture, do: func(p *player, _ command.Command) { p.shooting.shoot(false) }, keys: keys("S")},
	{id: command.ShootWindow, do: func(p *player, c command.Command) { p.shooting.shootWindow(c) }, keys: keys("Ctrl+S"), name: "Save the whole window", menu: true},
	{
		id: command.Browse, do: func(p *player, _ command.Command) { p.browse(false) },
		keys: keys("Ctrl+O"), name: "Open videos…", menu: true, label: "Ctrl+o, o", help: "open videos in the desktop's file dialog, in the player's; dropping files works also",
	},
	{id: command.Files, do: func(p *player, _ command.Command) { p.openFiles(false) }, keys: keys("o"), name: "Folders and videos played before…", menu: true},
	{id: command.Desktop, do: (*player).desktopDialog, name: "Open videos in the desktop's file dialog instead"},
	{id: command.CloseFiles, do: func(p *player, _ command.Command) { p.closeFiles() }, name: "Close, as Escape does"},
	{id: command.ShowFolder, do: (*player).showFolder},
	{id: command.OpenPath, do: (*player).openPath},
	{id: command.OpenVideo, do: func(p *player, c command.Command) { p.play.OpenVideo(p.play.Videos(), int(c.Number)) }},
	{id: command.OpenRecent, do: func(p *player, c command.Command) { p.openRecent(int(c.Number)) }},
	{id: command.SaveSettings, do: func(p *player, _ command.Command) { p.saveSettings() }, name: "Saves the settings to a file in the working directory"},
	{id: command.LoadSettings, do: func(p *player, _ command.Command) { p.browse(true) }, name: "Loads settings from a file"},
	{
		id: command.Tab, do: func(p *player, c command.Command) { p.choices.showTab(c) },
		keys: []stroke{{"Ctrl+E", float64(session.Export)}}, name: "Export…", menu: true, label: "Ctrl+e", help: "export the quads of all frames, or the video with its quads",
	},
	{id: command.CopyCommand, do: func(p *player, c command.Command) { p.exports.copyCommand(c) }, name: "Copy as command", menu: true},
	{id: command.CopyExport, do: func(p *player, c command.Command) { p.exports.copyExport(c) }, name: "Copies the command that writes this file"},
	{id: command.Export, do: func(p *player, _ command.Command) { p.exports.export(false) }, name: "Writes the file while the video plays on"},
	{id: command.ReplaceExport, do: func(p *player, _ command.Command) { p.exports.export(true) }, name: "Replaces the existing file"},
	{id: command.CancelExport, do: func(p *player, _ command.Command) { p.exports.running.Cancel() }, name: "Cancels the export; no file is written"},
	{label: "wheel, drag", help: "zoom at the pointer, move the picture; zoomed in, the pyramid's cells show their numbers"},
	{label: "click, double", help: "play or pause, fullscreen; in the Pixel tab a click pins a pixel, another click or Esc releases it"},
	{label: "right click", help: "menu of common commands; on the timeline, menu of its curves"},
	{
		id: command.Zoom, do: func(p *player, c command.Command) { p.mouse.zoomMiddle(c.Number) },
		keys: []stroke{{"Ctrl+=", zoomStep}, {"Ctrl+-", 1 / zoomStep}}, repeats: true,
		label: "Ctrl with + - 0 9", help: "zoom in, out, one to one, fit",
	},
	{
		id: command.ZoomTo, do: func(p *player, c command.Command) { p.mouse.zoomTo(c.Number) },
		keys: []stroke{{"Ctrl+0", 1}, {"Ctrl+9", 0}}, repeats: true,
	},
	{
		id: command.Fullscreen, do: func(p *player, _ command.Command) { p.win.setFullscreen(!p.win.fullscreen) },
		keys: keys("f"), name: "Fullscreen", menu: true, label: "f, Esc", help: "fullscreen on or off; leave it", main: widgets.Key{Keys: "f Tab q", Help: "full screen, panel, quit"},
	},
	{id: command.Escape, do: (*player).escape, keys: keys("Escape"), repeats: true},
	{
		id: command.About, do: (*player).toggleInformation,
		keys: keys("i"), name: "Information about video and frame", menu: true, label: "i, ?", help: "information about video and frame, this list", main: widgets.Key{Keys: "?", Help: "all keys"},
	},
	{id: command.Copy, do: func(p *player, c command.Command) { p.copyText(c) }},
	{id: command.Help, do: func(p *player, _ command.Command) { p.status.Help = !p.status.Help }, keys: keys("?"), name: "All keys", menu: true},
	{
		id: command.Tab, keys: []stroke{{"1", 0}, {"2", 1}, {"3", 2}, {"4", 3}, {"5", 4}, {"6", 5}, {"7", 6}}, name: "A tab of the panel",
		label: "1 to 7", help: "the panel's tabs: Tune, Plots, Pixel, Video, Export, Scopes, Marks",
	},
	{
		id: command.Panel, do: func(p *player, c command.Command) { p.choices.togglePanel(c) },
		keys: keys("Tab"), name: "The panel", menu: true, label: "Tab", help: "panel on or off; without it, moving the mouse shows a bar over the picture",
	},
	{
		id: command.Focus, do: func(p *player, c command.Command) { p.choices.focusNext(c) },
		keys: keys("F6"), label: "F6", help: "use the panel with keys, again: the bar; Tab and arrows move, Space or Enter presses, ← → PageUp PageDown Home End set a slider, Esc ends",
	},
	{
		id: command.Quit, do: func(p *player, _ command.Command) { p.exports.askToQuit(false) },
		keys: keys("q"), name: "Quit", menu: true, label: "q, Q", help: "quit, quit and resume at this position next time; while an export runs, the first press asks",
	},
	{id: command.QuitAndKeep, do: func(p *player, _ command.Command) { p.exports.askToQuit(true) }, keys: keys("Q")},
	{id: command.Stay, do: func(p *player, _ command.Command) { p.exports.goOn() }},
}

// KeyList returns the list of keys, for its page.
func KeyList() []widgets.Key { return listed().All }

// listed returns the panel's lists of keys and commands.
func listed() (k widgets.Keys) {
	for _, r := range table {
		if r.label != "" {
			k.All = append(k.All, widgets.Key{Keys: r.label, Help: r.help})
		}
		if r.main.Keys != "" {
			k.Main = append(k.Main, r.main)
		}
		k.Commands = append(k.Commands, r.named()...)
	}
	return k
}

// named returns the row's commands for tooltips. Strokes with different numbers are different
// commands, unless the row changes one setting.
func (r *row) named() (all []widgets.Named) {
	defer func() {
		for i := range all {
			all[i].Menu = r.menu
		}
	}()
	switch {
	case r.sets != "":
		all = []widgets.Named{{Command: command.Do(r.id), Sets: r.sets, Key: widgets.Key{Help: r.name}}}
		for i, s := range r.keys {
			if i > 0 {
				all[0].Keys += " "
			}
			all[0].Keys += shownKey(s.key)
		}
	case r.name == "":
	case len(r.keys) == 0:
		all = []widgets.Named{{Command: command.Do(r.id), Key: widgets.Key{Help: r.name}}}
	default:
		for _, s := range r.keys {
			c := command.With(r.id, s.number)
			if i := slices.IndexFunc(all, func(n widgets.Named) bool { return n.Command == c }); i >= 0 {
				all[i].Keys += ", " + shownKey(s.key)
				continue
			}
			all = append(all, widgets.Named{Command: c, Key: widgets.Key{Keys: shownKey(s.key), Help: r.name}})
		}
	}
	return all
}

// shownKey returns a key's name in the list of keys.
func shownKey(name string) string {
	switch name {
	case " ":
		return "Space"
	case "Escape":
		return "Esc"
	}
	if n := len(name) - 1; strings.HasPrefix(name, "Ctrl+") && name[n-1] == '+' {
		return name[:n] + strings.ToLower(name[n:]) // as in Ctrl+o
	}
	return name
}
