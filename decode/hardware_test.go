package decode

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/timecode"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// facts are all data of a frame, and the values of its samples.
type facts struct {
	samples        uint64
	width, height  int
	format         yuv.Format // without Shift, which describes storage
	colour         yuv.Colour
	index, pts     int64
	hasPTS         bool
	time, duration float64
	sar            Rational
	coding         Coding
	group          Group
	code           timecode.Code
	hasCode        bool
}

func factsOf(seed maphash.Seed, f *Frame) facts {
	p := &f.Picture
	format := p.Format
	format.Shift = 0
	return facts{
		samples: hashValues(seed, p), width: p.Width, height: p.Height, format: format, colour: p.Colour,
		index: f.Index, pts: f.PTS, hasPTS: f.HasPTS, time: f.Time, duration: f.Duration,
		sar: f.SAR, coding: f.Coding, group: f.Group, code: f.Timecode, hasCode: f.HasTimecode,
	}
}

// hashValues hashes values independently of their storage.
func hashValues(seed maphash.Seed, p *yuv.Picture) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	bytes := p.Format.SampleBytes()
	var values []byte
	for i := range p.Planes {
		plane := &p.Planes[i]
		for y := range plane.Height {
			row := plane.Row(y, bytes)
			values = values[:0]
			for x := 0; x < len(row); x += plane.Step {
				if bytes == 1 {
					values = append(values, row[x])
				} else {
					values = binary.LittleEndian.AppendUint16(values, binary.LittleEndian.Uint16(row[x:])>>p.Format.Shift)
				}
			}
			h.Write(values)
		}
	}
	return h.Sum64()
}

// decoded is the result of decoding a whole file.
type decoded struct {
	frames []facts
	info   Info
	faults Faults
	first  string // text of faults.First
	err    string // why the file does not open
	on     string // the device that decoded the last frame
}

func decodeWhole(t *testing.T, seed maphash.Seed, path string, h *Hardware) (d decoded) {
	t.Helper()
	v, err := OpenVideo(WithHardware(context.Background(), h), path, Options{Stream: Best, Threads: 1})
	if err != nil {
		return decoded{err: err.Error()}
	}
	defer v.Close()
	d.info = v.Info()
	for f := next(t, v); f != nil; f = next(t, v) {
		d.frames = append(d.frames, factsOf(seed, f))
		f.Release()
	}
	if v.dec.on.device != nil {
		d.on = v.dec.on.device.kind
	}
	if d.faults = v.Faults(); d.faults.Any() {
		d.first, d.faults.First = d.faults.First.Error(), nil
	}
	return d
}

// withFakeDevice returns a Hardware with a fake device.
func withFakeDevice(t testing.TB, fake fakeDevice) *Hardware {
	t.Helper()
	h, err := NewHardware("cuda", nil)
	if err != nil {
		t.Fatal(err)
	}
	h.fake = &fake
	t.Cleanup(h.Close)
	return h
}

// lostAt returns a device that fails from a frame on.
func lostAt(n int) fakeDevice {
	return fakeDevice{fetch: func(at int) error {
		if at >= n {
			return errors.New("the device is lost")
		}
		return nil
	}}
}

