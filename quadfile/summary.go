package quadfile

import (
	"errors"
	"fmt"
	"strconv"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/siti"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/distortion"
)

// sizes has the number of quads of each level.
type sizes [levels.Count]int64

func countSizes(quads []quadpyramid.Quad) (n sizes) {
	for _, q := range quads {
		n[q.Level()]++
	}
	return n
}

// appendSizes appends [size,count] for each size that occurs, without the
// closing bracket.
func appendSizes(b []byte, n *sizes) []byte {
	b = append(b, `,"sizes":[`...)
	first := true
	for level, n := range n {
		if n == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(b, '[')
		b = strconv.AppendInt(b, 1<<level, 10)
		b = appendNext(b, n)
		b = append(b, ']')
	}
	return b
}

// lumaNames are the fields of a summary about the luma.
var lumaNames = [...]string{"luma_mean", "luma_p1", "luma_p50", "luma_p99"}

// meanMillionths returns the mean of the luma in millionths, halves up.
func (f *Frame) meanMillionths() int64 {
	pixels := uint64(f.Width) * uint64(f.Height)
	whole, rest := f.Luma.Sum/pixels, f.Luma.Sum%pixels
	return int64(whole*1e6 + (2*rest*1e6+pixels)/(2*pixels))
}

// appendLuma appends the fields about the luma, if they are known.
func appendLuma(b []byte, f *Frame) []byte {
	if !f.HasLuma {
		return b
	}
	for i, name := range lumaNames {
		b = append(b, `,"`...)
		b = append(b, name...)
		b = append(b, `":`...)
		if i == 0 {
			b = appendMillionths(b, f.meanMillionths())
		} else {
			b = strconv.AppendInt(b, int64(f.Luma.Percentiles[i-1]), 10)
		}
	}
	return b
}

// entropy returns the entropy of the distribution of area, or volume of cubes, over sizes.
func (p *Piece) entropy(h *Header) float64 {
	f := &p.frame
	pixels := int64(f.Width) * int64(f.Height) * int64(f.depth())
	a := levels.FromCounts(p.sizes, pixels)
	if h.Analysis.Cube != 0 {
		a = levels.FromCubes(p.sizes, pixels)
	}
	return a.Entropy()
}

// informationNames are the fields of a summary about spatial and temporal information.
var informationNames = [...]string{"si", "ti"}

// checkInformation returns what is wrong with a summary's spatial and temporal information, or nil.
func (h *Header) checkInformation() error {
	switch {
	case h.SITI == "":
		return nil
	case h.Analysis.Cube != 0:
		return errors.New("spatial and temporal information of windows of frames")
	}
	_, err := siti.ParseDomain(h.SITI)
	return err
}

// appendInformation appends the fields about spatial and temporal information, if the header has its domain
// and as far as they are known.
func appendInformation(b []byte, h *Header, v *siti.Values) []byte {
	if h.SITI != "" && v.HasSI {
		b = strconv.AppendFloat(append(b, `,"si":`...), v.SI, 'f', 6, 64)
	}
	if h.SITI != "" && v.HasTI {
		b = strconv.AppendFloat(append(b, `,"ti":`...), v.TI, 'f', 6, 64)
	}
	return b
}

// distortionNames are the fields of a summary about the reconstructed picture.
var distortionNames = [...]string{"psnr", "ssim"}

// checkFill returns what is wrong with a summary's fill, or nil.
func (h *Header) checkFill() error {
	if h.Fill == "" {
		return nil
	}
	if v := h.Analysis.Variant; v.HasValues() {
		return fmt.Errorf("variant %[2]s cannot be reconstructed: no fill %.40[1]q", h.Fill, v.Header())
	}
	_, err := reconstruction.ParseFill(h.Fill)
	return err
}

// appendDistortion appends the fields about the reconstructed picture, if the header has a fill.
// The PSNR of equal pictures, which is infinite, is null; an unknown SSIM is left out.
func appendDistortion(b []byte, h *Header, d *distortion.Distortion) []byte {
	if h.Fill == "" {
		return b
	}
	b = append(b, `,"psnr":`...)
	if d.SSE == 0 {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendFloat(b, d.PSNR(), 'f', 6, 64)
	}
	if d.HasSSIM {
		b = strconv.AppendFloat(append(b, `,"ssim":`...), d.SSIM, 'f', 6, 64)
	}
	return b
}
