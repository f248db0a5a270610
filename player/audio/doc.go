// Package audio plays sound on the machine's device and tells the time by it.
//
// Input is a [Source] of samples, output is sound, and a position that says
// what can be heard now. A [Device] runs from [Open] to the end of the process
// and plays silence where no [Stream] plays: what stands between a sample's
// reading and its sounding is then always the same queue, and so a position is
// the number of samples that went into the queue less its length. [Clock] makes
// the player's master clock of it.
//
// Oto reads the samples on a goroutine of its own, which lives as long as the
// process; all methods of [Device], [Stream] and [Clock] are safe for concurrent
// use, and none of them waits for a source, but for [Stream.Restart] and
// [Stream.Close].
package audio

const (
	channels   = 2
	frameBytes = channels * 4 // a frame is one sample of each channel
)
