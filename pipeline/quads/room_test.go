package quads

import (
	"context"
	"testing"
	"testing/synctest"
)

// TestRoom: one piece always goes, more of them wait until there is room, and nobody waits
// behind the end.
func TestRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		r := newRoom()
		r.take(ctx, 2*mostQuads)
		taken := false
		go func() {
			r.take(ctx, 5)
			taken = true
		}()
		synctest.Wait()
		if taken {
			t.Error("there was no room")
		}
		r.leave(2 * mostQuads)
		synctest.Wait()
		if !taken || r.taken != 5 {
			t.Errorf("taken %v, %d quads", taken, r.taken)
		}
		ended := false
		go func() {
			r.take(ctx, mostQuads)
			ended = true
		}()
		synctest.Wait()
		if ended {
			t.Error("there was no room")
		}
		cancel()
		synctest.Wait()
		if !ended {
			t.Error("it waits behind the end")
		}
	})
}
