package hevc

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/bitstream/nal"
)

// The oracle of motion vectors is a picture predicted by them: the luma samples of blocks without a
// residual and without a loop filter are those of FFmpeg's decoded picture, if they are predicted from
// FFmpeg's decoded reference pictures (clauses 8.5.3.3.3 and 8.5.3.3.4).

// A plane has the luma samples of a picture.
type plane struct {
	width, height int
	samples       []uint16
}

// at returns a sample; outside, that of the border.
func (p *plane) at(x, y int) int {
	return int(p.samples[max(0, min(y, p.height-1))*p.width+max(0, min(x, p.width-1))])
}

// lumaFilter has the coefficients by the fraction in quarter samples (clause 8.5.3.3.3.1).
var lumaFilter = [4][8]int{{0, 0, 0, 64, 0, 0, 0, 0}, {-1, 4, -10, 58, 17, -5, 1, 0}, {-1, 4, -11, 40, 40, -11, 4, -1}, {0, 1, -5, 17, 58, -10, 4, -1}}

// interpolate predicts a block in 14 bits (clause 8.5.3.3.3.1).
func interpolate(to []int, ref *plane, x, y, width, height int, v Vector, bitDepth int) {
	horizontal, vertical := &lumaFilter[v.X&3], &lumaFilter[v.Y&3]
	x, y = x+int(v.X>>2), y+int(v.Y>>2)
	var rows [64 * (64 + 7)]int
	for j := range height + 7 {
		for i := range width {
			sum := 0
			for k, c := range horizontal {
				if c != 0 {
					sum += c * ref.at(x+i+k-3, y+j-3)
				}
			}
			rows[j*width+i] = sum // not shifted yet
		}
	}
	for j := range height {
		for i := range width {
			sum := 0
			switch {
			case v.X&3 == 0 && v.Y&3 == 0:
				sum = ref.at(x+i, y+j) << (14 - bitDepth)
			case v.Y&3 == 0:
				sum = rows[(j+3)*width+i] >> (bitDepth - 8)
			case v.X&3 == 0:
				for k, c := range vertical {
					sum += c * ref.at(x+i, y+j+k-3)
				}
				sum >>= bitDepth - 8
			default:
				for k, c := range vertical {
					sum += c * (rows[(j+k)*width+i] >> (bitDepth - 8))
				}
				sum >>= 6
			}
			to[j*width+i] = sum
		}
	}
}

// weightTable has the weights of a slice (clause 7.4.7.3).
type weightTable struct {
	denominator    int
	weight, offset [2][maxReferences]int
}

// A weightReader gets the weight tables of an access unit's segments from the trace of their headers.
type weightReader struct {
	tables           []weightTable
	flags            [2][]bool
	weights, offsets [2][]int
	denominator      int
}

func (w *weightReader) trace(name string, value int64) {
	list := 0
	if strings.Contains(name, "_l1") {
		list = 1
	}
	switch name {
	case "first_slice_segment_in_pic_flag":
		w.finish()
		w.tables = append(w.tables, weightTable{})
	case "dependent_slice_segment_flag":
		if value == 1 {
			w.tables[len(w.tables)-1] = w.tables[len(w.tables)-2]
		}
	case "luma_log2_weight_denom":
		w.denominator = int(value)
	case "luma_weight_l0_flag", "luma_weight_l1_flag":
		w.flags[list] = append(w.flags[list], value == 1)
	case "delta_luma_weight_l0", "delta_luma_weight_l1":
		w.weights[list] = append(w.weights[list], int(value))
	case "luma_offset_l0", "luma_offset_l1":
		w.offsets[list] = append(w.offsets[list], int(value))
	}
}

// finish ends the table of the last segment.
func (w *weightReader) finish() {
	if len(w.flags[0]) > 0 {
		table := &w.tables[len(w.tables)-1]
		table.denominator = w.denominator
		for list := range 2 {
			n := 0
			for i, flag := range w.flags[list] {
				table.weight[list][i] = 1 << w.denominator
				if flag {
					table.weight[list][i] += w.weights[list][n]
					table.offset[list][i] = w.offsets[list][n]
					n++
				}
			}
		}
	}
	w.flags, w.weights, w.offsets = [2][]bool{}, [2][]int{}, [2][]int{}
}

