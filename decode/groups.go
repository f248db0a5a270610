package decode

// #include "shim.h"
import "C"

// groups counts pictures from key frame to key frame, in presentation order.
type groups struct {
	since  int   // pictures since the last key frame, -1 if unknown
	key    int64 // its tick
	length int   // pictures from it to the next key frame, 0 if unknown
	// lengths are those of the groups that were decoded, by their first ticks. Groups of one
	// picture are not kept.
	lengths map[int64]int

	foretold  int  // length by the container's index, 0 if it does not say
	confirmed bool // such a length was right, as it is where no picture refers across a key frame
	misled    bool // such a length was wrong
}

func newGroups() groups { return groups{since: -1, lengths: map[int64]int{}} }

// leave forgets the place: a seek goes elsewhere.
func (g *groups) leave() { g.since, g.length, g.foretold = -1, 0, 0 }

// note counts a picture, and tells it its distances. ahead returns the
// length of the group that begins at a tick by the container's index, or 0.
func (g *groups) note(f *Frame, ahead func(tick int64) int) {
	switch {
	case f.KeyFrame:
		if n := g.since + 1; n > 0 {
			if g.foretold > 0 {
				g.confirmed = true
				g.misled = g.misled || n != g.foretold
			}
			if n > 1 {
				g.lengths[g.key] = n
			}
		}
		g.since, g.key, g.length, g.foretold = 0, f.Tick, g.lengths[f.Tick], 0
		if !g.misled {
			g.foretold = ahead(f.Tick)
		}
		if g.length == 0 && g.confirmed {
			g.length = g.foretold
		}
	case g.since >= 0:
		g.since++
	}
	f.SinceKey, f.ToKey = g.since, 0
	if g.since >= 0 && g.length > g.since {
		f.ToKey = g.length - g.since
	}
}

// groupLength returns how many packets the container's index has from the key frame at a tick to the
// next key frame, 0 if it does not say.
func (d *demuxer) groupLength(tick int64) int {
	return int(C.group_length(streamPointer(d.current()), C.int64_t(tick)))
}

// groupAhead returns that as a number of pictures, for containers whose index has all packets.
func (v *Video) groupAhead(tick int64) int {
	if !from(v.info.Container, complete) {
		return 0
	}
	return v.dec.dem.groupLength(tick)
}
