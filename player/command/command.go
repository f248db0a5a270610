// Package command has what a user asks the player for, as values: keys, buttons and tests
// make them, and the player takes them one after another from one queue.
//
// What each does, its keys and its help are in the player's table.
package command

// ID says what is asked for.
type ID uint8

const (
	TogglePause ID = iota
	Step           // Number: 1 for a picture on, −1 for one back
	SeekBy         // Number: seconds
	SeekTo         // Number: seconds after the first picture
	ToStart
	ToEnd
	AskPlace      // opens the field for GoTo
	GoTo          // Text: a time, or the number of a frame
	Faster        // Number: factor of the speed
	Speed         // Number: the speed
	Skip          // Number: 1 for the next film, −1 for the one before
	MarkLoop      // begins a loop, ends it, clears it
	LoopFile      // the film begins again at its end, or not
	Threshold     // Number: factor
	SolveOnce     // the threshold for the wanted number of quads
	Overlay       // on or off
	NextLook      // of the overlay
	NextColour    // what its colours stand for
	NextView      // what stands in the picture's place
	NextLevel     // of the view of the pyramid
	Wipe          // on or off
	SwapWipe      // its sides
	SwitchVariant // edges, or similar colours
	Timeline      // on or off
	Volume        // Number: what to add
	Mute          // on or off
	Shoot         // saves the picture with its quads
	ShootPicture  // without
	ShootWindow   // the whole window
	Browse        // for films, with the desktop's dialog
	OpenFilm      // Number: index in the playlist
	OpenRecent    // Number: index among the films that were played before
	SaveSettings  // to a file
	LoadSettings  // from a file, with the dialog
	Export        // as the form says
	CancelExport  // the one under way
	Zoom          // Number: factor; at the middle of the picture
	ZoomTo        // Number: target pixels a sample, 0 for the whole picture
	Fullscreen    // on or off
	Escape        // leaves the help, a pinned pixel, fullscreen
	About         // facts about the picture
	Help          // the list of keys, on or off
	Tab           // Number: of the panel
	Panel         // on or off
	Quit
	QuitAndKeep // remembers where the film stands
	Count       // how many there are
)

// Command is a wish.
type Command struct {
	ID     ID
	Number float64
	Text   string
}

// Do is a command without a number.
func Do(id ID) Command { return Command{ID: id} }

// With is a command with a number.
func With(id ID, number float64) Command { return Command{ID: id, Number: number} }
