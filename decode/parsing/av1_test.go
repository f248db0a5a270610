package parsing

import (
	"encoding/binary"
	"os"
	"testing"

	"ffkvadrat/bitstream/av1"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
	"ffkvadrat/yuv"
)

// av1Packets returns the packets of a video of AV1 with hidden frames, and key frames every ten frames.
func av1Packets(t testing.TB) (packets [][]byte) {
	t.Helper()
	path := clips.Make(t, "a.ivf", "-f", "lavfi", "-i", "testsrc2=duration=0.8:rate=25:size=208x120,noise=alls=9:allf=t", "-c:v", "libaom-av1", "-cpu-used", "6",
		"-crf", "30", "-g", "10", "-lag-in-frames", "8", "-f", "ivf")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for data = data[32:]; len(data) > 12; {
		n := 12 + int(binary.LittleEndian.Uint32(data))
		packets, data = append(packets, data[12:n]), data[n:]
	}
	return packets
}

func newAV1(goroutines int) *Parser {
	return New(nil, Options{AV1: true, Vectors: true, Goroutines: goroutines, Pixels: width * height})
}

// TestAV1 sends all packets before the first picture is taken, with 1 to 8 goroutines: pictures are the same as one
// after another, also after restarts.
func TestAV1(t *testing.T) {
	leak.Check(t)
	all := av1Packets(t)
	p := newAV1(1)
	want := each(t, p, all, 0)
	vectors := 0
	for i, c := range want {
		vectors += c.vectors
		if c.blocks == 0 || c.qp == 0 {
			t.Errorf("picture %d has %+v", i, c)
		}
	}
	if vectors == 0 {
		t.Error("no vectors")
	}
	for _, from := range []int{10, 0} {
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
	p.Close()
	for _, n := range []int{1, 2, 8} {
		p := newAV1(n)
		for i, packet := range all {
			p.Send(i+1, packet, false)
		}
		for i := range all {
			picture := p.Take(i + 1)
			if got := contentOf(t, picture); got != want[i] || picture.Fault(width, height) != nil {
				t.Errorf("%d goroutines: picture %d is %+v, want %+v", n, i, got, want[i])
			}
			picture.Release()
		}
		p.Close()
	}
}

// TestAV1Missing starts in the middle of a group: pictures have no blocks, and a fault, up to the next key frame.
func TestAV1Missing(t *testing.T) {
	all := av1Packets(t)
	p := newAV1(2)
	defer p.Close()
	want := each(t, p, all, 0)
	p.Restart()
	for i := 3; i < len(all); i++ {
		p.Send(i+1, all[i], false)
		picture := p.Take(i + 1)
		there := picture.Wait(width, height)
		if fault := picture.Fault(width, height); there != (i >= 10) || (fault == nil) != there {
			t.Errorf("picture %d: there %t, %v", i, there, fault)
		} else if there && contentOf(t, picture) != want[i] {
			t.Errorf("picture %d differs", i)
		}
		picture.Release()
	}
}

// TestAV1Damage: a picture with a damaged tile has no blocks, and a fault.
func TestAV1Damage(t *testing.T) {
	all := av1Packets(t)
	p := newAV1(1)
	defer p.Close()
	damaged := append([]byte(nil), all[0]...)
	damaged[len(damaged)/2] ^= 0x10
	p.Send(1, damaged, false)
	picture := p.Take(1)
	if !picture.Wait(width, height) || picture.Blocks().Len() != 0 || picture.Vectors().Len() != 0 || picture.Fault(width, height) == nil {
		t.Errorf("%d blocks, %v", picture.Blocks().Len(), picture.Fault(width, height))
	}
	picture.Release()
	for i, size := range [][2]int{{width, height}, {width - 8, height}, {1, 1}} {
		p.Restart()
		p.Send(i, all[0], false)
		picture := p.Take(i)
		if got := picture.Wait(size[0], size[1]); got != (i == 0) {
			t.Errorf("%v: %v", size, got)
		}
		picture.Release()
	}
}

// TestAV1Large: what the decoder refuses is not parsed.
func TestAV1Large(t *testing.T) {
	p := New(nil, Options{AV1: true, Goroutines: 1, Pixels: width*height - 1})
	defer p.Close()
	p.Send(1, av1Packets(t)[0], false)
	picture := p.Take(1)
	if picture.Wait(width, height) || picture.frame != nil {
		t.Error("a picture of more pixels than allowed is parsed")
	}
	picture.Release()
}

// TestAV1Allocations: once the memory is there, nothing is allocated.
func TestAV1Allocations(t *testing.T) {
	all := av1Packets(t)
	p := newAV1(2)
	defer p.Close()
	read := func() {
		for i, packet := range all {
			p.Send(i+1, packet, false)
			picture := p.Take(i + 1)
			picture.Wait(width, height)
			picture.Release()
		}
	}
	for range 8 {
		read()
	}
	if n := testing.AllocsPerRun(5, read); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestAV1Directions: directions of intra prediction point to the samples that predict: V_PRED up, H_PRED to the left,
// D45_PRED up and to the right, D203_PRED down and to the left.
func TestAV1Directions(t *testing.T) {
	for _, c := range []struct {
		mode av1.Mode
		want yuv.IntraDirection
	}{
		{av1.VPred, yuv.IntraDirection{DX: 0, DY: -100}}, {av1.HPred, yuv.IntraDirection{DX: -100, DY: 0}}, {av1.D45Pred, yuv.IntraDirection{DX: 71, DY: -71}},
		{av1.D203Pred, yuv.IntraDirection{DX: -92, DY: 39}}, {av1.DCPred, yuv.IntraDirection{}}, {av1.PaethPred, yuv.IntraDirection{}},
	} {
		f := &av1.Picture{Sequence: &av1.Sequence{}, Blocks: []av1.Block{{Mode: c.mode, Size: av1.Block32x16}}}
		block := (&Picture{frame: f}).Blocks().At(0)
		if block.Intra.Count != 1 || block.Intra.Directions[0] != c.want || block.Type != yuv.IntraBlock || block.Depth != 2 {
			t.Errorf("mode %d: %+v, want %+v", c.mode, block, c.want)
		}
	}
}
