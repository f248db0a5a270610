package hevc

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"ffkvadrat/bitstream/nal"
	"ffkvadrat/tests/clips"
)

// packaged returns a stream as containers have it: a configuration record, and packets of units with
// their lengths before them.
func packaged(stream []byte) (config []byte, packets [][]byte) {
	var sets [][]byte
	for _, accessUnit := range Split(stream) {
		var packet []byte
		for _, data := range nal.Split(nil, accessUnit) {
			if t, _, _ := unit(data); t >= unitVPS && t <= unitPPS {
				sets = append(sets, data)
				continue
			}
			n := len(data)
			packet = append(append(packet, byte(n>>24), byte(n>>16), byte(n>>8), byte(n)), data...)
		}
		packets = append(packets, packet)
	}
	return record(sets), packets
}

// TestPackaged: a stream in a container has the same pictures as the byte stream.
func TestPackaged(t *testing.T) {
	all := streams(t)
	for i, c := range videos {
		if !slices.Contains([]string{"plain", "ctu16", "422-12"}, c.name) {
			continue
		}
		config, packets := packaged(all[i])
		var s Stream
		if err := s.Configure(config); err != nil {
			t.Fatal(err)
		}
		var d Parser
		var got Picture
		n := 0
		parsed(t, all[i], func(want *Picture, _ []byte) {
			if err := errors.Join(s.Read(packets[n], &got), d.Parse(&got)); err != nil {
				t.Fatal(err)
			}
			if got.POC != want.POC || !reflect.DeepEqual(got.CUs, want.CUs) || !reflect.DeepEqual(got.PUs, want.PUs) || !reflect.DeepEqual(got.TUs, want.TUs) {
				t.Errorf("%s: picture %d differs", c.name, n)
			}
			n++
		})
		for cut := range len(config) {
			new(Stream).Configure(config[:cut])
		}
	}
}

// TestOrder: sizes of packets, and types of pictures in the order of their counts, are those of ffprobe.
func TestOrder(t *testing.T) {
	eachClip(t, func(t *testing.T, _ clip, stream []byte) {
		path := filepath.Join(t.TempDir(), "clip.hevc")
		if err := os.WriteFile(path, stream, 0o666); err != nil {
			t.Fatal(err)
		}
		var probe struct {
			All []struct {
				Type    string
				Size    string
				Picture string `json:"pict_type"`
			} `json:"packets_and_frames"`
		}
		if err := json.Unmarshal(clips.Probe(t, "-show_entries", "packet=size:frame=pict_type", "-of", "json", "file:"+path), &probe); err != nil {
			t.Fatal(err)
		}
		var sizes, types []string
		for _, entry := range probe.All {
			if entry.Type == "packet" {
				sizes = append(sizes, entry.Size)
			} else {
				types = append(types, entry.Picture)
			}
		}
		type shown struct {
			sequence int
			poc      int32
			kind     string
		}
		var pictures []shown
		sequence, n := 0, 0
		parsed(t, stream, func(p *Picture, accessUnit []byte) {
			size := len(accessUnit)
			if n > 0 { // FFmpeg's parser divides after the first zero of four bytes 0 0 0 1
				size--
			}
			if n < frames-1 {
				size++
			}
			if n < len(sizes) && sizes[n] != fmt.Sprint(size) {
				t.Errorf("picture %d has %d bytes, ffprobe's %s", n, size, sizes[n])
			}
			if p.Type.IDR() {
				sequence++
			}
			kind := SliceI
			for i := range p.Segments {
				kind = min(kind, p.Segments[i].Type)
			}
			pictures = append(pictures, shown{sequence, p.POC, [3]string{"B", "P", "I"}[kind]})
			n++
		})
		slices.SortStableFunc(pictures, func(a, b shown) int {
			if a.sequence != b.sequence {
				return a.sequence - b.sequence
			}
			return int(a.poc - b.poc)
		})
		if len(pictures) != len(types) || len(sizes) != len(types) {
			t.Fatalf("%d pictures, ffprobe has %d of %d packets", len(pictures), len(types), len(sizes))
		}
		for i, kind := range types {
			if pictures[i].kind != kind {
				t.Errorf("picture %d is %s, ffprobe has %s", i, pictures[i].kind, kind)
			}
		}
	})
}

