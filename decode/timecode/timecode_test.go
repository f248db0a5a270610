package timecode

import "testing"

// TestPlusCountsADay compares with counting frame by frame: two numbers are skipped at the start of a
// minute, four at 60 frames per second, but not in every tenth minute.
func TestPlusCountsADay(t *testing.T) {
	for _, c := range []struct {
		rate int
		drop bool
	}{{24, false}, {25, false}, {30, false}, {30, true}, {60, false}, {60, true}, {120, true}} {
		start := Code{Drop: c.drop}
		now := start
		for n := int64(0); ; n++ {
			if got, ok := start.Plus(n, c.rate); !ok || got != now {
				t.Fatalf("%+v: frame %d is %v, %v, want %v", c, n, got, ok, now)
			}
			if n%997 == 0 {
				if back, ok := now.Plus(-n, c.rate); !ok || back != start {
					t.Fatalf("%+v: %v less %d is %v, %v", c, now, n, back, ok)
				}
			}
			now.Frames++
			if now.Frames == c.rate {
				now.Frames = 0
				now.Seconds++
			}
			if now.Seconds == 60 {
				now.Seconds = 0
				now.Minutes++
				if c.drop && now.Minutes%10 != 0 {
					now.Frames = c.rate / 30 * 2
				}
			}
			if now.Minutes == 60 {
				now.Minutes = 0
				now.Hours++
			}
			if now.Hours == 24 {
				if again, _ := start.Plus(n+1, c.rate); again != start {
					t.Errorf("%+v: after a day: %v", c, again)
				}
				break
			}
		}
	}
}

// TestKnownTimecodes checks numbers from published tables.
func TestKnownTimecodes(t *testing.T) {
	for _, c := range []struct {
		start  string
		frames int64
		rate   int
		want   string
	}{
		{"00:00:00;00", 1799, 30, "00:00:59;29"},
		{"00:00:00;00", 1800, 30, "00:01:00;02"},
		{"00:00:00;00", 17981, 30, "00:09:59;29"},
		{"00:00:00;00", 17982, 30, "00:10:00;00"},
		{"00:00:00;00", 107892, 30, "01:00:00;00"},
		{"00:00:00;00", 2589408, 30, "00:00:00;00"},
		{"00:00:00;00", 3599, 60, "00:00:59;59"},
		{"00:00:00;00", 3600, 60, "00:01:00;04"},
		{"00:00:00;00", 215784, 60, "01:00:00;00"},
		{"01:00:59.29", 1, 30, "01:01:00;02"},
		{"00:59:59:23", 1, 24, "01:00:00:00"},
		{"10:00:00:00", 119, 25, "10:00:04:19"},
		{"23:59:59:24", 1, 25, "00:00:00:00"},
	} {
		start, ok := Parse(c.start)
		got, fits := start.Plus(c.frames, c.rate)
		if !ok || !fits || got.String() != c.want {
			t.Errorf("%s and %d frames at %d: %v, want %s", c.start, c.frames, c.rate, got, c.want)
		}
	}
}

func TestNoTimecode(t *testing.T) {
	for _, text := range []string{"", "12", "1:2:3", "a:b:c:d", "24:00:00:00", "00:60:00:00", "00:00:60:00", "-1:00:00:00", "00:00:00:99999"} {
		if c, ok := Parse(text); ok {
			t.Errorf("%q is %v", text, c)
		}
	}
	for _, c := range []struct {
		text string
		rate int
	}{{"00:00:00:25", 25}, {"00:00:00;00", 25}, {"00:01:00;01", 30}, {"00:00:00:00", 0}} {
		start, ok := Parse(c.text)
		if got, fits := start.Plus(1, c.rate); !ok || fits {
			t.Errorf("%s at %d: %v", c.text, c.rate, got)
		}
	}
}

func TestSMPTE(t *testing.T) {
	for _, c := range []struct {
		bits uint32
		rate float64
		want string
	}{
		{0x24595923, 25, "23:59:59:24"},
		{0x69595923, 30000. / 1001, "23:59:59;29"},
		{0x12000010 | 1<<7, 50, "10:00:00:25"},
		{0x12000010 | 1<<23, 60, "10:00:00:25"},
	} {
		if got := FromSMPTE(c.bits, c.rate).String(); got != c.want {
			t.Errorf("%#x at %g: %s, want %s", c.bits, c.rate, got, c.want)
		}
	}
	if got := FromMPEG(1<<24 | 12<<19 | 34<<13 | 56<<6 | 7).String(); got != "12:34:56;07" {
		t.Errorf("MPEG: %s", got)
	}
}