// A predictor predicts the pictures of a stream.
type predictor struct {
	decoded map[output]*plane
	weights weightReader
	scratch [2][64 * 64]int
}

// An output identifies a picture: its coded video sequence and its order count.
type output struct {
	sequence int
	poc      int32
}

// predict predicts a prediction unit.
func (r *predictor) predict(t *testing.T, p *Picture, seg int, sequence int, pu *PU, motion *Motion, to []int) bool {
	h := &p.Segments[seg].SliceHeader
	width, height, bitDepth := int(pu.Width), int(pu.Height), p.SPS.BitDepth
	var list int
	for list = range 2 {
		if motion.Lists>>list&1 == 0 {
			continue
		}
		if h.Lists[list][motion.Ref[list]].POC != motion.POC[list] {
			t.Fatalf("picture %d: list %d, %d is not picture %d", p.POC, list, motion.Ref[list], motion.POC[list])
		}
		ref := r.decoded[output{sequence, motion.POC[list]}]
		if ref == nil {
			return false
		}
		interpolate(r.scratch[list][:], ref, int(pu.X), int(pu.Y), width, height, motion.Vectors[list], bitDepth)
	}
	explicit := h.Type == SliceP && p.PPS.WeightedPred || h.Type == SliceB && p.PPS.WeightedBipred
	table := &r.weights.tables[seg]
	shift := 14 - bitDepth
	log2WD := table.denominator + shift
	var weight, offset [2]int
	for l := range 2 {
		if ref := motion.Ref[l]; ref >= 0 {
			weight[l], offset[l] = table.weight[l][ref], table.offset[l][ref]
			if !p.SPS.Range.HighPrecisionOffsets {
				offset[l] <<= bitDepth - 8
			}
		}
	}
	for i := range width * height {
		a, b, v := r.scratch[0][i], r.scratch[1][i], 0
		if motion.Lists == 2 {
			a = b
			weight[0], offset[0] = weight[1], offset[1]
		}
		switch {
		case explicit && motion.Lists == 3:
			v = (a*weight[0] + b*weight[1] + (offset[0]+offset[1]+1)<<log2WD) >> (log2WD + 1)
		case explicit && log2WD >= 1:
			v = (a*weight[0]+1<<(log2WD-1))>>log2WD + offset[0]
		case explicit:
			v = a*weight[0] + offset[0]
		case motion.Lists == 3:
			v = (a + b + 1<<shift) >> (shift + 1)
		case shift > 0:
			v = (a + 1<<(shift-1)) >> shift
		default:
			v = a
		}
		to[i] = max(0, min(1<<bitDepth-1, v))
	}
	return true
}

// weighted reports whether a unit's weights differ from those that all units have by default.
func (r *predictor) weighted(p *Picture, seg int, motion *Motion) bool {
	table := &r.weights.tables[seg]
	for list, ref := range motion.Ref {
		if h := &p.Segments[seg].SliceHeader; ref >= 0 && (p.PPS.WeightedPred && h.Type == SliceP || p.PPS.WeightedBipred && h.Type == SliceB) &&
			(table.weight[list][ref] != 1<<table.denominator || table.offset[list][ref] != 0) {
			return true
		}
	}
	return false
}

