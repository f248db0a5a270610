// Package audio plays sound on the machine's device and derives a clock from it.
//
// Input is a [Source] of samples; output is sound, and the position of the sample that is heard
// now. A [Device] runs from [Open] to the end of the process and plays silence when no [Stream]
// plays. The delay between reading a sample and hearing it is therefore constant: the position is
// the number of samples read minus the length of the queue. [Clock] is the player's master clock
// based on it.
//
// Oto reads samples on its own goroutine, which lives as long as the process. All methods of
// [Device], [Stream] and [Clock] are safe for concurrent use. Only [Stream.Restart] and
// [Stream.Close] wait for a source.
package audio

const (
	channels   = 2
	frameBytes = channels * 4 // a frame is one sample of each channel
)