// TestLost: a stream that starts late misses references, one without its parameter sets has errors, and
// a lost slice segment is a fault.
func TestLost(t *testing.T) {
	all := streams(t)
	for i, c := range videos {
		if c.name != "ctu16" {
			continue
		}
		accessUnits := Split(all[i])
		var s Stream
		var p Picture
		if err := s.Read(accessUnits[1], &p); !errors.Is(err, ErrMalformed) || p.Faults != 3 || len(p.Segments) != 0 {
			t.Errorf("without parameter sets: %d faults, %v", p.Faults, err)
		}
		units := nal.Split(nil, accessUnits[0])
		for lost := range units {
			if t, _, _ := unit(units[lost]); !t.slice() {
				continue
			}
			var rest []byte
			for i, u := range units {
				if i != lost {
					rest = append(append(rest, 0, 0, 1), u...)
				}
			}
			s.Read(rest, &p)
			var d Parser
			if err := d.Parse(&p); !errors.Is(err, ErrMalformed) || p.Faults != 1 {
				t.Errorf("without unit %d: %d faults, %v", lost, p.Faults, err)
			}
		}
		if s.Read(accessUnits[1], &p) != nil || p.Segments[0].Lists[0][0].Missing {
			t.Errorf("the second picture: %v, %+v", p.Err, p.Segments[0].Lists[0][0])
		}
		var late Stream
		late.Read(accessUnits[0], &p)
		late.Seek()
		if late.Read(accessUnits[1], &p) != nil || !p.Segments[0].Lists[0][0].Missing {
			t.Errorf("without the first picture: %v, %+v", p.Err, p.Segments[0].Lists[0][0])
		}
	}
}

// TestUnsupported: extensions that are not parsed are named.
func TestUnsupported(t *testing.T) {
	all := streams(t)
	for _, data := range nal.Split(nil, Split(all[0])[0]) {
		if kind, _, _ := unit(data); kind != unitSPS {
			continue
		}
		rbsp := nal.Unescape(nil, data)
		last := 8*len(rbsp) - 1
		for rbsp[last/8]>>(7-last%8)&1 == 0 {
			last--
		}
		// The stop bit follows sps_extension_present_flag. Set the flag, and that of screen content coding.
		for i, bit := range []byte{1, 0, 0, 0, 1, 0, 0, 0, 0, 1} {
			at := last - 1 + i
			if at/8 >= len(rbsp) {
				rbsp = append(rbsp, 0)
			}
			rbsp[at/8] = rbsp[at/8]&^(1<<(7-at%8)) | bit<<(7-at%8)
		}
		var s Stream
		if err := s.parameterSet(unitSPS, rbsp); !errors.Is(err, ErrUnsupported) {
			t.Errorf("a sequence parameter set for screen content: %v", err)
		}
	}
}

// TestParallel: pictures that goroutines parse in any order have the blocks that one Parser finds in
// coding order.
func TestParallel(t *testing.T) {
	for i, stream := range streams(t)[:6] {
		var s Stream
		var pictures []*Picture
		for _, accessUnit := range Split(stream) {
			p := new(Picture)
			if err := s.Read(accessUnit, p); err != nil {
				t.Fatal(err)
			}
			pictures = append(pictures, p)
		}
		var wait sync.WaitGroup
		for worker := range 4 {
			wait.Go(func() {
				var d Parser
				for n := len(pictures) - 1 - worker; n >= 0; n -= 4 {
					if err := d.Parse(pictures[n]); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wait.Wait()
		n := 0
		parsed(t, stream, func(want *Picture, _ []byte) {
			if got := pictures[n]; !reflect.DeepEqual(got.CTUs, want.CTUs) || !reflect.DeepEqual(got.CUs, want.CUs) {
				t.Errorf("%s: picture %d differs", videos[i].name, n)
			}
			n++
		})
	}
}

// TestRepeated: a packet that repeats a slice segment keeps one of them.
func TestRepeated(t *testing.T) {
	for i, c := range videos {
		if c.name != "ctu16" {
			continue
		}
		accessUnit := Split(streamOf(t, i))[0]
		units := nal.Split(nil, accessUnit)
		for range 1000 {
			accessUnit = append(append(accessUnit[:len(accessUnit):len(accessUnit)], 0, 0, 1), units[len(units)-1]...)
		}
		var s Stream
		var d Parser
		var p Picture
		s.Read(accessUnit, &p)
		if err := d.Parse(&p); !errors.Is(err, ErrMalformed) || p.Faults != 1000 || len(p.Segments) != 3 {
			t.Errorf("%d segments, %d faults, %v", len(p.Segments), p.Faults, err)
		}
		checkTree(t, &p)
	}
}
