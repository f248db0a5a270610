package decode

import (
	"bytes"
	"hash/maphash"
	"os"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// TestParsedDamage: in a damaged video, no frame whose packet is whole has other blocks than in the whole
// video, nor other vectors; those that depend on a missing picture are left out. A frame without blocks is marked.
func TestParsedDamage(t *testing.T) {
	path := x265(t, "a.mp4", "208x120", "keyint=18:min-keyint=18:bframes=3:slices=2")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type codedFrame struct {
		blocks  map[yuv.CodedBlock]bool
		vectors uint64
		n       int
		marked  bool
	}
	seed := maphash.MakeSeed()
	decode := func(path string, threads int) map[int64]codedFrame {
		all := map[int64]codedFrame{}
		v := openParsed(t, path, threads)
		for {
			f, err := v.Next()
			if err != nil {
				return all
			}
			c := codedFrame{blocks: map[yuv.CodedBlock]bool{}, n: f.Picture.Coded.Len(), marked: f.Unparsed}
			for i := range c.n {
				c.blocks[f.Picture.Coded.At(i)] = true
			}
			p := f.Picture
			p.Coded = nil
			c.vectors = hashCoded(seed, &p)
			all[f.PTS] = c
			f.Release()
		}
	}
	whole := decode(path, 1)
	packets := packetsOf(t, path)
	if len(whole) != 36 || len(packets) != 36 {
		t.Fatalf("%d frames in %d packets", len(whole), len(packets))
	}
	rnd := random(t)
	faulty, doubtful := 0, 0
	for _, threads := range []int{1, 4} {
		for range either(40, 10) {
			damaged := append([]byte(nil), data...)
			ruined := map[int64]bool{}
			for range 1 + rnd.IntN(3) {
				p := packets[1+rnd.IntN(len(packets)-1)]
				ruined[p.pts] = true
				if rnd.IntN(3) == 0 {
					clear(damaged[p.pos:][:p.size])
					continue
				}
				damaged[p.pos+p.size/4+rnd.IntN(p.size*3/4)] ^= byte(1 + rnd.IntN(255))
			}
			for pts, got := range decode(writeFile(t, "damaged.mp4", damaged), threads) {
				want := whole[pts]
				for b := range got.blocks {
					if !ruined[pts] && !want.blocks[b] {
						t.Fatalf("%d threads, packets %v ruined: frame %d has %+v", threads, ruined, pts, b)
					}
				}
				if !ruined[pts] && got.n != want.n {
					t.Fatalf("%d threads, packets %v ruined: frame %d has %d blocks, want %d", threads, ruined, pts, got.n, want.n)
				}
				if got.n != want.n {
					faulty++
				}
				if lacks := got.n == 0; got.marked && !ruined[pts] || lacks && !got.marked {
					t.Fatalf("%d threads, packets %v ruined: frame %d is marked: %v, with %d blocks", threads, ruined, pts, got.marked, got.n)
				}
				if !ruined[pts] && got.vectors != want.vectors {
					if doubtful++; got.vectors != 0 {
						t.Fatalf("%d threads, packets %v ruined: frame %d has other vectors", threads, ruined, pts)
					}
				}
			}
		}
	}
	if faulty == 0 || doubtful == 0 {
		t.Errorf("%d frames lack blocks, %d vectors", faulty, doubtful)
	}
}

// packetAt is a packet's place in a file.
type packetAt struct {
	pts       int64
	pos, size int
}

// packetsOf returns the packets of a video.
func packetsOf(t *testing.T, path string) (all []packetAt) {
	t.Helper()
	v := open(t, path)
	if err := v.rewind(); err != nil {
		t.Fatal(err)
	}
	for v.dec.dem.read() == nil {
		pkt := v.dec.dem.cpkt
		all = append(all, packetAt{int64(pkt.pts), int(pkt.pos), int(pkt.size)})
		v.dec.dem.pkt.Unref()
	}
	return all
}

// TestParsedCropped: where output omits samples at the left and at the top, blocks and vectors move with
// the samples. FFmpeg may omit fewer at the left than the stream says.
func TestParsedCropped(t *testing.T) {
	whole := x265(t, "a.mkv", "208x120", "bframes=2")
	for _, crop := range []string{"crop_left=64:crop_top=8", "crop_left=24:crop_top=6", "crop_left=2:crop_right=6:crop_bottom=4"} {
		all, cut := openParsed(t, whole, 1), openParsed(t, clips.Make(t, "cut.mkv", "-i", whole, "-c", "copy", "-bsf:v", "hevc_metadata="+crop), 1)
		for a := next(t, all); a != nil; a = next(t, all) {
			c := next(t, cut)
			x, y := -1, -1 // of c in a
			for at := range 208 * 120 {
				if found := at%208+c.Picture.Width <= 208 && at/208+c.Picture.Height <= 120; found && inside(&c.Picture, &a.Picture, at%208, at/208) {
					x, y = at%208, at/208
					break
				}
			}
			if x < 0 || a.Picture.Coded.Len() != c.Picture.Coded.Len() || a.Picture.Vectors.Len() != c.Picture.Vectors.Len() {
				t.Fatalf("%s, frame %d: %d×%d at %d, %d; %d blocks, %d of the whole picture", crop, a.Index, c.Picture.Width, c.Picture.Height, x, y, c.Picture.Coded.Len(), a.Picture.Coded.Len())
			}
			for i := range a.Picture.Coded.Len() {
				want := a.Picture.Coded.At(i)
				want.X, want.Y = want.X-x, want.Y-y
				if got := c.Picture.Coded.At(i); got != want {
					t.Fatalf("%s, frame %d: %+v, want %+v", crop, a.Index, got, want)
				}
			}
			for i := range a.Picture.Vectors.Len() {
				want := a.Picture.Vectors.At(i)
				want.X, want.Y = want.X-x, want.Y-y
				if got := c.Picture.Vectors.At(i); got != want {
					t.Fatalf("%s, frame %d: %+v, want %+v", crop, a.Index, got, want)
				}
			}
			a.Release()
			c.Release()
		}
	}
}

// inside reports whether the luma of a picture is that of another one from a place on.
func inside(part, whole *yuv.Picture, x, y int) bool {
	for row := range part.Height {
		if !bytes.Equal(part.Planes[0].Row(row, 1), whole.Planes[0].Row(y+row, 1)[x:][:part.Width]) {
			return false
		}
	}
	return true
}

// TestParsedFaults: a picture whose data do not end where they should, about which the decoder says nothing,
// is a fault and its frame is marked. It is counted once, whatever seeks and restarts decode again, and
// only if data from packets are wanted.
func TestParsedFaults(t *testing.T) {
	path := x265(t, "a.hevc", "128x96", "bframes=0:info=0")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	from := bytes.Index(data, []byte{0, 0, 1, 2, 1}) + 5 // the second picture
	end := from + bytes.Index(data[from:], []byte{0, 0, 1})
	path = writeFile(t, "a.hevc", append(append(data[:end:end], 0x55, 0x66), data[end:]...))
	for _, threads := range []int{1, 4} {
		v, err := OpenVideo(t.Context(), path, Options{Stream: Best, Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		for _, pass := range []struct {
			needs  yuv.Needs
			faults int
		}{{yuv.Needs{}, 0}, {both, 1}, {both, 1}, {yuv.Needs{Blocks: true}, 1}} {
			if err := v.Need(pass.needs); err != nil {
				t.Fatal(err)
			}
			if err := v.SeekIndex(0); err != nil {
				t.Fatal(err)
			}
			for f := next(t, v); f != nil; f = next(t, v) {
				if want := f.Index == 1 && pass.faults > 0; f.Unparsed != want || (f.Picture.Coded != nil) != (pass.faults > 0) || f.Picture.Coded != nil && (f.Picture.Coded.Len() == 0) != want {
					t.Errorf("%d threads: frame %d is marked: %v", threads, f.Index, f.Unparsed)
				}
				f.Release()
			}
			if got := v.Faults(); got.Count() != pass.faults || got.Blocks != pass.faults || got.Damage() != 0 || got.Any() != (pass.faults > 0) {
				t.Errorf("%d threads, %+v: %+v", threads, pass.needs, got)
			}
		}
	}
}
