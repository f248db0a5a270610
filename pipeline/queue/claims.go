package queue

import (
	"slices"
	"strings"
	"time"
)

// Limits of what others say. A message of theirs is a sign, + or -, the process in
// processLength letters, and the name of the video.
const (
	processLength = 26          // of rand.Text
	mostClaim     = mostMessage // bytes
	mostHeard     = 1024        // messages that wait to be noted
	mostClaimants = 8           // processes that say that they work on one video
)

// longest is how long it counts without a pause that others say they work on a video, even if the
// journals show that one has begun it.
const longest = 24 * time.Hour

// parseClaim reads what a process tells.
func parseClaim(data []byte) (sign byte, process, video string, ok bool) {
	if len(data) <= 1+processLength || len(data) > mostClaim || data[0] != '+' && data[0] != '-' {
		return 0, "", "", false
	}
	process, video = string(data[1:1+processLength]), string(data[1+processLength:])
	const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	return data[0], process, video, strings.Trim(process, base32) == ""
}

// claims are what other processes say about the videos that they work on. Whoever reaches the
// queue can say that, so that it counts for a while only: the worst that follows from a false
// one is that a video waits so long, and from a forgotten one that two processes make the same.
type claims struct {
	silence time.Duration // after which a process counts as gone
	trust   time.Duration // after which the journals are asked
	of      map[string]*claim
	next    time.Time // when claims that have become silent are forgotten
}

// claim is what is said about a video.
type claim struct {
	since, last time.Time // when it was said first without a pause, and last
	by          []claimant
	doubted     bool // that is said
}

type claimant struct {
	process string
	at      time.Time
}

// add notes that a process works on a video that is known.
func (c *claims) add(video, process string, now time.Time) {
	if c.of == nil {
		c.of = map[string]*claim{}
	}
	if now.After(c.next) {
		for video, k := range c.of {
			if now.Sub(k.last) >= c.silence {
				delete(c.of, video)
			}
		}
		c.next = now.Add(c.silence)
	}
	k := c.of[video]
	if k == nil || now.Sub(k.last) >= c.silence {
		k = &claim{since: now}
		c.of[video] = k
	}
	k.last = now
	if i := slices.IndexFunc(k.by, func(by claimant) bool { return by.process == process }); i >= 0 {
		k.by = slices.Delete(k.by, i, i+1)
	} else if len(k.by) == mostClaimants {
		k.by = slices.Delete(k.by, 0, 1) // who has said so longest ago
	}
	k.by = append(k.by, claimant{process, now})
}

// remove notes that a process does not work on a video any more.
func (c *claims) remove(video, process string) {
	if k := c.of[video]; k != nil {
		k.by = slices.DeleteFunc(k.by, func(by claimant) bool { return by.process == process })
	}
}

// busy reports whether another process works on a video, as Queue.Busy does, and whether there
// is doubt for the first time.
func (c *claims) busy(video string, now time.Time, begun func() bool) (busy, doubt bool) {
	k := c.of[video]
	if k == nil || len(k.by) == 0 || now.Sub(k.by[len(k.by)-1].at) >= c.silence {
		return false, false
	}
	if age := now.Sub(k.since); age < c.trust || age < longest && begun() {
		return true, false
	}
	doubt = !k.doubted
	k.doubted = true
	return false, doubt
}
