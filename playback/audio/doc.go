// Package audio plays sound on the machine's device and derives a clock from
// it.
//
// Input is a [Source] of samples; output is sound, and a position that says
// what is heard now. A [Device] runs from [Open] to the end of the process. It
// plays silence if no [Stream] plays. The queue between reading a sample and
// hearing it is therefore always the same: a position is the number of samples
// that went into the queue minus the queue's length. [Clock] turns this into
// the player's master clock.
//
// Oto reads the samples on its own goroutine, which lives as long as the
// process. All methods of [Device], [Stream] and [Clock] are safe for
// concurrent use. None of them waits for a source, except [Stream.Restart] and
// [Stream.Close].
package audio

const (
	channels   = 2
	frameBytes = channels * 4 // a frame is one sample of each channel
)