func sameDecode(t *testing.T, got, want decoded) {
	t.Helper()
	got.on, want.on = "", ""
	if len(got.frames) != len(want.frames) {
		t.Errorf("%d pictures, want %d", len(got.frames), len(want.frames))
	}
	for i := range min(len(got.frames), len(want.frames)) {
		if got.frames[i] != want.frames[i] {
			t.Fatalf("picture %d is\n%+v, want\n%+v", i, got.frames[i], want.frames[i])
		}
	}
	got.frames, want.frames = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestHardwareLost loses the device at each frame of clips: the result equals software decoding.
func TestHardwareLost(t *testing.T) {
	forEach(t, samples(t), func(t *testing.T, path string) {
		seed := maphash.MakeSeed()
		want := decodeWhole(t, seed, path, nil)
		whole := decodeWhole(t, seed, path, withFakeDevice(t, lostAt(1<<30)))
		sameDecode(t, whole, want)
		if whole.on != "cuda" {
			t.Fatalf("decoded on %q", whole.on)
		}
		rnd := random(t)
		at := []int{0, 1, len(want.frames) / 2, len(want.frames) - 1}
		for range either(2, 0) {
			at = append(at, rnd.IntN(len(want.frames)))
		}
		for _, n := range at {
			got := decodeWhole(t, seed, path, withFakeDevice(t, lostAt(n)))
			if got.on != "" && n < len(want.frames) {
				t.Errorf("lost at picture %d, and still decoded on %q", n, got.on)
			}
			sameDecode(t, got, want)
		}
	})
}

// TestHardwareLostAfterSeek loses the device during seeks.
func TestHardwareLostAfterSeek(t *testing.T) {
	forEach(t, samples(t), func(t *testing.T, path string) {
		seed := maphash.MakeSeed()
		all := linearPrints(t, seed, path)
		rnd := random(t)
		for range either(3, 1) {
			left := rnd.IntN(3 * len(all))
			fake := fakeDevice{fetch: func(int) error {
				if left--; left < 0 {
					return errors.New("the device is lost")
				}
				return nil
			}}
			v, err := OpenVideo(WithHardware(context.Background(), withFakeDevice(t, fake)), path, Options{Stream: Best})
			if err != nil {
				t.Fatal(err)
			}
			for range 12 {
				n := rnd.IntN(len(all))
				if err := v.SeekPTS(all[n].tick); err != nil {
					t.Fatal(err)
				}
				n = shownAt(all, all[n].tick)
				for k := n; k < min(n+3, len(all)); k++ {
					f := next(t, v)
					if f == nil || printOf(seed, f) != all[k] {
						t.Fatalf("after a seek to picture %d, with %d pictures left to the device, picture %d differs", n, left, k)
					}
					f.Release()
				}
			}
			if v.Faults().Any() {
				t.Error(v.Faults().First)
			}
			v.Close()
		}
	})
}

// TestHardwareDamage decodes damaged clips: from the first fault on software decodes, and frames, marks
// and faults are those of software.
func TestHardwareDamage(t *testing.T) {
	differ := 0
	for _, name := range []string{"tiny-420.mp4", "tiny-open-gop.mp4", "tiny-mpeg2.ts", "tiny-vp9.webm", "tiny-rgb.mkv"} {
		t.Run(name, func(t *testing.T) {
			for n := range uint64(8) {
				path := damaged(t, "../samples/"+name, n)
				seed := maphash.MakeSeed()
				want := decodeWhole(t, seed, path, nil)
				got := decodeWhole(t, seed, path, withFakeDevice(t, lostAt(1<<30)))
				sameDecode(t, got, want)
				if want.faults.Any() || want.first != "" {
					differ++
					if got.on != "" {
						t.Errorf("a damaged file was decoded on %q to the end", got.on)
					}
				}
			}
		})
	}
	if differ == 0 {
		t.Error("no clip was damaged")
	}
}

// TestHardwareFormats describes frames in the devices' formats as those of software decoding, with the
// same samples.
func TestHardwareFormats(t *testing.T) {
	const w, h = 22, 18
	for _, c := range []struct {
		native, software string
		shift, subX      int // of the native samples; and of chroma, if pairs of samples share a plane
		full             bool
	}{
		{"nv12", "yuv420p", 0, 1, false}, {"nv12", "yuvj420p", 0, 1, true}, {"p010le", "yuv420p10le", 6, 1, false},
		{"p016le", "yuv420p12le", 4, 1, false}, {"nv16", "yuv422p", 0, 1, false}, {"p210le", "yuv422p10le", 6, 1, false},
		{"yuv444p", "yuvj444p", 0, 0, true}, {"yuv444p16le", "yuv444p10le", 6, 0, false},
	} {
		l, err := layoutAs(pixelFormat(t, c.native), pixelFormat(t, c.software))
		if err != nil {
			t.Error(err)
			continue
		}
		want, err := layoutOf(pixelFormat(t, c.software))
		if err != nil {
			t.Fatal(err)
		}
		want.format.Shift = c.shift
		if l.format != want.format || l.full != c.full {
			t.Errorf("%s for %s: %+v", c.native, c.software, l)
		}
		f := astiav.AllocFrame()
		defer f.Free()
		f.SetWidth(w)
		f.SetHeight(h)
		f.SetPixelFormat(pixelFormat(t, c.native))
		if err := f.AllocBuffer(64); err != nil {
			t.Fatal(err)
		}
		// A sample's value encodes its position: component, row, column.
		value := func(i, x, y int) int { return (i*83 + y*31 + x*7) & (1<<l.format.Depth - 1) }
		frame := framePointer(f)
		for i := range 3 {
			plane, second := i, 0
			if i > 0 && c.subX == 1 {
				plane, second = 1, i-1
			}
			pw, ph := l.size(i, w, h)
			for y := range ph {
				row := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(frame.data[plane]), y*int(frame.linesize[plane]))), frame.linesize[plane])
				for x := range pw {
					v := value(i, x, y) << c.shift
					if i > 0 && c.subX == 1 {
						x = 2*x + second
					}
					if l.format.Depth > 8 {
						binary.LittleEndian.PutUint16(row[2*x:], uint16(v))
					} else {
						row[x] = byte(v)
					}
				}
			}
		}
		var p yuv.Picture
		l.planes(&p, frame, nil, nil)
		for i, plane := range p.Planes {
			bytes := p.Format.SampleBytes()
			for y := range plane.Height {
				row := plane.Row(y, bytes)
				for x := range plane.Width {
					v := int(row[x*plane.Step])
					if bytes == 2 {
						v = int(binary.LittleEndian.Uint16(row[x*plane.Step:])) >> p.Format.Shift
					}
					if v != value(i, x, y) {
						t.Fatalf("%s for %s: component %d at %d,%d is %d, want %d", c.native, c.software, i, x, y, v, value(i, x, y))
					}
				}
			}
		}
	}
	for _, c := range []struct{ native, software string }{
		{"nv12", "yuv422p"}, {"nv12", "gray"}, {"yuv444p", "gbrp"}, {"nv12", "yuv420p10le"}, {"p010le", "yuv420p12le"}, {"yuv420p12le", "yuv420p10le"},
	} {
		if l, err := layoutAs(pixelFormat(t, c.native), pixelFormat(t, c.software)); err == nil {
			t.Errorf("%s stands for %s: %+v", c.native, c.software, l)
		}
	}
}

