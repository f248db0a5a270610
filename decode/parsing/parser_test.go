package parsing

import (
	"os"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/bitstream/hevc"
	"ffkvadrat/bitstream/nal"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
)

const width, height = 208, 120

// packets returns a video's packets.
func packets(t testing.TB, more ...string) [][]byte {
	t.Helper()
	path := clips.Make(t, "a.hevc", "-f", "lavfi", "-i", "testsrc2=duration=0.8:rate=25:size=208x120,noise=alls=9:allf=t", "-c:v", "libx265", "-preset", "superfast",
		"-x265-params", "log-level=none:pools=1:frame-threads=1:open-gop=0:scenecut=0:keyint=10:min-keyint=10:bframes=3:repeat-headers=1"+strings.Join(more, ""), "-f", "hevc")
	stream, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return hevc.Split(stream)
}

// content is what a picture says.
type content struct{ blocks, vectors, qp, dx int }

func contentOf(t testing.TB, p *Picture) (c content) {
	t.Helper()
	if p == nil || !p.Wait(width, height) {
		t.Fatal("no picture")
	}
	b, v := p.Blocks(), p.Vectors()
	c.blocks, c.vectors = b.Len(), v.Len()
	for i := range b.Len() {
		c.qp += b.At(i).QP * (i + 1)
	}
	for i := range v.Len() {
		c.dx += v.At(i).DX * (i + 1)
	}
	return c
}

// each parses the packets from one on, one after another.
func each(t testing.TB, p *Parser, all [][]byte, from int) (contents []content) {
	t.Helper()
	for i := from; i < len(all); i++ {
		p.Send(i+1, all[i], false)
		picture := p.Take(i + 1)
		contents = append(contents, contentOf(t, picture))
		picture.Release()
	}
	return contents
}

// TestParallel sends all packets before the first picture is taken, with 1 to 8 goroutines: pictures are
// the same as one after another.
func TestParallel(t *testing.T) {
	leak.Check(t)
	all := packets(t)
	p := New(nil, Options{Vectors: true, Goroutines: 1, Pixels: width * height})
	want := each(t, p, all, 0)
	p.Close()
	vectors := 0
	for _, c := range want {
		vectors += c.vectors
	}
	if vectors == 0 {
		t.Fatal("no vectors")
	}
	for _, n := range []int{1, 2, 8} {
		p := New(nil, Options{Vectors: true, Goroutines: n, Pixels: width * height})
		for i, packet := range all {
			p.Send(i+1, packet, false)
		}
		for i := range all {
			picture := p.Take(i + 1)
			if p.Take(i+1) != nil {
				t.Errorf("picture %d is there twice", i)
			}
			if got := contentOf(t, picture); got != want[i] {
				t.Errorf("%d goroutines: picture %d is %+v, want %+v", n, i, got, want[i])
			}
			picture.Release()
		}
		p.Close()
	}
}

// TestRestart goes to the second group of pictures, while others are not ready, and back: the pictures are
// those of a parse from the start.
func TestRestart(t *testing.T) {
	all := packets(t)
	p := New(nil, Options{Vectors: true, Goroutines: 2, Pixels: width * height})
	defer p.Close()
	want := each(t, p, all, 0)
	for _, from := range []int{10, 0, 10} {
		p.Restart()
		for i, got := range each(t, p, all, from) {
			if got != want[from+i] {
				t.Errorf("from %d: picture %d is %+v, want %+v", from, from+i, got, want[from+i])
			}
		}
		p.Restart()
		for i := range 5 {
			p.Send(100+i, all[i], false)
		}
	}
	if p.Restart(); p.Take(100) != nil {
		t.Error("a picture outlives a restart")
	}
}

// TestMissing starts in the middle of a group: what depends on missing pictures has no vectors.
func TestMissing(t *testing.T) {
	all := packets(t)
	p := New(nil, Options{Vectors: true, Goroutines: 2, Pixels: width * height})
	defer p.Close()
	want := each(t, p, all, 0)
	p.Restart()
	for i, got := range each(t, p, all[:10], 3) {
		if got.vectors != 0 || got.blocks != want[3+i].blocks || got.qp != want[3+i].qp {
			t.Errorf("picture %d: %+v, want the blocks of %+v", 3+i, got, want[3+i])
		}
	}
}

