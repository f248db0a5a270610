// Package command defines the user's commands to the player as values. Keys, buttons and tests
// create them; the player executes them in order from one queue. The package has no goroutines and
// no state.
//
// The player's table has each command's effect, keys and help.
package command

// ID identifies a command.
type ID uint8

const (
	TogglePause      ID = iota
	Step                // Number: 1 for the next frame, −1 for the previous one
	SeekBy              // Number: seconds
	SeekTo              // Number: seconds after the first frame
	ShowArea            // Number: seconds as in SeekTo; Text: x, y, width and height of an area, which is shown from near; none shows the whole frame
	ShowBlock           // Number: 0 for A, 1 for B; Text: x and y of a pixel of its blocks, which is pinned, and x, y, width and height of an area around it, which is shown from near
	ShowSecondSource    // ShowSource for an area of the second video; Number: time of the playing video's frame, in seconds after the first one
	ShowSource          // Number: index of a frame; Text: x and y of a pixel, which is pinned there, and maybe x, y, width and height of an area around it, with fractions
	ToStart
	ToEnd
	AskPlace      // opens the field that returns GoTo
	GoTo          // Text: a time or a frame number
	Faster        // Number: factor of the speed
	Speed         // Number: the speed
	Skip          // Number: 1 for the next video, −1 for the previous one
	MarkLoop      // sets the loop's start, then its end, then clears both
	LoopFile      // toggles repetition of the video
	Threshold     // Number: factor
	FindThreshold // chosen by the player. Number: factor of it, 0 for none
	DefaultThreshold
	SolveOnce     // for the wanted number of quads
	Overlay       // toggles it
	NextLook      // of the overlay
	NextColour    // what its colours mean
	Codec         // toggles the codec's blocks
	Motion        // toggles the codec's motion vectors
	NextView      // instead of the video
	NextLevel     // of the pyramid
	Pyramid       // toggles the view of the pyramid
	Explain       // the algorithm on a square: 0 opens or closes, a positive number is a side in pixels, −1−i is example i
	MoveSquare    // Number: a Move of the explained square
	PickColour    // starts picking with the mouse, or cancels it
	PickTemplate  // starts picking with the mouse, or cancels it
	Wipe          // shows A and B, or A alone
	NextWay       // compares them in the next way
	Flip          // shows only one of them, or the other
	Difference    // shows that of two videos, or the video
	SwapWipe      // exchanges its sides
	MoveWipe      // Number: steps of its divider to the right
	MoveSecond    // Number: frames by which a second video comes later
	SetOffset     // Number: frames of the playing video before a second one's first
	Compare       // asks for a second video, and shows it
	CloseSecond   // closes the second video
	ShowWorst     // shows the list of its worst frames and areas
	Align         // aligns a second video by what its frames show, or takes that back
	SwitchSource  // live or stored quads
	SwitchVariant // edge, feature or points
	Timeline      // toggles it
	ZoomTimeline  // Number: factor
	WholeTimeline // shows the whole video in it
	Curve         // Number: a curve of the timeline, which is shown or hidden
	LinearSizes   // toggles the heights of sizes in it between linear and square roots
	Volume        // Number: change of the volume
	Mute          // toggles it
	Shoot         // saves the picture with quads
	ShootPicture  // saves it without quads
	ShootNumbers  // saves it with quads, and with its numbers below it
	ShootWindow   // saves the whole window
	Browse        // opens the desktop's dialog for videos, or else the player's browser
	Files         // opens the player's browser for videos
	Desktop       // changes from the browser to the desktop's dialog
	CloseFiles    // closes the browser
	ShowFolder    // Text: folder to show in the browser
	TypePath      // Text: a typed path, whose folder the browser shows
	MakeFolder    // Text: folder to make, and to show in the browser
	OpenPath      // Text: a video, a settings file, or a folder whose videos form a playlist; or several, with BetweenPaths between them
	OpenVideo     // Number: index in the playlist
	OpenRecent    // Number: index among the recent videos
	RawLayout     // Text: the layout of the form for raw video, as --raw takes it
	OpenRaw       // opens raw video that has no layout yet, with that of the form
	Mark          // marks the frame, or asks for the note of its mark; 1 opens the note in the tab Marks
	Note          // Number: time of a mark; Text: its note
	DeleteMark    // Number: time of the mark; negative for the current frame
	ToMark        // Number: time of the mark
	NextMark      // Number: 1 for the next mark, −1 for the previous one
	Peak          // seeks to the most remarkable frame of a curve. Number: the curve, 0 for that of quads
	NextCut       // Number: 1 for the next cut, −1 for the previous one
	ExportMarks   // as the form says
	ReplaceMarks  // the same, replacing an existing file
	SaveSettings  // to a file. Text: its folder; empty for the working directory
	LoadSettings  // from a file, with the dialog
	Undo          // undoes the last change of settings
	Redo          // repeats what was undone
	Export        // as the form says
	ExportBlocks  // shows the form of exports, for the codec's blocks
	ReplaceExport // the same, replacing an existing file
	CancelExport  // the running export
	ExportFolder  // asks for the folder of exports
	SetFolder     // Text: the folder of exports, which the browser has chosen
	ShowExported  // shows the last export in the desktop's file manager
	Zoom          // Number: factor; keeps the centre of the picture
	ZoomTo        // Number: target pixels per sample, 0 to fit the picture
	Fullscreen    // toggles it
	Escape        // leaves a pinned pixel or fullscreen
	About         // toggles the information about video and frame
	Copy          // Text: copied to the clipboard
	CopyCommand   // copies the command that exports what is on the screen
	CopyExport    // copies the command for the form's export
	Menu          // opens the menu: 0 at the mouse, 1 for keys, which also close it
	Help          // toggles the page that lists and finds commands, settings and keys
	ShowSetting   // Text: name of a setting; its row is shown and marked
	SetSetting    // Text: name of a setting; Number: index of its value, −1 toggles it
	Choose        // the same, without showing its row
	Tab           // Number: index of the tab
	Panel         // toggles it
	Focus         // gives the keys to the panel, then to the bar, then back to the player
	Quit          // asks during an export; the second one quits
	QuitAndKeep   // the same, and stores the position in the video
	Stay          // continues the export instead of quitting
	Count         // number of commands
)

// BetweenPaths is between the paths in a command's text: no path contains it.
const BetweenPaths = "\x00"

// Command is a command with its argument.
type Command struct {
	ID     ID
	Number float64
	Text   string
}

// Move says where an explained square goes.
type Move int

const (
	Left Move = iota
	Up
	Down
	Right
	Interesting // to the square with the most sizes of quads, or the next of them
)

// Do returns a command without an argument.
func Do(id ID) Command { return Command{ID: id} }

// With returns a command with a number.
func With(id ID, number float64) Command { return Command{ID: id, Number: number} }
