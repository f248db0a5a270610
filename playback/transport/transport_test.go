package transport_test

import (
	"math"
	"testing"
	"time"

	"ffkvadrat/playback/transport"
)

const period = 1. / 30

func picture(n int) transport.Slot {
	return transport.Slot{Time: float64(n) * period, Duration: period, Followed: true}
}

// playing returns a transport with its first frame on the screen.
func playing() *transport.Transport {
	t := transport.New()
	t.Shown(picture(0), 0)
	return t
}

func TestFirstPictureSetsTheClock(t *testing.T) {
	tr := transport.New()
	p := picture(100)
	if v, _ := tr.Next(p, 0); v != transport.Show {
		t.Fatalf("the first picture: %v", v)
	}
	if tr.Remaining(p, 0) != 0 {
		t.Error("the first picture has to wait")
	}
	if !tr.Shown(p, 0) {
		t.Error("the first picture does not set the clock")
	}
	if tr.Drift().Count() != 0 {
		t.Error("the first picture counts as drift")
	}
}

func TestDueAndDropped(t *testing.T) {
	tr := playing()
	p := picture(1)
	if v, wait := tr.Next(p, 0.01); v != transport.Wait || math.Abs(wait-(period-0.01)) > 1e-9 {
		t.Errorf("early: %v %v", v, wait)
	}
	if v, _ := tr.Next(p, period); v != transport.Show {
		t.Errorf("in time: %v", v)
	}
	if v, _ := tr.Next(p, 2*period-0.001); v != transport.Show {
		t.Errorf("late, but its successor is not due: %v", v)
	}
	if v, _ := tr.Next(p, 2*period); v != transport.Drop {
		t.Errorf("its successor is due: %v", v)
	}
	p.Followed = false
	if v, _ := tr.Next(p, 2*period); v != transport.Show {
		t.Errorf("late without a successor: %v", v)
	}
	if v, _ := tr.Next(picture(9), 0.3); v != transport.Show {
		t.Errorf("nothing was shown for a quarter of a second: %v", v)
	}
}

func TestLead(t *testing.T) {
	tr := playing()
	for range 100 {
		tr.Prepared(picture(1), 10*time.Millisecond)
	}
	if v, _ := tr.Next(picture(1), period-0.0099); v != transport.Show {
		t.Errorf("10 ms before its time, which preparing takes: %v", v)
	}
	if left := tr.Remaining(picture(1), period-0.002); left < 1999*time.Microsecond || left > 2001*time.Microsecond {
		t.Errorf("2 ms before its time: %v left", left)
	}
	for range 100 {
		tr.Prepared(picture(1), time.Second)
	}
	if v, _ := tr.Next(picture(2), period*0.95); v != transport.Wait {
		t.Errorf("more than a period early: %v", v)
	}
}

func TestSpeed(t *testing.T) {
	for _, speed := range []float64{0.1, 2, 8} {
		tr := playing()
		tr.Speed = speed
		for range 100 {
			tr.Prepared(picture(1), time.Millisecond)
		}
		early := period - 0.01*speed // 10 ms early
		if v, wait := tr.Next(picture(1), early); v != transport.Wait && speed < 8 || math.Abs(wait-0.009) > 1e-6 && v == transport.Wait {
			t.Errorf("×%v, early: %v %v", speed, v, wait)
		}
		if left := tr.Remaining(picture(1), early); speed < 8 && math.Abs(left.Seconds()-0.01) > 1e-6 {
			t.Errorf("×%v: %v left, want 10 ms", speed, left)
		}
		tr.Shown(picture(1), period+0.002*speed)
		if late := tr.Drift().Last(); math.Abs(late+0.002) > 1e-9 {
			t.Errorf("×%v: 2 ms late count as %v", speed, late)
		}
		tr.End()
		if left := tr.Left(2*period - 0.003*speed); math.Abs(left-0.003) > 1e-9 {
			t.Errorf("×%v: the last picture stands for %v", speed, left)
		}
	}
}

// TestYielding plays faster than the decoder, which decodes 60 frames per second: the clock waits
// instead of running away.
func TestYielding(t *testing.T) {
	tr := playing()
	tr.Speed, tr.Yielding = 8, true
	position, furthest := 0.0, 0.0
	for n := 1; n < 600; n++ {
		position += tr.Speed / 60
		p := picture(n)
		switch v, wait := tr.Next(p, position); v {
		case transport.Drop:
			tr.Dropped()
		case transport.Wait:
			position += wait * tr.Speed
			fallthrough
		case transport.Show:
			if tr.Shown(p, position) {
				position = p.Time
			}
		}
		furthest = max(furthest, position-p.Time)
	}
	if furthest > 0.25*tr.Speed {
		t.Errorf("the clock is up to %v s ahead", furthest)
	}
	if shown, _ := tr.Counts(); shown < 80 {
		t.Errorf("%d pictures shown in 10 s", shown)
	}
}

