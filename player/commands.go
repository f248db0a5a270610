package player

import (
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/widgets"
)

// row is a row of the table of commands. Keys, buttons and tests create commands. The page that lists
// and finds commands, the menu and docs/reference/keys.md are made from the table.
type row struct {
	id      command.ID
	do      func(p *player, c command.Command) // set in one of the rows with this ID
	keys    []stroke
	repeats bool // also repeats while the key is held

	name string // of the command in tooltips and, unless there is a title, in the menu and the page
	sets string // setting that it changes; empty for none

	group palette.Group // NoGroup if it is found only at its button
	menu  palette.Place
	title string // in the menu and the page, if it is not the name
	mouse []string
	// help is the row's line in the list of keys, more its details; help is empty if the line above
	// covers this row.
	help, more string
	main       widgets.Key // in the panel's short list; empty for none
}

// stroke is a key and the number of its command. The name is the typed character, independently of
// the layout, or one of keyNames, with Ctrl+ and Shift+. The title is that of this command, if the
// row has several.
type stroke struct {
	key    string
	number float64
	title  string
}

// keys returns strokes of keys whose command has no number.
func keys(names ...string) (strokes []stroke) {
	for _, name := range names {
		strokes = append(strokes, stroke{key: name})
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

// table has all commands. Within a group the order is that of the list of keys and of the menu.
var table = [...]row{
	{
		id: command.TogglePause, do: func(p *player, _ command.Command) { p.play.TogglePause() },
		keys: keys(" ", "p"), name: "Play, pause", group: palette.Playback, menu: palette.InMenu, help: "Play, pause", main: widgets.Key{Keys: "Space", Help: "play, pause"},
	},
	{
		id: command.Step, do: func(p *player, c command.Command) { p.play.Step(int(c.Number)) },
		keys: []stroke{{",", -1, "One frame back"}, {".", 1, "One frame forward"}}, repeats: true, group: palette.Playback,
		help: "One frame back, forward", main: widgets.Key{Keys: ", .", Help: "one frame back, forward"},
	},
	{
		id: command.SeekBy, do: func(p *player, c command.Command) { p.play.SeekBy(c.Number) },
		keys: []stroke{{"Left", -5, "5 seconds back"}, {"Right", 5, "5 seconds forward"}}, repeats: true, group: palette.Playback,
		help: "5 seconds back, forward", main: widgets.Key{Keys: "← →  g", Help: "5 s  (Shift 1 s), go to"},
	},
	{
		id: command.SeekBy, keys: []stroke{{"Shift+Left", -1, "1 second back"}, {"Shift+Right", 1, "1 second forward"}}, repeats: true, group: palette.Playback,
		help: "1 second back, forward",
	},
	{
		id: command.SeekBy, keys: []stroke{{"Down", -60, "A minute back"}, {"Up", 60, "A minute forward"}}, repeats: true, group: palette.Playback,
		help: "A minute back, forward",
	},
	{
		id: command.ToStart, do: func(p *player, c command.Command) { p.seeking.toStart(c) },
		keys: keys("Home"), repeats: true, name: "Go to the start", group: palette.Playback, help: "Go to the start, to the end",
	},
	{id: command.ToEnd, do: func(p *player, c command.Command) { p.seeking.toEnd(c) }, keys: keys("End"), repeats: true, name: "Go to the end", group: palette.Playback},
	{id: command.SeekTo, do: func(p *player, c command.Command) { p.play.SeekTo(c.Number) }},
	{id: command.ShowSource, do: func(p *player, c command.Command) { p.seeking.showSource(c) }},
	{id: command.ShowSecondSource, do: func(p *player, c command.Command) { p.seeking.showSource(c) }},
	{id: command.ShowBlock, do: func(p *player, c command.Command) { p.seeking.showBlock(c) }},
	{id: command.ShowArea, do: func(p *player, c command.Command) { p.second.showArea(c) }},
	{
		id: command.AskPlace, do: func(p *player, _ command.Command) { p.panel.Place.Ask("") },
		keys: keys("g"), name: "Go to a time or a frame…", group: palette.Playback, menu: palette.InSubmenu,
		help: "Go to a time or a frame", more: "12.5, 1:02 and 1:02:03 are times, 120 is a frame counted from 1, #119 an index as in files",
	},
	{id: command.GoTo, do: func(p *player, c command.Command) { p.seeking.goTo(c) }},
	{
		id: command.Faster, do: func(p *player, c command.Command) { p.play.SetSpeed(playback.Scaled(p.play.State().Speed, c.Number)) },
		keys: []stroke{{"[", 1 / speedStep, "Slower by a tenth"}, {"]", speedStep, "Faster by a tenth"}}, repeats: true, group: palette.Playback,
		help: "Slower, faster by a tenth", more: "from 0.1 to 8, with sound from 0.5 to 2", main: widgets.Key{Keys: "[ ]  l L", Help: "speed, loops"},
	},
	{
		id: command.Faster, keys: []stroke{{"{", 1. / speedLeap, "Half the speed"}, {"}", speedLeap, "Double speed"}}, group: palette.Playback, menu: palette.InSubmenu,
		help: "Half, double, normal speed",
	},
	{
		id: command.Speed, do: func(p *player, c command.Command) { p.play.SetSpeed(c.Number) },
		keys: []stroke{{"Backspace", 1, "Normal speed"}}, repeats: true, name: "Normal speed", group: palette.Playback, menu: palette.InSubmenu,
	},
	{
		id: command.MarkLoop, do: func(p *player, _ command.Command) { p.play.MarkLoop() },
		keys: keys("l"), name: "Plays a part again and again: set its start, then its end, then clear both. Export has its own range, or takes this one.", title: "Loop a part: start, end, clear", group: palette.Playback, menu: palette.InSubmenu,
		help: "Loop a part, the whole video", more: "l sets the start, then the end, then clears both",
	},
	{id: command.LoopFile, do: func(p *player, _ command.Command) { p.play.LoopFile() }, keys: keys("L"), name: "Loop the video", group: palette.Playback, menu: palette.InSubmenu},
	{
		id: command.Skip, do: func(p *player, c command.Command) { p.play.Skip(int(c.Number)) },
		keys: []stroke{{"<", -1, "Previous video"}, {">", 1, "Next video"}}, group: palette.Playback, menu: palette.InSubmenu, help: "Previous, next video",
	},
	{
		id: command.Volume, do: func(p *player, c command.Command) { p.choices.addVolume(c) },
		keys: []stroke{{"9", -0.05, "Volume down"}, {"0", 0.05, "Volume up"}}, repeats: true, sets: "volume", group: palette.Playback, menu: palette.InSubmenu, help: "Volume down, up, mute",
	},
	{id: command.Mute, do: func(p *player, c command.Command) { p.choices.toggleMute(c) }, keys: keys("m"), sets: "muted", title: "Mute, sound on", group: palette.Playback, menu: palette.InSubmenu},
	{
		id: command.Threshold, do: func(p *player, c command.Command) { p.choices.scaleThreshold(c) },
		keys: []stroke{{"-", 1 / fineStep, "Threshold down"}, {"=", fineStep, "Threshold up"}}, repeats: true, sets: "threshold", group: palette.Quads,
		help: "Threshold down, up; half, double", main: widgets.Key{Keys: "− =", Help: "threshold  (Shift coarse)"},
	},
	{
		id: command.Threshold, keys: []stroke{{"_", 1. / coarseStep, "Half the threshold"}, {"+", coarseStep, "Double threshold"}}, repeats: true, sets: "threshold", group: palette.Quads,
	},
	{
		id: command.FindThreshold, do: func(p *player, c command.Command) { p.thresholds.findThreshold(c) },
		keys: keys("a"), sets: "auto_threshold", title: "Auto: find a threshold", group: palette.Quads, menu: palette.InSubmenu, help: "Auto: find a threshold for the video; set the default one",
	},
	{id: command.DefaultThreshold, do: func(p *player, c command.Command) { p.thresholds.resetThreshold(c) }, keys: keys("A"), name: "Set the default threshold, Auto off", group: palette.Quads, menu: palette.InSubmenu},
	{id: command.SolveOnce, do: func(p *player, c command.Command) { p.thresholds.solveOnce(c) }, name: "Find the threshold that gives this number of quads in this frame"},
	{
		id: command.SwitchVariant, do: func(p *player, c command.Command) { p.choices.switchVariant(c) },
		keys: keys("y"), sets: "variant", title: "Next variant", group: palette.Quads, menu: palette.InSubmenu,
		help: "Next variant", more: "edge, feature, points or, if you picked one, template",
	},
	{
		id: command.PickColour, do: func(p *player, c command.Command) { p.mouse.pickColour(c) },
		keys: keys("d"), name: "Pick a colour: click on it, or draw a rectangle", title: "Pick a colour", group: palette.Quads, menu: palette.InSubmenu,
		help: "Pick a colour, a template, to find what is alike", more: "for a colour click, or drag a rectangle for the range of colours in it; for a template drag a rectangle of up to 64×64 pixels, or click",
	},
	{
		id: command.PickTemplate, do: func(p *player, c command.Command) { p.mouse.pickTemplate(c) },
		keys: keys("D"), name: "Pick a template: draw a rectangle", title: "Pick a template", group: palette.Quads, menu: palette.InSubmenu,
	},
	{
		id: command.SwitchSource, do: func(p *player, c command.Command) { p.stored.switchSource(c) },
		keys: keys("r"), name: "Switch between stored and live quads", group: palette.Quads, menu: palette.InSubmenu,
		help: "Switch between stored and live quads", more: "stored quads are those of an export that you opened or dropped",
	},
	{
		id: command.Undo, do: func(p *player, c command.Command) {
			if p.past.noteSettings(); !p.marks.restore() {
				p.past.undo(c)
			}
		},
		keys: keys("Ctrl+Z"), repeats: true, name: "Undo the last change of settings, or bring back the mark removed", title: "Undo the last change", group: palette.Quads, menu: palette.InSubmenu,
		help: "Undo the last change of settings, redo it", more: "undo also brings back a mark that was removed",
	},
	{id: command.Redo, do: func(p *player, c command.Command) { p.past.redo(c) }, keys: keys("Ctrl+Shift+Z"), repeats: true, name: "Redo the change of settings", group: palette.Quads, menu: palette.InSubmenu},
	{
		id: command.Overlay, do: func(p *player, _ command.Command) { p.choices.toggle(p.settings.Quads(), "Overlay") },
		keys: keys("n"), sets: "overlay", title: "Show or hide the overlay", group: palette.Picture, menu: palette.InSubmenu,
		help: "Show or hide the overlay; next look, colours", more: "looks are outlines, filled, mosaic of mean colours; colours show size, mean, age, class, size in colours for colour-blind people, or difference to stored quads",
		main: widgets.Key{Keys: "n k v y", Help: "overlay, look, view, variant"},
	},
	{id: command.NextLook, do: func(p *player, c command.Command) { p.choices.nextLook(c) }, keys: keys("k"), sets: "look", title: "Next look of the overlay", group: palette.Picture, menu: palette.InSubmenu},
	{
		id: command.NextColour, do: func(p *player, c command.Command) { p.choices.nextColour(c) },
		keys: keys("c"), sets: "colour", title: "Colour by the next quantity", group: palette.Picture, menu: palette.InSubmenu,
		main: widgets.Key{Keys: "c w", Help: "colours, compare settings"},
	},
	{
		id: command.Codec, do: func(p *player, _ command.Command) { p.choices.toggle(&p.settings.Codec, "Codec blocks") },
		keys: keys("u"), name: "Show or hide the codec's blocks", group: palette.Picture, menu: palette.InSubmenu, sets: "codec",
		help: "Show or hide the codec's blocks; its motion vectors", more: "blocks are filled by QP, type or bits, and replace the quads",
	},
	{id: command.Motion, do: func(p *player, c command.Command) { p.choices.toggleMotion(c) }, keys: keys("U"), sets: "motion", title: "Show or hide motion vectors", group: palette.Picture, menu: palette.InSubmenu},
	{
		id: command.NextView, do: func(p *player, c command.Command) { p.choices.nextView(c) },
		keys: keys("v"), sets: "view", title: "Next view", group: palette.Picture, menu: palette.InSubmenu,
		help: "Next view; next level of the pyramid", more: "views are picture, edges, mask, pyramid, false colour, out of range, sorted, equalised, motion vectors, reconstruction, map for encoders, cloud (drag to turn it, wheel to zoom), difference to a second video, PSNR of its blocks; Esc shows the picture again",
	},
	{id: command.NextLevel, do: func(p *player, c command.Command) { p.choices.nextLevel(c) }, keys: keys("V"), sets: "level", title: "Next level of the pyramid", group: palette.Picture},
	{
		id: command.Pyramid, do: func(p *player, c command.Command) { p.lessons.togglePyramid(c) },
		keys: keys("h"), name: "Show the pyramid", group: palette.Picture, menu: palette.InSubmenu, help: "Show the pyramid, or the picture again",
	},
	{
		id: command.Explain, do: func(p *player, c command.Command) { p.lessons.explain(c) },
		keys: keys("e"), name: "Explain the algorithm", group: palette.Picture, menu: palette.InSubmenu,
		help: "Explain the algorithm step by step", more: "for the square under the pointer, or an interesting one if that is flat; ← → change the step, Shift+← → ↑ ↓ move the square, Esc leaves",
	},
	{id: command.MoveSquare, do: func(p *player, c command.Command) { p.lessons.moveSquare(c) }},
	{
		id: command.Wipe, do: func(p *player, c command.Command) { p.choices.toggleWipe(c) },
		keys: keys("w"), name: "Compare two settings or videos", group: palette.Picture, menu: palette.InSubmenu,
		help: "Compare two settings or videos; swap the settings", more: "in the way that the row Compare as has; the panel changes A, B stays as it is; a second video stays B",
	},
	{id: command.SwapWipe, do: func(p *player, c command.Command) { p.past.swapWipe(c) }, keys: keys("W"), title: "Swap the two settings", group: palette.Picture},
	{
		id: command.Flip, do: func(p *player, c command.Command) { p.choices.flip(c) },
		keys: keys("j"), name: "Flip between A and B", group: palette.Picture,
		help: "Flip between A and B; next way; difference", more: "ways are wipe, beside, below, flip and, of two videos, difference: luma of A less that of B around grey, ×4; the row View has ×1 and ×16, zoomed in it has the numbers; and block PSNR: which blocks of B are worst",
	},
	{id: command.NextWay, do: func(p *player, c command.Command) { p.choices.nextWay(c) }, keys: keys("J"), sets: "compare_as", title: "Compare in the next way", group: palette.Picture, menu: palette.InSubmenu},
	{
		id: command.Difference, do: func(p *player, c command.Command) { p.choices.toggleDifference(c) },
		keys: keys("z"), name: "Difference to a second video, A − B", group: palette.Picture,
	},
	{
		id: command.MoveWipe, do: func(p *player, c command.Command) { p.mouse.stepDivider(c.Number) },
		keys: []stroke{{"Ctrl+Left", -1, "Move the divider to the left"}, {"Ctrl+Right", 1, "Move the divider to the right"}}, repeats: true, group: palette.Picture,
		help: "Move the divider of the wipe left, right",
	},
	{
		id: command.MoveSecond, do: func(p *player, c command.Command) { p.second.move(c) },
		keys: []stroke{{"Ctrl+,", -1, "Move the second video a frame earlier"}, {"Ctrl+.", 1, "Move the second video a frame later"}}, repeats: true, group: palette.Picture,
		help: "Move a second video a frame earlier, later", more: "relative to the first one; the tab Marks shows by how many frames, and can align both",
	},
	{id: command.SetOffset, do: func(p *player, c command.Command) { p.second.set(int64(c.Number)) }},
	{id: command.Align, do: func(p *player, c command.Command) { p.second.align(c) }, name: "Align the second video by what its frames show, or take that back", title: "Align the second video", group: palette.Picture},
	{
		id: command.ShowWorst, do: func(p *player, c command.Command) { p.second.showWorst(c) }, name: "Worst frames and areas of the second video", group: palette.Picture,
		more: "where B is least like A, in the tab Marks; a click on a line goes there",
	},
	{mouse: []string{"Wheel", "Drag"}, group: palette.Mouse, help: "Zoom at the pointer, move the picture", more: "zoomed in, pixels and the pyramid's cells show their numbers; the bar has a list of sizes; over the timeline, the wheel shows other curves and zooms with Ctrl, and Shift+drag or the middle button moves it"},
	{
		id: command.Zoom, do: func(p *player, c command.Command) { p.mouse.zoomMiddle(c.Number) },
		keys: []stroke{{"Ctrl+-", 1 / zoomStep, "Zoom out"}, {"Ctrl+=", zoomStep, "Zoom in"}}, repeats: true, group: palette.Picture, help: "Zoom out, in",
	},
	{
		id: command.ZoomTo, do: func(p *player, c command.Command) { p.mouse.zoomTo(c.Number) },
		keys: []stroke{{"Ctrl+0", 1, "Zoom to 100 %"}, {"Ctrl+9", 0, "Fit the picture"}}, repeats: true, group: palette.Picture, menu: palette.InSubmenu, help: "Zoom to 100 %, fit the picture",
	},
	{mouse: []string{"Click"}, group: palette.Mouse, help: "Play, pause; in the tab Pixel, " + panel.PinWords, more: "the video stops at the frame that you clicked; another click or Esc releases the pixel"},
	{mouse: []string{"Double click"}, group: palette.Mouse, help: "Fullscreen", more: "it does not pause the video; not in the tab Pixel"},
	{mouse: []string{"Right click"}, group: palette.Mouse, help: "Open the menu", more: "common commands; on the timeline, its curves"},
	{
		id: command.Timeline, do: func(p *player, c command.Command) { p.choices.toggleTimeline(c) },
		keys: keys("t"), name: "Show or hide the timeline", group: palette.Timeline, menu: palette.InSubmenu,
		help: "Show or hide the timeline of the whole video", more: "quads, coverage and other curves, marks; click to seek",
	},
	{
		id: command.LinearSizes, do: func(p *player, _ command.Command) {
			p.choices.toggle(&p.settings.LinearSizes, "Linear sizes in the timeline")
		}, group: palette.Timeline,
		name: "Sizes in the timeline: linear, or square roots", more: "square roots show small packets next to large ones",
	},
	{id: command.Curve, do: func(p *player, c command.Command) { p.choices.toggleCurve(session.Curve(c.Number)) }},
	{
		id: command.ZoomTimeline, do: func(p *player, c command.Command) { p.choices.zoomTimeline(c.Number) },
		keys: []stroke{{"Ctrl+Down", 1 / zoomStep, "Zoom the timeline out"}, {"Ctrl+Up", zoomStep, "Zoom the timeline in"}}, repeats: true, group: palette.Timeline,
		help: "Zoom the timeline out, in; show all of it", more: "it follows the playing position; Ctrl+wheel zooms at the pointer, a double click shows all",
	},
	{
		id: command.WholeTimeline, do: func(p *player, _ command.Command) { p.choices.zoomTimeline(0) },
		keys: keys("T"), name: "Show the whole timeline", group: palette.Timeline, menu: palette.InSubmenu,
	},
	{
		id: command.Mark, do: func(p *player, c command.Command) { p.marks.mark(c) },
		keys: keys("b"), name: "Mark this frame; again: write its note", title: "Mark this frame", group: palette.Timeline, menu: palette.InSubmenu,
		help: "Mark this frame; delete the mark", more: "b on a marked frame writes its note",
	},
	{id: command.DeleteMark, do: func(p *player, c command.Command) { p.marks.deleteMark(c) }, keys: []stroke{{"B", -1, ""}}, name: "Delete the mark", group: palette.Timeline, menu: palette.InSubmenu},
	{
		id: command.NextMark, do: func(p *player, c command.Command) { p.marks.nextMark(c) },
		keys: []stroke{{"PageDown", -1, "Go to the previous mark"}, {"PageUp", 1, "Go to the next mark"}}, repeats: true, group: palette.Timeline, menu: palette.InSubmenu,
		help: "Go to the previous, next mark", more: "PageUp goes on in time, as in mpv",
	},
	{
		id: command.Peak, do: func(p *player, c command.Command) { p.seeking.peak(session.Curve(c.Number)) },
		keys: keys("M"), name: "Go to the frame with the most quads", group: palette.Timeline, menu: palette.InSubmenu,
		help: "Go to the frame with the most quads", more: "the peak of its curve, as far as the timeline has analysed the video; ? finds the peaks of all curves: the largest packet, the worst PSNR",
	},
	{
		id: command.NextCut, do: func(p *player, c command.Command) { p.seeking.nextCut(c) },
		keys: []stroke{{"X", -1, "Go to the previous cut"}, {"x", 1, "Go to the next cut"}}, repeats: true, group: palette.Timeline, menu: palette.InSubmenu,
		help: "Go to the previous, next cut", more: "as far as the timeline has analysed the video",
	},
	{id: command.ToMark, do: func(p *player, c command.Command) { p.marks.toMark(c) }},
	{id: command.Note, do: func(p *player, c command.Command) { p.marks.note(c) }},
	{id: command.ExportMarks, do: func(p *player, _ command.Command) { p.marks.exportMarks(false) }, name: "Write the marks to the file"},
	{id: command.ReplaceMarks, do: func(p *player, _ command.Command) { p.marks.exportMarks(true) }, name: "Replace the existing file with the marks"},
	{
		id: command.Browse, do: func(p *player, _ command.Command) { p.files.browse(false) },
		keys: keys("Ctrl+O"), name: "Open videos…", group: palette.Files, menu: palette.InMenu,
		help: "Open videos", more: "Ctrl+o in the desktop's file dialog, o in the player's, with the videos played before; dropping files on the window works also",
	},
	{
		id: command.Compare, do: func(p *player, _ command.Command) { p.files.chooseSecond() }, name: sides.Second, group: palette.Files, menu: palette.InMenu,
		more: "such as an encode of the playing one, which is A; it becomes B, in a wipe, beside or below A, flipped to, or subtracted: the row Compare as",
	},
	{id: command.CloseSecond, do: func(p *player, c command.Command) { p.second.dismiss(c) }, name: "Close the second video", group: palette.Files, menu: palette.InSubmenu},
	{id: command.Files, do: func(p *player, _ command.Command) { p.files.openFiles(false) }, keys: keys("o"), name: "Open from folders and videos played before…", group: palette.Files, menu: palette.InSubmenu},
	{
		id: command.Shoot, do: func(p *player, _ command.Command) { p.shooting.shoot(true, false) },
		keys: keys("s"), name: "Save the picture with its quads", group: palette.Files, menu: palette.InMenu,
		help: "Save the picture with its quads, without quads", more: "a PNG file in the folder of the Export tab; with the codec's blocks, if these are drawn, and their values where these have room at 100 %", main: widgets.Key{Keys: "s", Help: "save the picture"},
	},
	{id: command.ShootPicture, do: func(p *player, _ command.Command) { p.shooting.shoot(false, false) }, keys: keys("S"), name: "Save the picture without quads", group: palette.Files, menu: palette.InSubmenu},
	{
		id: command.ShootNumbers, do: func(p *player, _ command.Command) { p.shooting.shoot(true, true) },
		keys: keys("Ctrl+Shift+S"), name: widgets.NumbersTitle, group: palette.Files, menu: palette.InMenu,
		help: "Save the picture with its numbers", more: "below it is a table of the video, frame and time; number of quads, coverage and threshold; codec, type, QP and bytes of the packet; of a second video the same and its PSNR; if the picture is wide enough, how many quads have each size; for the codec's blocks in place of quads their number, sizes and scale of colours",
	},
	{id: command.ShootWindow, do: func(p *player, c command.Command) { p.shooting.shootWindow(c) }, keys: keys("Ctrl+S"), name: "Save the whole window", group: palette.Files, menu: palette.InSubmenu, help: "Save the whole window"},
	{id: command.Desktop, do: func(p *player, c command.Command) { p.files.desktopDialog(c) }, name: "Open videos in the desktop's file dialog instead"},
	{id: command.CloseFiles, do: func(p *player, _ command.Command) { p.files.closeFiles() }, name: "Close, as Escape does"},
	{id: command.ShowFolder, do: func(p *player, c command.Command) { p.files.showFolder(c) }},
	{id: command.TypePath, do: func(p *player, c command.Command) { p.files.typePath(c) }},
	{id: command.MakeFolder, do: func(p *player, c command.Command) { p.files.makeFolder(c) }, name: "Make a folder here, with the name or path typed above"},
	{id: command.OpenPath, do: func(p *player, c command.Command) { p.files.openPath(c) }},
	{id: command.RawLayout, do: func(p *player, c command.Command) { p.raw.change(c) }},
	{id: command.OpenRaw, do: func(p *player, c command.Command) { p.raw.begin(c) }},
	{id: command.OpenVideo, do: func(p *player, c command.Command) { p.play.OpenVideo(p.play.Videos(), int(c.Number)) }},
	{id: command.OpenRecent, do: func(p *player, c command.Command) { p.openRecent(int(c.Number)) }},
	{
		id: command.Tab, do: func(p *player, c command.Command) { p.choices.showTab(c) },
		keys: []stroke{{"Ctrl+E", float64(session.Export), ""}}, name: "Export…", group: palette.Files, menu: palette.InMenu,
		help: "Export the quads of all frames, or a video", more: "tables as CSV and Parquet, lists as JSON, pictures, maps for encoders",
	},
	{
		id: command.ExportBlocks, do: func(p *player, _ command.Command) { p.exports.blocks() }, name: "Export the codec's blocks as a table…", group: palette.Files,
		more: "a row for each block with QP, type and bits, and one for each motion vector: Parquet, or CSV, NDJSON or YUView's statistics by the file's extension",
	},
	{id: command.CopyCommand, do: func(p *player, c command.Command) { p.exports.copyCommand(c) }, name: widgets.CopyTitle, group: palette.Files, menu: palette.InSubmenu},
	{id: command.SaveSettings, do: func(p *player, c command.Command) { p.saveSettings(c.Text) }, name: "Save the settings to a file in the working directory", title: "Save the settings", group: palette.Files, menu: palette.InSubmenu},
	{id: command.LoadSettings, do: func(p *player, _ command.Command) { p.files.browse(true) }, name: "Load settings from a file", title: "Load settings…", group: palette.Files, menu: palette.InSubmenu},
	{id: command.CopyExport, do: func(p *player, c command.Command) { p.exports.copyExport(c) }, name: "Copy the command that writes this file"},
	{id: command.Export, do: func(p *player, _ command.Command) { p.exports.export(false) }, name: "Write the file while the video plays on"},
	{id: command.ReplaceExport, do: func(p *player, _ command.Command) { p.exports.export(true) }, name: "Replace the existing file"},
	{id: command.CancelExport, do: func(p *player, _ command.Command) { p.exports.running.Cancel() }, name: "Cancel the export; no file is written"},
	{id: command.ExportFolder, do: func(p *player, _ command.Command) { p.files.chooseFolder() }, name: "Choose the folder to write to"},
	{id: command.SetFolder, do: func(p *player, c command.Command) { p.files.setFolder(c) }},
	{id: command.ShowExported, do: func(p *player, c command.Command) { p.exports.reveal(c) }, name: "Show the file in the desktop's file manager"},
	{
		id: command.Fullscreen, do: func(p *player, _ command.Command) { p.toggleFullscreen() },
		keys: keys("f"), name: "Fullscreen", group: palette.Window, menu: palette.InMenu, help: "Fullscreen on or off; leave fullscreen", more: "only the picture; the bar appears while the mouse moves",
		main: widgets.Key{Keys: "f Tab q", Help: "full screen, panel, quit"},
	},
	{id: command.Escape, do: (*player).escape, keys: keys("Escape"), repeats: true, group: palette.Window},
	{
		id: command.Panel, do: func(p *player, c command.Command) { p.choices.togglePanel(c) },
		keys: keys("Tab"), name: "Show or hide panel and timeline", group: palette.Window, menu: palette.InMenu,
		help: "Show or hide panel and timeline", more: "without them the picture fills the window, and moving the mouse shows a bar over it; t adds the timeline to that",
	},
	{
		id: command.Focus, do: func(p *player, c command.Command) { p.choices.focusNext(c) },
		keys: keys("F6"), name: "Control the panel by keyboard", group: palette.Window, menu: palette.InSubmenu,
		help: "Control the panel by keyboard", more: "Tab and arrows go to a widget, Space or Enter presses it; letters select a line of an open list; ← → PageUp PageDown Home End change a slider, Shift+← → by ten steps; F6 again goes to the export handles in the timeline, then to the bar; Esc ends",
	},
	{
		id: command.Menu, keys: []stroke{{"Menu", 1, "Open the menu"}, {"Shift+F10", 1, ""}}, group: palette.Window,
		help: "Open the menu by keyboard", more: "at the selected widget, or at its button; arrows move, Enter runs, Esc closes",
	},
	{
		id: command.Tab, keys: tabKeys(), name: "Show a tab of the panel", group: palette.Window, menu: palette.InSubmenu,
		help: "Show a tab of the panel", more: "Tune, Plots, Pixel, Video, Export, Scopes, Marks",
	},
	{
		id: command.About, do: (*player).toggleInformation,
		keys: keys("i"), name: "Show information about video and frame", group: palette.Window, menu: palette.InSubmenu, help: "Show information about video and frame",
	},
	{id: command.Copy, do: func(p *player, c command.Command) { p.copyText(c) }},
	{id: command.Menu, do: func(p *player, c command.Command) { p.openMenu(c.Number > 0) }, name: "Open the menu"},
	{
		id: command.Help, do: func(p *player, _ command.Command) { p.showHelp() },
		keys: keys("Ctrl+P", "?"), name: "Show all keys, commands and settings…", group: palette.Window, menu: palette.AtEnd,
		help: "Show all keys, commands and settings", more: "type to find a command, a setting, a value or a curve; Enter runs, sets or shows it", main: widgets.Key{Keys: "?", Help: "all keys, find a setting"},
	},
	{id: command.ShowSetting, do: func(p *player, c command.Command) { p.choices.showSetting(c) }},
	{id: command.SetSetting, do: func(p *player, c command.Command) { p.choices.setSetting(c) }},
	{id: command.Choose, do: func(p *player, c command.Command) { p.choices.choose(c) }},
	{
		id: command.Quit, do: func(p *player, _ command.Command) { p.exports.askToQuit(false) },
		keys: keys("q"), name: "Quit", group: palette.Window, menu: palette.AtEnd,
		help: "Quit; quit and resume here next time", more: "while an export runs, it asks first",
	},
	{id: command.QuitAndKeep, do: func(p *player, _ command.Command) { p.exports.askToQuit(true) }, keys: keys("Q"), name: "Quit, resume here next time", group: palette.Window, menu: palette.InSubmenu},
	{id: command.Stay, do: func(p *player, _ command.Command) { p.exports.goOn() }},
}

// tabKeys returns the digits that show the tabs of the panel.
func tabKeys() (strokes []stroke) {
	for tab := range session.TabCount {
		strokes = append(strokes, stroke{string(rune('1' + tab)), float64(tab), "Show the tab " + tab.Title()})
	}
	return strokes
}