// TestHardwareEqualsSoftware decodes clips on every device, or in software without a device: frames and
// their data are equal. FFKVADRAT_HWDEC names a device that must decode some of them;
// FFKVADRAT_HWDEC_CLIPS is a folder of further clips.
func TestHardwareEqualsSoftware(t *testing.T) {
	paths, must := append(media(t), moreClips(t)...), os.Getenv("FFKVADRAT_HWDEC")
	used := map[string][]string{}
	for _, kind := range append([]string{"auto"}, devices...) {
		t.Run(kind, func(t *testing.T) {
			var mu sync.Mutex
			var reported []string
			h, err := NewHardware(kind, func(err error) {
				mu.Lock()
				defer mu.Unlock()
				reported = append(reported, err.Error())
			})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			paths := paths
			if there := slices.ContainsFunc(h.kinds, func(kind string) bool {
				d, err := h.open(kind)
				d.close()
				return err == nil
			}); !there && kind != must {
				paths = paths[:3]
			}
			for _, path := range paths {
				t.Run(filepath.Base(path), func(t *testing.T) {
					seed := maphash.MakeSeed()
					got := decodeWhole(t, seed, path, h)
					sameDecode(t, got, decodeWhole(t, seed, path, nil))
					if got.on != "" {
						used[got.on] = append(used[got.on], filepath.Base(path))
					}
				})
			}
			for _, text := range reported {
				t.Log(text)
			}
		})
	}
	t.Logf("decoded on devices: %v", used)
	if must != "" && len(used[must]) == 0 {
		t.Errorf("nothing was decoded on %s", must)
	}
}

