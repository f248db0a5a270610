package hevc

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/bitstream/nal"
)

// TestFolder: each byte stream in the folder FFKVADRAT_HEVC, such as the published conformance streams, parses to
// its end with the headers that FFmpeg traces, except those that ask for what is not supported. What a stream uses is logged with -v.
func TestFolder(t *testing.T) {
	folder := os.Getenv("FFKVADRAT_HEVC")
	if folder == "" {
		return // the small clips of the other tests are parsed in any case
	}
	for _, pattern := range []string{"*.bit", "*.bin", "*.hevc", "*.h265", "*.265"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				stream, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				folderStream(t, stream)
			})
		}
	}
}

func folderStream(t *testing.T, stream []byte) {
	var s Stream
	var d Parser
	var p Picture
	used := map[string]bool{}
	pictures, faults, units := 0, 0, 0
	var first error
	for _, accessUnit := range Split(stream) {
		s.Read(accessUnit, &p)
		d.Parse(&p)
		if first == nil {
			first = p.Err
		}
		faults += p.Faults
		if len(p.Segments) > 0 {
			pictures++
			units += len(p.CTUs)
			features(used, &p)
		}
	}
	var names []string
	for name := range used {
		names = append(names, name)
	}
	slices.Sort(names)
	t.Logf("%d pictures, %d coding tree units, %d NAL units: %s", pictures, units, len(nal.Split(nil, stream)), strings.Join(names, ", "))
	if errors.Is(first, ErrUnsupported) {
		t.Log(first)
	} else if faults > 0 || pictures == 0 {
		t.Errorf("%d pictures, %d faults, the first: %v", pictures, faults, first)
	} else {
		t.Logf("%d syntax elements are FFmpeg's", compareTrace(t, stream))
	}
}

// features notes the tools of a picture.
func features(used map[string]bool, p *Picture) {
	s, pps := p.SPS, p.PPS
	dependent, slices := false, 0
	for i := range p.Segments {
		if dependent = dependent || p.Segments[i].Dependent; !p.Segments[i].Dependent {
			slices++
		}
	}
	for name, is := range map[string]bool{
		"AMP": s.AMP, "SAO": s.SAO, "PCM": s.PCM, "scaling lists": s.ScalingLists, "long-term": s.LongTerm, "tiles": pps.Tiles, "wavefront": pps.Wavefront,
		"dependent slices": dependent, "slices": slices > 1, "transform skip": pps.TransformSkip, "delta QP": pps.CUQPDelta, "bypass": pps.TransquantBypass,
		"sign hiding": pps.SignDataHiding, "lists modification": pps.ListsModification, "weights": pps.WeightedPred || pps.WeightedBipred,
		"cross-component": pps.CrossComponentPrediction, "chroma offsets": pps.ChromaOffsetList, "extended precision": s.Range.ExtendedPrecision,
		"Rice": s.Range.PersistentRiceAdaptation, "aligned bypass": s.Range.CABACBypassAlignment, "implicit RDPCM": s.Range.ImplicitRDPCM,
		"explicit RDPCM": s.Range.ExplicitRDPCM, "transform skip context": s.Range.TransformSkipContext,
		[]string{"4:0:0", "4:2:0", "4:2:2", "4:4:4"}[s.ChromaFormat]: true,
	} {
		if is {
			used[name] = true
		}
	}
}