// unfiltered returns which samples of a picture neither have a luma residual nor are changed by a loop
// filter: those of transform units without luma coefficients, in coding tree units without sample
// adaptive offset, and 3 samples or more from an edge that may be deblocked (clause 8.7.2.5).
func unfiltered(p *Picture) []bool {
	w, h := p.SPS.Width, p.SPS.Height
	clean := make([]bool, w*h)
	fill := func(x, y, width, height int, value bool) {
		for j := max(y, 0); j < min(y+height, h); j++ {
			for i := max(x, 0); i < min(x+width, w); i++ {
				clean[j*w+i] = value
			}
		}
	}
	for i := range p.CUs {
		cu := &p.CUs[i]
		fill(int(cu.X), int(cu.Y), 1<<cu.Log2, 1<<cu.Log2, cu.Mode != Intra)
		for _, tu := range p.TUs[cu.FirstTU:][:cu.TUs] {
			if tu.Coded&CodedLuma != 0 {
				fill(int(tu.X), int(tu.Y), 1<<tu.Log2, 1<<tu.Log2, false)
			}
		}
	}
	for address, ctu := range p.CTUs {
		size := 1 << p.SPS.CTBLog2
		if ctu.SAO&SAOLuma != 0 {
			fill(address%p.SPS.WidthInCTBs*size, address/p.SPS.WidthInCTBs*size, size, size, false)
		}
	}
	filtered := false
	for i := range p.Segments {
		filtered = filtered || !p.Segments[i].DeblockingDisabled
	}
	edges := func(x, y, width, height int) {
		if x%8 == 0 {
			fill(x-3, y, 6, height, false)
		}
		if y%8 == 0 {
			fill(x, y-3, width, 6, false)
		}
	}
	for i := range p.CUs {
		cu := &p.CUs[i]
		if !filtered {
			break
		}
		edges(int(cu.X), int(cu.Y), 1<<cu.Log2, 1<<cu.Log2)
		for _, pu := range p.PUs[cu.FirstPU:][:cu.PUs] {
			edges(int(pu.X), int(pu.Y), int(pu.Width), int(pu.Height))
		}
		for _, tu := range p.TUs[cu.FirstTU:][:cu.TUs] {
			edges(int(tu.X), int(tu.Y), 1<<tu.Log2, 1<<tu.Log2)
		}
	}
	return clean
}

// A reconstruction counts what was compared of a stream.
type reconstruction struct {
	pictures, units, compared int // prediction units; and those with samples that were compared
	samples, equal            int
	// Of compared units:
	merged, bi, weighted, long, doubted int
	index                               [5]int
	fraction                            [4][4]int
}

func (r reconstruction) String() string {
	return fmt.Sprintf("%d pictures, %d of %d units, %d of %d samples equal; merged %d %v, bi %d, weighted %d, long-term %d, not exact %d pictures",
		r.pictures, r.compared, r.units, r.equal, r.samples, r.merged, r.index, r.bi, r.weighted, r.long, r.doubted)
}

// reconstruct predicts a stream's pictures and compares them with FFmpeg's. An error says why it could not.
func reconstruct(t *testing.T, stream []byte, path string) (total reconstruction, err error) {
	t.Helper()
	type coded struct {
		output
		picture *Picture
		weights []weightTable
	}
	var s Stream
	var d Parser
	var m MotionDecoder
	var r predictor
	s.r.Trace = r.weights.trace
	var pictures []coded
	sequence, ended := -1, true
	for _, accessUnit := range Split(stream) {
		p := new(Picture)
		r.weights = weightReader{}
		s.Read(accessUnit, p)
		r.weights.finish()
		if err := d.Parse(p); err != nil {
			return total, err
		}
		if len(p.Segments) > 0 {
			if len(pictures) > 0 && (p.SPS.Width != pictures[0].picture.SPS.Width || p.SPS.Height != pictures[0].picture.SPS.Height) {
				return total, fmt.Errorf("picture %d has another size", p.POC)
			}
			restart := p.Type.IDR() || p.Type.BLA() || ended && p.Type.IRAP()
			if restart {
				sequence++
				ended = false
			}
			if err := m.Derive(p); err != nil {
				total.doubted++
			}
			skipped := false
			if p.Type.RASL() && p.MotionErr != nil {
				skipped = true // of an IRAP picture that starts the stream, or follows its end
			}
			if !skipped {
				pictures = append(pictures, coded{output{sequence, p.POC}, p, r.weights.tables})
			}
		}
		for _, data := range nal.Split(nil, accessUnit) {
			if data[0]>>1 == 36 || data[0]>>1 == 37 {
				ended = true
			}
		}
	}
	if len(pictures) == 0 {
		return total, nil
	}
	outputs := []output{}
	for i := range pictures {
		if pictures[i].picture.Output {
			outputs = append(outputs, pictures[i].output)
		}
	}
	slices.SortStableFunc(outputs, func(a, b output) int {
		if a.sequence != b.sequence {
			return a.sequence - b.sequence
		}
		return int(a.poc) - int(b.poc)
	})
	if r.decoded, err = decodedLuma(path, pictures[0].picture.SPS, outputs); err != nil {
		return total, err
	}
	for _, c := range pictures {
		r.weights.tables = c.weights
		if c.picture.MotionErr == nil && r.decoded[c.output] != nil {
			r.compare(t, c.picture, c.output, &total)
		}
	}
	return total, nil
}