func TestPauseStepSeek(t *testing.T) {
	tr := playing()
	tr.Pause(true)
	if v, wait := tr.Next(picture(1), 5); v != transport.Wait || wait >= 0 {
		t.Errorf("paused: %v %v", v, wait)
	}
	tr.Step()
	tr.Step()
	for n := 1; n <= 2; n++ {
		if v, _ := tr.Next(picture(n), 0); v != transport.Show {
			t.Fatalf("step %d: %v", n, v)
		}
		if !tr.Shown(picture(n), 0) {
			t.Error("a step does not set the clock")
		}
	}
	if v, _ := tr.Next(picture(3), 0); v != transport.Wait {
		t.Errorf("after two steps: %v", v)
	}
	if tr.Screen() != picture(2).Time {
		t.Errorf("on the screen: %v", tr.Screen())
	}
	tr.Seek()
	if !tr.Seeking() {
		t.Error("not seeking")
	}
	if v, _ := tr.Next(picture(50), 0); v != transport.Show {
		t.Errorf("the first picture of a seek, paused: %v", v)
	}
	tr.Shown(picture(50), 0)
	if !tr.Paused() || tr.Seeking() {
		t.Error("the seek ended the pause, or did not end")
	}
	tr.Seek()
	tr.Step()
	tr.Shown(picture(60), 0)
	if v, _ := tr.Next(picture(61), 0); v != transport.Show {
		t.Errorf("a step asked for during a seek: %v", v)
	}
	tr.Shown(picture(61), 0)
	tr.Step()
	tr.Pause(false)
	tr.Pause(true)
	if v, _ := tr.Next(picture(51), 0); v != transport.Wait {
		t.Errorf("a step outlived playing on: %v", v)
	}
}

func TestEnd(t *testing.T) {
	tr := playing()
	tr.Shown(picture(1), period)
	tr.End()
	if tr.Over(1.5*period) || !tr.Over(2*period) {
		t.Error("the last picture does not stand for its time")
	}
	tr.Pause(true)
	tr.Pause(false)
	if !tr.Paused() {
		t.Error("plays past the end")
	}
	tr.Step()
	tr.Seek()
	tr.Pause(false)
	if tr.Ended() || tr.Paused() {
		t.Error("a seek does not leave the end")
	}
}

// TestSlowMachine plays on machines that prepare frames more slowly than they are shown. They are
// rarely idle and show the frame nearest to the clock: the error is at most half a frame plus the
// excess of the preparation.
func TestSlowMachine(t *testing.T) {
	for _, took := range []float64{0.0335, 0.036, 0.04, 0.05} {
		tr := playing()
		position, n := 0.0, 1
		for n < 300 {
			p := picture(n)
			switch v, wait := tr.Next(p, position); v {
			case transport.Wait:
				position += wait
			case transport.Drop:
				tr.Dropped()
				n++
			case transport.Show:
				position += took
				position += tr.Remaining(p, position).Seconds()
				tr.Shown(p, position)
				tr.Prepared(p, time.Duration(took*1e9))
				n++
			}
		}
		shown, dropped := tr.Counts()
		if most := 10 / took; shown+dropped != 300 || float64(shown) < 0.95*most {
			t.Errorf("%.1f ms: shown %d, dropped %d; %.0f were possible", took*1e3, shown, dropped, most)
		}
		if p, most := tr.Drift().Percentile(0.95), period/2+took-period; p > most+1e-3 {
			t.Errorf("%.1f ms: pictures are off by %.1f ms, more than %.1f", took*1e3, p*1e3, most*1e3)
		}
		if math.Abs(position-10) > 0.1 {
			t.Errorf("%.1f ms: 10 s took %.2f s", took*1e3, position)
		}
	}
}

// TestStall stops the machine for 2 s. Frames are dropped until playback has caught up, but some
// are shown.
func TestStall(t *testing.T) {
	tr := playing()
	position := 2.
	n, shown := 1, 0
	for ; n < 300; n++ {
		p := picture(n)
		v, wait := tr.Next(p, position)
		if v == transport.Wait {
			position += wait
			v = transport.Show
		}
		if v == transport.Drop {
			position += 0.02 // time of decoding
			continue
		}
		position += 0.005
		tr.Shown(p, position)
		shown++
		if position-p.Time < period {
			break
		}
	}
	if n < 60 || n > 250 || shown < 2 {
		t.Errorf("in time again at picture %d, with %d shown", n, shown)
	}
}

func TestUntimed(t *testing.T) {
	tr := playing()
	tr.Untimed = true
	for n := 1; n < 50; n++ {
		if v, _ := tr.Next(picture(n), 100); v != transport.Show {
			t.Fatalf("picture %d: %v", n, v)
		}
		tr.Shown(picture(n), 100)
	}
	if tr.Drift().Count() != 0 {
		t.Error("drift without a clock")
	}
	tr.End()
	if !tr.Over(0) {
		t.Error("the end waits")
	}
}

func TestDriftPercentile(t *testing.T) {
	var d transport.Drift
	if d.Percentile(0.95) != 0 {
		t.Error("without samples")
	}
	for n := range 100 {
		d.Add(float64(n-50) / 1000)
	}
	if p := d.Percentile(0.95); math.Abs(p-0.048) > 0.0011 {
		t.Errorf("95th percentile of 0 to 50 ms, twice each: %v", p)
	}
	d.Add(1e6)
	if p := d.Percentile(1); p != 2 {
		t.Errorf("a day off: %v", p)
	}
	if d.Last() != 1e6 {
		t.Errorf("last: %v", d.Last())
	}
}