// TestHalves sends each picture of three slices in two packets: both have their slices' blocks, and no
// vector is another one than of the whole picture.
func TestHalves(t *testing.T) {
	p := New(nil, Options{Vectors: true, Goroutines: 2, Pixels: width * height})
	defer p.Close()
	all := packets(t, ":slices=3")
	want := each(t, p, all, 0)
	p.Restart()
	for i, packet := range all {
		var halves [2][]byte
		slices := 0
		for _, unit := range nal.Split(nil, packet) {
			half := &halves[min(slices/2, 1)]
			*half = append(append(*half, 0, 0, 1), unit...)
			if unit[0]>>1 < 32 {
				slices++
			}
		}
		var got [2]content
		for half, packet := range halves {
			p.Send(2*i+half, packet, false)
			picture := p.Take(2*i + half)
			got[half] = contentOf(t, picture)
			picture.Release()
		}
		if slices != 3 || got[0].blocks+got[1].blocks != want[i].blocks || got[0].blocks == 0 || got[1].blocks == 0 || got[0].vectors+got[1].vectors != 0 {
			t.Errorf("picture %d of %d slices: %+v, want the blocks of %+v", i, slices, got, want[i])
		}
	}
}

// TestBounded sends packets whose pictures nobody takes: only the last ones are kept.
func TestBounded(t *testing.T) {
	all := packets(t)
	p := New(nil, Options{Vectors: false, Goroutines: 2, Pixels: width * height})
	defer p.Close()
	const n = 3 * inFlight
	for i := range n {
		p.Send(i+1, all[i%len(all)], false)
	}
	kept := 0
	for i := range n {
		picture := p.Take(i + 1)
		if picture != nil {
			kept++
			if picture.Wait(width, height); picture.Vectors().Len() != 0 {
				t.Error("vectors that nobody needs")
			}
		}
		picture.Release()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if kept != inFlight || len(p.free) > 2*inFlight {
		t.Errorf("%d pictures were kept, %d are free", kept, len(p.free))
	}
}

// TestOtherSizes: a picture is not that of a frame of another size.
func TestOtherSizes(t *testing.T) {
	p := New(nil, Options{Vectors: false, Goroutines: 1, Pixels: width * height})
	defer p.Close()
	for i, size := range [][2]int{{width, height}, {width - 8, height}, {width, height + 8}, {1, 1}} {
		p.Restart()
		p.Send(i, packets(t)[0], false)
		picture := p.Take(i)
		if got := picture.Wait(size[0], size[1]); got != (i == 0) {
			t.Errorf("%v: %v", size, got)
		}
		picture.Release()
	}
	p.Send(9, []byte("no unit"), false)
	if picture := p.Take(9); picture.Wait(width, height) {
		t.Error("a packet without a picture has one")
	}
}

// TestLargePictures: what the decoder refuses is not parsed.
func TestLargePictures(t *testing.T) {
	p := New(nil, Options{Goroutines: 1, Pixels: width*height - 1})
	defer p.Close()
	p.Send(1, packets(t)[0], false)
	picture := p.Take(1)
	if picture.Wait(width, height) || picture.Bytes() != 0 {
		t.Error("a picture of more pixels than allowed is parsed")
	}
	picture.Release()
}

// TestReleaseAnywhere releases pictures in other goroutines, and after Close.
func TestReleaseAnywhere(t *testing.T) {
	all := packets(t)
	p := New(nil, Options{Vectors: true, Goroutines: 2, Pixels: width * height})
	var ended sync.WaitGroup
	for round := range 4 {
		p.Restart()
		for i, packet := range all {
			p.Send(round*1000+i, packet, false)
			picture := p.Take(round*1000 + i)
			ended.Go(picture.Release)
		}
	}
	p.Send(9999, all[0], false)
	last := p.Take(9999)
	p.Close()
	contentOf(t, last)
	last.Release()
	(*Picture)(nil).Release()
	(*Parser)(nil).Close()
	ended.Wait()
}

// TestAllocations: once the memory is there, nothing is allocated.
func TestAllocations(t *testing.T) {
	all := packets(t)
	p := New(nil, Options{Vectors: true, Goroutines: 2, Pixels: width * height})
	defer p.Close()
	read := func() {
		for i, packet := range all {
			p.Send(i+1, packet, false)
			picture := p.Take(i + 1)
			picture.Wait(width, height)
			picture.Release()
		}
	}
	read()
	if n := testing.AllocsPerRun(5, read); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