// TestHardwareTold compares the reports about devices that are not used.
func TestHardwareTold(t *testing.T) {
	var reported []string
	tell := func(err error) { reported = append(reported, err.Error()) }
	if _, err := NewHardware("quantum", tell); err == nil {
		t.Error("an unknown name is taken")
	}
	seed := maphash.MakeSeed()
	for _, name := range []string{"auto", "no"} {
		h, err := NewHardware(name, tell)
		if err != nil {
			t.Fatal(err)
		}
		decodeWhole(t, seed, "../samples/tiny-mpeg2.ts", h)
		h.Close()
	}
	if len(reported) > 0 {
		t.Errorf("nothing was asked for by name, and %q", reported)
	}
	h, err := NewHardware("vaapi", tell)
	if err != nil {
		t.Fatal(err)
	}
	h.opened["vaapi"] = &device{kind: "vaapi", err: errors.New("it is not there")}
	for range 2 {
		decodeWhole(t, seed, "../samples/tiny-420.mp4", h)
		decodeWhole(t, seed, "../samples/tiny-mpeg2.ts", h)
	}
	h, err = NewHardware("auto", tell)
	if err != nil {
		t.Fatal(err)
	}
	h.fake = &fakeDevice{fetch: lostAt(3).fetch}
	decodeWhole(t, seed, "../samples/tiny-420.mp4", h)
	want := []string{
		"vaapi is not used: it is not there",
		"vaapi is not used: mpeg2video is decoded in software",
		`cuda is not used: "../samples/tiny-420.mp4": the device is lost`,
	}
	if !slices.Equal(reported, want) {
		t.Errorf("reported\n%q, want\n%q", reported, want)
	}
}

// TestHardwareOnlyWhereAsked opens a video with the option Software.
func TestHardwareOnlyWhereAsked(t *testing.T) {
	h := withFakeDevice(t, lostAt(1<<30))
	for _, software := range []bool{false, true} {
		v, err := OpenVideo(WithHardware(context.Background(), h), "../samples/tiny-420.mp4", Options{Stream: Best, Software: software})
		if err != nil {
			t.Fatal(err)
		}
		if (v.dec.on.device == nil) != software {
			t.Errorf("Software is %v, and the device %v", software, v.dec.on.device)
		}
		v.Close()
	}
}

func pixelFormat(t *testing.T, name string) astiav.PixelFormat {
	t.Helper()
	f := astiav.FindPixelFormatByName(name)
	if f == astiav.PixelFormatNone {
		t.Fatalf("no pixel format %s", name)
	}
	return f
}

// TestIsMonochrome checks the extra data of clips, in both forms.
func TestIsMonochrome(t *testing.T) {
	for _, form := range []string{"mp4", "h264"} {
		for _, format := range []string{"gray", "yuv420p", "yuv444p"} {
			path := clips.Make(t, "x."+form, "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=0.2", "-c:v", "libx264", "-pix_fmt", format)
			extra := open(t, path).dec.dem.current().CodecParameters().ExtraData()
			if len(extra) == 0 || isMonochrome(extra) != (format == "gray") {
				t.Errorf("%s in %s, with %x: monochrome %v", format, form, extra, isMonochrome(extra))
			}
			for n := range extra {
				isMonochrome(extra[:n])
			}
		}
	}
}

// TestStart: a device that was started is the one that videos get, and Close waits for it.
func TestStart(t *testing.T) {
	for name, want := range map[string]int{"no": 0, "cuda": 1, "auto": 1} {
		h, err := NewHardware(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		h.fake = &fakeDevice{}
		h.Start()
		h.starting.Wait()
		started := h.opened["cuda"]
		if len(h.opened) != want {
			t.Errorf("%s: %d devices are open", name, len(h.opened))
		}
		if want > 0 {
			d, err := h.open("cuda")
			if err != nil || h.opened["cuda"] != started {
				t.Errorf("%s: another device, or %v", name, err)
			}
			d.close()
		}
		h.Start()
		h.Close()
		if _, err := h.open("cuda"); want > 0 && err == nil {
			t.Errorf("%s: open after Close", name)
		}
	}
}
