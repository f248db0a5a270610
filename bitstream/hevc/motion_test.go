package hevc

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"ffkvadrat/tests/clips"
)

// derived parses access units and derives their motion; each, which may be nil, is called for each picture.
func derived(t testing.TB, m *MotionDecoder, accessUnits [][]byte, each func(p *Picture)) {
	t.Helper()
	var s Stream
	var d Parser
	var p Picture
	for _, accessUnit := range accessUnits {
		s.Read(accessUnit, &p)
		d.Parse(&p)
		err := m.Derive(&p)
		checkMotion(t, m, &p)
		if err != p.MotionErr {
			t.Fatalf("%v is not %v", err, p.MotionErr)
		}
		if len(p.Segments) > 0 && each != nil {
			each(&p)
		}
	}
}

// checkMotion checks what holds for every picture, however damaged: each inter unit of a coding tree unit has
// motion that refers into its slice's lists, and no more fields are kept than reference pictures there may be.
func checkMotion(t testing.TB, m *MotionDecoder, p *Picture) {
	t.Helper()
	if len(m.fields) > maxReferences+1 || len(m.fields)+len(m.free) > maxReferences+2 {
		t.Fatalf("%d fields and %d free ones", len(m.fields), len(m.free))
	}
	if len(p.Segments) == 0 {
		return
	}
	if len(p.Motion) != len(p.PUs) {
		t.Fatalf("%d units with %d motions", len(p.PUs), len(p.Motion))
	}
	if p.Err != nil && p.MotionErr == nil {
		t.Fatalf("faults, yet exact: %v", p.Err)
	}
	for _, ctu := range p.CTUs {
		for _, cu := range p.CUs[ctu.FirstCU:][:ctu.CUs] {
			for i := cu.FirstPU; i < cu.FirstPU+int32(cu.PUs); i++ {
				motion, h := &p.Motion[i], &p.Segments[ctu.Segment].SliceHeader
				if (motion.Lists == 0) != (cu.Mode == Intra) || motion.Lists == 3 && p.PUs[i].Width+p.PUs[i].Height == 12 && p.PUs[i].Merge {
					t.Fatalf("mode %d, lists %d", cu.Mode, motion.Lists)
				}
				for list, ref := range motion.Ref {
					if used := motion.Lists>>list&1 == 1; used != (ref >= 0) || used && (int(ref) >= h.Active[list] || h.Lists[list][ref].POC != motion.POC[list]) {
						t.Fatalf("reference %d of list %d, of %d: %+v", ref, list, h.Active[list], *motion)
					}
				}
			}
		}
	}
}

// writtenTools are those of most written streams.
var writtenTools = motionTools{width: 208, height: 112, ctbLog2: 4, minCBLog2: 3, parallelMerge: 3, amp: true, temporal: true, columns: 1, rows: 1, slices: 3, stride: 2, longTerm: true, modified: true}

// TestMissingPictures: a picture that refers to a lost one says so, and so do those with it as their collocated
// picture; the others' vectors are the same as if nothing was lost.
func TestMissingPictures(t *testing.T) {
	set := writtenTools
	set.lowDelay = true
	for seed := range uint64(5) {
		accessUnits := Split(write(set, seed))
		whole := map[int32][]Motion{}
		derived(t, new(MotionDecoder), accessUnits, func(p *Picture) {
			if p.MotionErr != nil {
				t.Fatal(p.MotionErr)
			}
			whole[p.POC] = slices.Clone(p.Motion)
		})
		if len(whole) != writtenPictures {
			t.Fatalf("%d pictures", len(whole))
		}
		exact, missing := 0, 0
		derived(t, new(MotionDecoder), slices.Delete(accessUnits, 6, 7), func(p *Picture) {
			switch {
			case p.MotionErr == nil:
				exact++
				if !slices.Equal(p.Motion, whole[p.POC]) {
					t.Errorf("seed %d, picture %d: other vectors without an error", seed, p.POC)
				}
			case errors.Is(p.MotionErr, ErrMissing):
				missing++
			}
		})
		if exact < 6 || missing == 0 {
			t.Errorf("seed %d: %d pictures without an error, %d with missing ones", seed, exact, missing)
		}
	}
}

