// Package command defines the user's commands to the player, as values. Keys,
// buttons and tests make them; the player takes them one after another from one
// queue. No goroutines, no state.
//
// The player's table has the effect of each, its keys and its help.
package command

// ID says what a command asks for.
type ID uint8

const (
	TogglePause ID = iota
	Step           // Number: 1 for the next picture, −1 for the one before
	SeekBy         // Number: seconds
	SeekTo         // Number: seconds after the first picture
	ToStart
	ToEnd
	AskPlace      // opens the field for GoTo
	GoTo          // Text: a time, or the number of a frame
	Faster        // Number: factor of the speed
	Speed         // Number: the speed
	Skip          // Number: 1 for the next video, −1 for the one before
	MarkLoop      // begins a loop, ends it, clears it
	LoopFile      // the video begins again at its end, or not
	Threshold     // Number: factor
	FindThreshold // the one that the player finds by itself
	DefaultThreshold
	SolveOnce     // the threshold for the wanted number of quads
	Overlay       // on or off
	NextLook      // of the overlay
	NextColour    // what its colours mean
	Codec         // the codec's blocks, on or off
	Motion        // its motion vectors
	NextView      // what is shown in the picture's place
	NextLevel     // of the view of the pyramid
	Pyramid       // its view, or the video
	Explain       // the algorithm on a square: 0 opens and closes, a side in pixels, −1 − an example's index
	MoveSquare    // Number: a Move of the square that is explained
	PickColour    // with the mouse: begins, or ends without one
	PickTemplate  // likewise
	Wipe          // on or off
	SwapWipe      // its sides
	SwitchSource  // live quads, or stored ones
	SwitchVariant // edges, similar colours, or points
	Timeline      // on or off
	Volume        // Number: what to add to it
	Mute          // on or off
	Shoot         // saves the picture with its quads
	ShootPicture  // without its quads
	ShootWindow   // the whole window
	Browse        // opens the desktop's dialog for videos, or the player's own browser if there is none
	Files         // opens the player's own browser for videos
	Desktop       // goes from there to the desktop's dialog
	CloseFiles    // closes the browser
	ShowFolder    // Text: the folder that the browser shall show
	OpenPath      // Text: a video, a settings file, or a folder whose videos are all played
	OpenVideo     // Number: index in the playlist
	OpenRecent    // Number: index among the recently played videos
	Mark          // marks the picture; a marked one gets a note
	Note          // Number: time of a mark; Text: its note
	DeleteMark    // Number: its time; negative for that of the picture
	ToMark        // Number: its time
	NextMark      // Number: 1 for the next one, −1 for the one before
	MostQuads     // to the picture that has them
	NextCut       // Number: 1 for the next one, −1 for the one before
	ExportMarks   // with the form's settings
	ReplaceMarks  // the same, over the file that exists
	SaveSettings  // to a file
	LoadSettings  // from a file, with the dialog
	Undo          // the last change of settings
	Redo          // what was undone
	Export        // with the form's settings
	ReplaceExport // the same, over the file that exists
	CancelExport  // the export under way
	Zoom          // Number: factor; at the middle of the picture
	ZoomTo        // Number: target pixels a sample, 0 for the whole picture
	Fullscreen    // on or off
	Escape        // closes the help, a pinned pixel, fullscreen
	About         // information about video and frame, on or off
	Copy          // Text: for the clipboard
	CopyCommand   // the command that exports what is on the screen, for the clipboard
	CopyExport    // the command for the form's export
	Help          // the list of keys, on or off
	Tab           // Number: index of the panel's tab
	Panel         // on or off
	Quit          // asks first while an export runs; again it quits
	QuitAndKeep   // the same, and remembers the position in the video
	Stay          // goes on exporting instead
	Count         // number of commands
)

// Command is what a user asks the player for.
type Command struct {
	ID     ID
	Number float64
	Text   string
}

// Move is where a square moves.
type Move int

const (
	Left Move = iota
	Up
	Down
	Right
)

// Do returns a command without a number.
func Do(id ID) Command { return Command{ID: id} }

// With returns a command with a number.
func With(id ID, number float64) Command { return Command{ID: id, Number: number} }
