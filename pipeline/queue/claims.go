package queue

import (
	"slices"
	"strings"
	"time"
)

// Limits of other processes' claims. A claim's message is a sign, + or -, the process in
// processLength letters, and the name of the video.
const (
	processLength = 26          // of rand.Text
	mostClaim     = mostMessage // bytes
	mostHeard     = 1024        // messages that wait to be recorded
	mostClaimants = 8           // processes that claim one video
)

// longest is how long a claim counts that is repeated without a pause, even if the journals confirm
// it.
const longest = 24 * time.Hour

// parseClaim parses the message of a claim.
func parseClaim(data []byte) (sign byte, process, video string, ok bool) {
	if len(data) <= 1+processLength || len(data) > mostClaim || data[0] != '+' && data[0] != '-' {
		return 0, "", "", false
	}
	process, video = string(data[1:1+processLength]), string(data[1+processLength:])
	const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	return data[0], process, video, strings.Trim(process, base32) == ""
}

// claims are the videos that other processes claim to work on. Anybody who reaches the queue can
// claim a video, so a claim counts only for a while: a false claim delays a video that long, and a
// lost claim makes two processes export the same one.
type claims struct {
	silence time.Duration // without a message, a process counts as gone after this
	trust   time.Duration // the journals are checked after this
	of      map[string]*claim
	next    time.Time // when claims that have fallen silent are removed
}

// claim is what is claimed about a video.
type claim struct {
	since, last time.Time // first time without a pause, and last time
	by          []claimant
	doubted     bool // the doubt has been reported
}

type claimant struct {
	process string
	at      time.Time
}

// add records that a process claims a known video.
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
		k.by = slices.Delete(k.by, 0, 1) // drop the oldest claimant
	}
	k.by = append(k.by, claimant{process, now})
}

// remove records that a process no longer works on a video.
func (c *claims) remove(video, process string) {
	if k := c.of[video]; k != nil {
		k.by = slices.DeleteFunc(k.by, func(by claimant) bool { return by.process == process })
	}
}

// busy reports whether another process works on a video, as Queue.Busy does, and whether doubt
// arises for the first time.
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
