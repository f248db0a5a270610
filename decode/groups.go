package decode

// #include "shim.h"
import "C"

// groups counts frames from one key frame to the next, in presentation order.
type groups struct {
	since  int   // frames since the last key frame, -1 if unknown
	key    int64 // tick of that key frame
	length int   // frames from it to the next key frame, 0 if unknown
	// lengths are the lengths of the groups that were decoded, by their first ticks. Groups of one
	// frame are left out.
	lengths map[int64]int

	indexed    int  // length from the container's index, 0 if it has none
	indexRight bool // such a length was right, as where no frame refers across a key frame
	indexWrong bool // such a length was wrong
}

func newGroups() groups { return groups{since: -1, lengths: map[int64]int{}} }

// leave forgets the position, because a seek goes elsewhere.
func (g *groups) leave() { g.since, g.length, g.indexed = -1, 0, 0 }

// note counts a frame and sets its distances. ahead returns the length of the group that begins at a
// tick, from the container's index, or 0.
func (g *groups) note(f *Frame, ahead func(tick int64) int) {
	switch {
	case f.KeyFrame:
		if n := g.since + 1; n > 0 {
			if g.indexed > 0 {
				g.indexRight = true
				g.indexWrong = g.indexWrong || n != g.indexed
			}
			if n > 1 {
				g.lengths[g.key] = n
			}
		}
		g.since, g.key, g.length, g.indexed = 0, f.Tick, g.lengths[f.Tick], 0
		if !g.indexWrong {
			g.indexed = ahead(f.Tick)
		}
		if g.length == 0 && g.indexRight {
			g.length = g.indexed
		}
	case g.since >= 0:
		g.since++
	}
	f.SinceKey, f.ToKey = g.since, 0
	if g.since >= 0 && g.length > g.since {
		f.ToKey = g.length - g.since
	}
}

// groupLength returns the number of packets in the container's index from the key frame at a tick to
// the next key frame, 0 if unknown.
func (d *demuxer) groupLength(tick int64) int {
	return int(C.group_length(streamPointer(d.current()), C.int64_t(tick)))
}

// groupAhead returns groupLength as a number of frames, for containers whose index has all packets.
func (v *Video) groupAhead(tick int64) int {
	if !from(v.info.Container, complete) {
		return 0
	}
	return v.dec.dem.groupLength(v.fields.streamTicks(tick)) * int(v.fields.perFrame())
}
