package quadfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
)

// pictureMap is a map as an encoder decodes it.
type pictureMap struct {
	columns, rows int
	offsets       []int16
}

// svtMaps parses maps of n pictures as SVT-AV1 does: lines of at most ten bytes per block,
// ascending picture numbers, offsets from −255 to 255, at most eight different ones, one of them at
// least 0. A map holds until the next. It also returns the number of lines.
func svtMaps(t testing.TB, text string, width, height, pictures int) (maps []pictureMap, lines int) {
	t.Helper()
	columns, rows := (width+63)/64, (height+63)/64
	next := 0
	for line := range strings.Lines(text) {
		if len(line) >= 10*columns*rows-1 || !strings.HasSuffix(line, "\n") {
			t.Fatalf("a line of %d bytes: %q", len(line), line)
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		numbers := make([]int, len(fields))
		for i, field := range fields {
			var err error
			if numbers[i], err = strconv.Atoi(field); err != nil || field != strconv.Itoa(numbers[i]) {
				t.Fatalf("%q: %v", line, err)
			}
		}
		if len(numbers) != 1+columns*rows || numbers[0] < next {
			t.Fatalf("%d numbers from picture %d on, after picture %d", len(numbers), numbers[0], next-1)
		}
		for len(maps) > 0 && len(maps) < numbers[0] {
			maps = append(maps, maps[len(maps)-1])
		}
		if len(maps) != numbers[0] {
			t.Fatalf("no map before picture %d", numbers[0])
		}
		m := pictureMap{columns: columns, rows: rows}
		different := map[int]bool{}
		for _, offset := range numbers[1:] {
			different[offset] = true
			if offset < -255 || offset > 255 {
				t.Fatalf("an offset of %d", offset)
			}
			m.offsets = append(m.offsets, int16(offset))
		}
		if len(different) > 8 || slices.Max(m.offsets) < 0 {
			t.Fatalf("picture %d: %d different offsets, up to %d", numbers[0], len(different), slices.Max(m.offsets))
		}
		maps, next = append(maps, m), numbers[0]+1
		lines++
	}
	for len(maps) > 0 && len(maps) < pictures {
		maps = append(maps, maps[len(maps)-1])
	}
	return maps, lines
}

// kvazaarMaps parses maps as kvazaar does: numbers separated by white space.
func kvazaarMaps(t testing.TB, text string) (maps []pictureMap) {
	t.Helper()
	fields := strings.Fields(text)
	number := func() int {
		if len(fields) == 0 {
			t.Fatal("a map is cut")
		}
		v, err := strconv.Atoi(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		fields = fields[1:]
		return v
	}
	for len(fields) > 0 {
		m := pictureMap{columns: number(), rows: number()}
		for range m.columns * m.rows {
			m.offsets = append(m.offsets, int16(number()))
		}
		maps = append(maps, m)
	}
	return maps
}

// kvazaarBinaryMaps parses binary maps.
func kvazaarBinaryMaps(t testing.TB, text string) (maps []pictureMap) {
	t.Helper()
	for b := []byte(text); len(b) > 0; {
		m := pictureMap{columns: int(int32(binary.LittleEndian.Uint32(b))), rows: int(int32(binary.LittleEndian.Uint32(b[4:])))}
		b = b[8:]
		for _, v := range b[:m.columns*m.rows] {
			m.offsets = append(m.offsets, int16(int8(v)))
		}
		b = b[m.columns*m.rows:]
		maps = append(maps, m)
	}
	return maps
}

// wanted computes a frame's map by package regions, which has its own tests.
func wanted(h *Header, f *Frame, scale, most int) pictureMap {
	width, height := f.Width, f.Height
	if width == 0 {
		width, height = h.Source.Width, h.Source.Height
	}
	s := regions.Settings{Side: 64, Strength: scale * regions.DefaultStrength}
	if h.Strength != 0 {
		s.Strength = scale * h.Strength
	}
	switch h.Analysis.Variant {
	case analysis.Templates:
		s.PlaceWidth, s.PlaceHeight = h.Analysis.Search.Template.Width, h.Analysis.Search.Template.Height
	case analysis.EdgeThreshold, analysis.CommonFeature:
		s.Limits = quadpyramid.Limits{Max: quadpyramid.MaxLevel}
		if h.Analysis.MaxSize != 0 {
			s.Limits.Max = bits.Len(uint(h.Analysis.MaxSize)) - 1
		}
	}
	var b regions.Builder
	var g regions.Grid
	b.Build(&g, f.Quads, width, height, s)
	if most > 0 {
		g.Fewer(most, 255)
	}
	return pictureMap{g.Columns, g.Rows, g.Offsets}
}

// TestMaps: every kind of export gives a map for each picture, for both encoders. Frames are three
// pictures apart; a map holds until the next frame, the last as long as the one before.
func TestMaps(t *testing.T) {
	race.Plain(t)
	for _, h := range []Header{sample(), featureSample(), pointSample(), hitSample(), classSample()} {
		for _, strength := range []int{0, 1, -7, 51, -51} {
			h.Source.Width, h.Source.Height, h.Strength = 1024, 1024, strength
			frames := longFrames(&h)
			for i := range frames {
				frames[i].Index += 10 // the video begins with the first frame
			}
			// The last frame has another size, for which SVT-AV1 has no map.
			all := len(frames)
			svt, _ := svtMaps(t, export(t, SVTMap, h, frames...), 1024, 1024, 3*(all-1))
			text, binary := kvazaarMaps(t, export(t, KvazaarMap, h, frames...)), kvazaarBinaryMaps(t, export(t, KvazaarBinary, h, frames...))
			if len(svt) != 3*(all-1) || len(text) != 3*all || len(binary) != 3*all {
				t.Fatalf("%s: %d, %d and %d maps of %d frames", h.Analysis.Variant, len(svt), len(text), len(binary), all)
			}
			for i := range 3 * all {
				f := &frames[i/3]
				if want := fmt.Sprint(wanted(&h, f, 1, 0)); fmt.Sprint(text[i]) != want || fmt.Sprint(binary[i]) != want {
					t.Fatalf("%s, strength %d, picture %d: %v and %v, want %s", h.Analysis.Variant, strength, i, text[i], binary[i], want)
				}
				if want := fmt.Sprint(wanted(&h, f, 5, 8)); i < len(svt) && fmt.Sprint(svt[i]) != want {
					t.Fatalf("%s, strength %d, picture %d: %v, want %s", h.Analysis.Variant, strength, i, svt[i], want)
				}
			}
		}
	}
}

// TestMapsThatAreEqual: SVT-AV1's are written once, kvazaar's for each picture.
func TestMapsThatAreEqual(t *testing.T) {
	frames := make([]Frame, 6)
	for i := range frames {
		frames[i] = Frame{Index: int64(i), Quads: []quadpyramid.Quad{quad(0, 0, 3), quad(64, 64, 3)}}
		if i == 3 || i == 4 {
			for x := range 100 {
				frames[i].Quads = append(frames[i].Quads, quad(8*x, 8, 3))
			}
		}
	}
	maps, lines := svtMaps(t, export(t, SVTMap, sample(), frames...), 1280, 720, len(frames))
	if lines != 3 || len(maps) != len(frames) || fmt.Sprint(maps[0]) != fmt.Sprint(maps[2]) || fmt.Sprint(maps[2]) == fmt.Sprint(maps[3]) {
		t.Errorf("%d lines of %d maps", lines, len(maps))
	}
	if maps := kvazaarMaps(t, export(t, KvazaarMap, sample(), frames...)); len(maps) != len(frames) {
		t.Errorf("%d maps", len(maps))
	}
}

// TestMapText compares with the expected bytes for a small picture.
func TestMapText(t *testing.T) {
	h := sample()
	h.Source.Width, h.Source.Height, h.Strength = 130, 70, 8
	f := Frame{Index: 3, Quads: []quadpyramid.Quad{quad(64, 0, 5), quad(128, 0, 1), quad(128, 2, 0)}}
	f.Quads = slices.Insert(f.Quads, 0, quad(0, 0, 3), quad(8, 0, 3), quad(0, 8, 3), quad(8, 8, 3))
	// The picture has 9100 pixels, of which 257 count: 256 of 4096, 0 of 4096, 1 of 128, and none
	// below. The quad at 128, 0 counts as small only because of its size, as the picture ends next
	// to it.
	for format, want := range map[Format]string{
		SVTMap:        "0 -1 1 1 1 1 1\n",
		KvazaarMap:    "3 2\n0 0 0\n0 0 0\n",
		KvazaarBinary: "\x03\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		Zones:         "\n",
	} {
		if got := export(t, format, h, f); got != want {
			t.Errorf("%v: %q, want %q", format, got, want)
		}
	}
	h.Strength = -51
	if got, want := export(t, KvazaarMap, h, f), "3 2\n2 -1 -1\n-1 -1 -1\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLongPictureNumber: SVT-AV1 would read such a line as two.
func TestLongPictureNumber(t *testing.T) {
	h := sample()
	h.Source.Width, h.Source.Height = 128, 64
	frames := []Frame{{Index: 5}, {Index: 5 + 1e9, Quads: []quadpyramid.Quad{quad(0, 0, 3), quad(8, 0, 3), quad(16, 0, 3), quad(24, 0, 3)}}}
	for n := range 20 {
		frames[1].Quads = append(frames[1].Quads, quad(8*(n%8), 8+n/8*8, 3))
	}
	w, err := NewWriter(io.Discard, SVTMap, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteFrame(&frames[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteFrame(&frames[1]); err != nil {
		t.Fatal(err) // 16 bytes: 1000000000 -8 8
	}
	frames[1].Index *= 1e5
	frames[1].Quads = frames[1].Quads[1:12]
	if err := w.WriteFrame(&frames[1]); err == nil || !strings.Contains(err.Error(), "longer than the 18 bytes") {
		t.Errorf("%v", err)
	}
}

// TestZones: computed by hand, for four frames with 0, 0, 64 and 16 of 128 blocks of 8×8 pixels.
func TestZones(t *testing.T) {
	h := sample()
	h.Source.Width, h.Source.Height = 128, 64
	frames := make([]Frame, 4)
	for i, n := range []int{0, 0, 64, 16} {
		frames[i].Index = int64(7 + 2*i)
		for k := range n {
			frames[i].Quads = append(frames[i].Quads, quad(8*(k%16), k/16*8, 3))
		}
	}
	for _, c := range []struct {
		strength int
		want     string
	}{
		{0, "0,3,b=0.793701/4,5,b=1.587401\n"},                 // 12 · (0.15625 − 0, 0, 0.5, 0.125): 2, 2, −4, 0
		{51, "0,3,b=0.396850/4,5,b=8.000000/6,7,b=0.793701\n"}, // 8, 8, −18, 2
		{-12, "0,3,b=1.259921/4,5,b=0.629961\n"},
		{1, "\n"},
	} {
		h.Strength = c.strength
		if got := export(t, Zones, h, frames...); got != c.want {
			t.Errorf("strength %d: %q, want %q", c.strength, got, c.want)
		}
	}
	h.Strength = 0
	if got := export(t, Zones, h); got != "\n" {
		t.Errorf("of no frames: %q", got)
	}
	if got := export(t, Zones, h, frames[2]); got != "\n" {
		t.Errorf("of one frame: %q", got)
	}
}

// TestZoneFactors: the factor of an offset is 2^(−offset/6), within a millionth.
func TestZoneFactors(t *testing.T) {
	for offset := int64(-51); offset <= 51; offset++ {
		text := string(appendZone(nil, 1, 2, offset))
		factor, err := strconv.ParseFloat(strings.TrimPrefix(text, "1,2,b="), 64)
		if err != nil {
			t.Fatal(err)
		}
		// factor^6 = 2^−offset, checked by multiplication. A relative error of a millionth in the
		// factor is six millionths in the power.
		power := 1.0
		for range 6 {
			power *= factor
		}
		for o := offset; o > 0; o-- {
			power *= 2
		}
		for o := offset; o < 0; o++ {
			power /= 2
		}
		if tolerance := 6e-6 / min(factor, 1); power < 1-tolerance || power > 1+tolerance {
			t.Errorf("%s: its sixth power is off by %v", text, power-1)
		}
	}
}

// TestStrengths: only maps have a strength, within a range.
func TestStrengths(t *testing.T) {
	for _, format := range Formats() {
		for _, strength := range []int{-52, -51, 12, 51, 52} {
			h := pointSample()
			h.Strength = strength
			var out io.Writer = io.Discard
			if format.Has(Seekable) {
				out = backless{out}
			}
			_, err := NewWriter(out, format, h)
			if want := format.Has(Maps) && strength >= -51 && strength <= 51; (err == nil) != want {
				t.Errorf("%v, %d: %v", format, strength, err)
			}
		}
	}
}

// TestMapsNeedNumbers: a map needs its picture's number.
func TestMapsNeedNumbers(t *testing.T) {
	for _, format := range Formats() {
		if !format.Has(Maps) {
			continue
		}
		w, err := NewWriter(io.Discard, format, sample())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.WriteFrame(&Frame{Index: -1}); err == nil || !strings.Contains(err.Error(), "no number") {
			t.Errorf("%v: %v", format, err)
		}
	}
}

// FuzzMaps writes maps of any frames and parses them as the encoders do.
func FuzzMaps(f *testing.F) {
	f.Add(uint16(1280), uint16(720), int8(12), uint64(1))
	f.Add(uint16(1), uint16(1), int8(-51), uint64(2))
	f.Add(uint16(65), uint16(128), int8(51), uint64(3))
	f.Fuzz(func(t *testing.T, width, height uint16, strength int8, seed uint64) {
		h := sample()
		h.Source.Width, h.Source.Height, h.Strength = 1+int(width)%700, 1+int(height)%700, int(strength)
		if h.Strength != 0 && regions.CheckStrength(h.Strength) != nil {
			t.Skip("not a strength")
		}
		rnd := rand.New(rand.NewPCG(seed, 0))
		frames := make([]Frame, 1+rnd.IntN(5))
		pictures, index := 0, rnd.Int64N(1000)
		for i := range frames {
			if i > 0 {
				pictures = 1 + rnd.IntN(4)
				index += int64(pictures)
			}
			frames[i] = Frame{Index: index, Quads: randomQuads(rnd, h.Source.Width, h.Source.Height)}
		}
		pictures = int(index-frames[0].Index) + max(pictures, 1)
		svt, _ := svtMaps(t, export(t, SVTMap, h, frames...), h.Source.Width, h.Source.Height, pictures)
		text, binary := kvazaarMaps(t, export(t, KvazaarMap, h, frames...)), kvazaarBinaryMaps(t, export(t, KvazaarBinary, h, frames...))
		if len(svt) != pictures || len(text) != pictures || fmt.Sprint(text) != fmt.Sprint(binary) {
			t.Fatalf("%d, %d and %d maps of %d pictures", len(svt), len(text), len(binary), pictures)
		}
		next := int64(0)
		for zone := range strings.SplitSeq(strings.TrimSuffix(export(t, Zones, h, frames...), "\n"), "/") {
			if zone == "" {
				continue
			}
			var first, last int64
			var factor float64
			if n, err := fmt.Sscanf(zone, "%d,%d,b=%f", &first, &last, &factor); n != 3 || err != nil || first < next || last < first || last >= int64(pictures) || factor <= 0 {
				t.Fatalf("zone %q after %d, of %d pictures: %v", zone, next, pictures, err)
			}
			next = last + 1
		}
	})
}