// compare compares a picture's units with FFmpeg's picture.
func (r *predictor) compare(t *testing.T, p *Picture, out output, total *reconstruction) {
	t.Helper()
	total.pictures++
	clean, want := unfiltered(p), r.decoded[out]
	var predicted [64 * 64]int
	for _, ctu := range p.CTUs {
		for _, cu := range p.CUs[ctu.FirstCU:][:ctu.CUs] {
			if cu.Mode == Intra {
				continue
			}
			for i := range int(cu.PUs) {
				pu, motion := &p.PUs[int(cu.FirstPU)+i], &p.Motion[int(cu.FirstPU)+i]
				if motion.Lists == 0 {
					t.Fatalf("picture %d: unit at %d, %d has no motion", p.POC, pu.X, pu.Y)
				}
				total.units++
				samples, equal := 0, 0
				if !anyOf(clean, p.SPS.Width, pu) {
					continue
				}
				if !r.predict(t, p, int(ctu.Segment), out.sequence, pu, motion, predicted[:]) {
					continue
				}
				for j := range int(pu.Width) * int(pu.Height) {
					x, y := int(pu.X)+j%int(pu.Width), int(pu.Y)+j/int(pu.Width)
					if clean[y*p.SPS.Width+x] {
						samples++
						if want.at(x, y) == predicted[j] {
							equal++
						}
					}
				}
				if total.samples += samples; samples > 0 {
					total.count(pu, motion, r.weighted(p, int(ctu.Segment), motion))
				}
				if total.equal += equal; equal < samples {
					t.Errorf("picture %d, unit at %d, %d of %d × %d, merged %v %d: %d of %d samples are FFmpeg's; %+v", p.POC, pu.X, pu.Y, pu.Width, pu.Height, pu.Merge, pu.MergeIndex, equal, samples, *motion)
					if total.samples-total.equal > 2000 {
						t.FailNow()
					}
				}
			}
		}
	}
}

// anyOf reports whether any sample of a unit is set.
func anyOf(clean []bool, width int, pu *PU) bool {
	for y := int(pu.Y); y < int(pu.Y)+int(pu.Height); y++ {
		if slices.Contains(clean[y*width+int(pu.X):][:pu.Width], true) {
			return true
		}
	}
	return false
}

func (r *reconstruction) count(pu *PU, motion *Motion, weighted bool) {
	r.compared++
	if weighted {
		r.weighted++
	}
	if pu.Merge {
		r.merged++
		r.index[pu.MergeIndex]++
	}
	if motion.Lists == 3 {
		r.bi++
	}
	if motion.LongTerm != 0 {
		r.long++
	}
	for list := range 2 {
		if motion.Lists>>list&1 == 1 {
			r.fraction[motion.Vectors[list].X&3][motion.Vectors[list].Y&3]++
		}
	}
}

// decodedLuma returns FFmpeg's decoded pictures of a stream in output order.
func decodedLuma(path string, sps *SPS, outputs []output) (map[output]*plane, error) {
	var stderr bytes.Buffer
	cmd := exec.Command("ffmpeg", "-v", "error", "-nostdin", "-apply_cropping", "0", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo", "-")
	cmd.Stderr = &stderr
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	luma := sps.Width * sps.Height
	samples := luma * [4]int{2, 3, 4, 6}[sps.ChromaFormat] / 2
	bytesPerSample := (max(sps.BitDepth, sps.BitDepthChroma) + 7) / 8
	size := samples * bytesPerSample
	if len(raw) != size*len(outputs) {
		return nil, fmt.Errorf("FFmpeg decodes %d bytes, %.3f pictures of %d × %d; want %d\n%s", len(raw), float64(len(raw))/float64(size), sps.Width, sps.Height, len(outputs), stderr.Bytes())
	}
	decoded := map[output]*plane{}
	for i, out := range outputs {
		p := &plane{sps.Width, sps.Height, make([]uint16, luma)}
		for j := range p.samples {
			if bytesPerSample == 1 {
				p.samples[j] = uint16(raw[i*size+j])
			} else {
				p.samples[j] = uint16(raw[i*size+2*j]) | uint16(raw[i*size+2*j+1])<<8
			}
		}
		decoded[out] = p
	}
	return decoded, nil
}