// TestRandomAccess: from a clean random access picture on, the vectors of pictures that follow it in output are
// those of the whole stream; leading pictures say what they miss.
func TestRandomAccess(t *testing.T) {
	stream, err := os.ReadFile(clips.Make(t, "clip.hevc", "-f", "lavfi", "-i", source, "-frames:v", "13", "-c:v", "libx265", "-preset", "veryfast",
		"-x265-params", "log-level=none:pools=none:frame-threads=1:open-gop=1:keyint=6:min-keyint=2:b-pyramid=1:bframes=3:b-adapt=0:radl=0:repeat-headers=1", "-f", "hevc"))
	if err != nil {
		t.Fatal(err)
	}
	accessUnits := Split(stream)
	whole := [][]Motion{}
	types := []UnitType{}
	derived(t, new(MotionDecoder), accessUnits, func(p *Picture) {
		if p.MotionErr != nil {
			t.Fatal(p.MotionErr)
		}
		whole, types = append(whole, slices.Clone(p.Motion)), append(types, p.Type)
	})
	cra := 1
	for cra+1 < len(types) && !(types[cra] == unitCRA && types[cra+1].RASL()) {
		cra++
	}
	n, leading := cra, 0
	derived(t, new(MotionDecoder), accessUnits[cra:], func(p *Picture) {
		if p.Type.RASL() {
			leading++
			if !errors.Is(p.MotionErr, ErrMissing) {
				t.Errorf("leading picture %d: %v", p.POC, p.MotionErr)
			}
		} else if p.MotionErr != nil || !slices.Equal(whole[n], p.Motion) {
			t.Errorf("picture %d: %v, or other vectors", p.POC, p.MotionErr)
		}
		n++
	})
	if leading == 0 || n != len(whole) {
		t.Errorf("%d leading pictures, %d of %d: types %v", leading, n, len(whole), types)
	}
}

// TestMotionAllocations: once its memory is there, the derivation allocates nothing.
func TestMotionAllocations(t *testing.T) {
	accessUnits := Split(write(writtenTools, 1))
	var s Stream
	var d Parser
	var m MotionDecoder
	var p Picture
	decode := func() {
		for _, accessUnit := range accessUnits {
			s.Read(accessUnit, &p)
			d.Parse(&p)
			m.Derive(&p)
		}
	}
	decode() // the second time, there are the fields of the first one, too
	if n := testing.AllocsPerRun(2, decode); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzMotion derives the motion of byte streams.
func FuzzMotion(f *testing.F) {
	set := writtenTools
	set.width, set.height = 48, 32
	for seed := range uint64(4) {
		set.lowDelay, set.weighted, set.columns = seed&1 == 1, seed&2 == 2, 1+int(seed)&1
		f.Add(slices.Concat(Split(write(set, seed))[:4]...))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		if small(stream) {
			derived(t, new(MotionDecoder), Split(stream), nil)
		}
	})
}

// TestDamagedMotion: streams with flipped bits and without some pictures end in an error or in whole pictures.
func TestDamagedMotion(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for seed := range uint64(8) {
		stream := write(writtenTools, seed)
		for range 20 {
			damaged := slices.Clone(stream)
			for range 1 + random.IntN(6) {
				damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
			}
			accessUnits := Split(damaged)
			if n := len(accessUnits); random.IntN(2) == 0 && n > 1 {
				at := random.IntN(n)
				accessUnits = slices.Delete(accessUnits, at, at+1)
			}
			derived(t, new(MotionDecoder), accessUnits, nil)
		}
	}
}

// BenchmarkMotion derives the vectors of the parsed pictures of a video of 1920 × 1080, or of the file in
// FFKVADRAT_HEVC_CLIP.
func BenchmarkMotion(b *testing.B) {
	path := os.Getenv("FFKVADRAT_HEVC_CLIP")
	if path == "" {
		path = clips.Make(b, "clip.hevc", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25:d=0.5,noise=alls=6:allf=t",
			"-c:v", "libx265", "-preset", "fast", "-b:v", "10M", "-x265-params", "log-level=none", "-f", "hevc")
	}
	stream, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	var s Stream
	var d Parser
	var pictures []*Picture
	units := 0
	for _, accessUnit := range Split(stream)[:12] {
		p := new(Picture)
		s.Read(accessUnit, p)
		if err := d.Parse(p); err != nil {
			b.Fatal(err)
		}
		pictures, units = append(pictures, p), units+len(p.PUs)
	}
	var m MotionDecoder
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pictures {
			if err := m.Derive(p); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N*len(pictures))/b.Elapsed().Seconds(), "frames/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*units), "ns/unit")
	b.ReportMetric(float64(units)/float64(len(pictures)), "units/frame")
}
