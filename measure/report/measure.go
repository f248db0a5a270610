package report

import "math"

// measure is a number that frames have, drawn as a curve.
type measure int

const (
	quads measure = iota
	coverage
	entropy
	threshold
	luma
	si
	ti
	psnr
	ssim
	bytesOf
	quantiser
	intra
	skipped
	depth
	iou
	lost
	invented
	vmaf
	measureCount
)

// measureRow is the row of a measure.
type measureRow struct {
	key    string   // in the page's data
	fields []string // of files
	title  string
	help   string
	digits int // decimals, for people
	// fromZero: the curve begins at 0, because ratios matter; else at its minimum.
	fromZero bool
	// decibels: means are computed from the squared errors, as FFmpeg's filter psnr does, and equal
	// pictures are infinite.
	decibels bool
	percent  bool
}

// measures has a row for each.
var measures = [measureCount]measureRow{
	quads:     {key: "quads", fields: []string{"quad_count"}, title: "Quads", help: "quads of a frame", fromZero: true},
	coverage:  {key: "coverage", fields: []string{"coverage"}, title: "Coverage", help: "part of the picture that quads cover", digits: 1, fromZero: true, percent: true},
	entropy:   {key: "entropy", fields: []string{"area_entropy"}, title: "Entropy", help: "how evenly the area is divided among sizes, in bits", digits: 3, fromZero: true},
	threshold: {key: "threshold", fields: []string{"threshold"}, title: "Threshold", help: "the frame’s own threshold", digits: 4, fromZero: true},
	luma:      {key: "luma", fields: []string{"luma_mean"}, title: "Luma", help: "mean of the samples of luma", digits: 1},
	si:        {key: "si", fields: []string{"si"}, title: "SI", help: "spatial information, P.910", digits: 1, fromZero: true},
	ti:        {key: "ti", fields: []string{"ti"}, title: "TI", help: "temporal information, P.910", digits: 1, fromZero: true},
	psnr:      {key: "psnr", fields: []string{"psnr", "psnr_avg"}, title: "PSNR", help: "in decibels; the mean is that of the squared errors", digits: 2, decibels: true},
	ssim:      {key: "ssim", fields: []string{"ssim", "ssim_all"}, title: "SSIM", help: "structural similarity", digits: 4},
	bytesOf:   {key: "bytes", fields: []string{"bytes"}, title: "Bytes", help: "bytes of a frame’s packet", fromZero: true},
	quantiser: {key: "qp", fields: []string{"qp_mean"}, title: "QP", help: "mean of the codec’s quantisers", digits: 1},
	intra:     {key: "intra", fields: []string{"intra_part"}, title: "Intra", help: "part of the picture in the codec’s intra blocks", digits: 1, fromZero: true, percent: true},
	skipped:   {key: "skip", fields: []string{"skip_part"}, title: "Skip", help: "part of the picture in blocks that the codec skips", digits: 1, fromZero: true, percent: true},
	depth:     {key: "depth", fields: []string{"depth_mean"}, title: "Depth", help: "how often the codec divides its largest block", digits: 2, fromZero: true},
	iou:       {key: "iou", fields: []string{"iou"}, title: "IoU", help: "edges in both, divided by edges in at least one", digits: 4},
	lost:      {key: "lost", fields: []string{"lost_pixels"}, title: "Lost", help: "pixels at edges that only the video has", fromZero: true},
	invented:  {key: "invented", fields: []string{"invented_pixels"}, title: "Invented", help: "pixels at edges that only the encode has", fromZero: true},
	vmaf:      {key: "vmaf", fields: []string{"vmaf"}, title: "VMAF", help: "of FFmpeg’s filter libvmaf", digits: 2},
}

// measureOf returns the measure of a file's field, or measureCount.
func measureOf(field string) measure {
	for m := range measureCount {
		for _, name := range measures[m].fields {
			if name == field {
				return m
			}
		}
	}
	return measureCount
}

// text formats a value for people.
func (k *measureRow) text(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case math.IsInf(v, 1):
		return "∞"
	case k.percent:
		return grouped(100*v, k.digits) + "\u202f%"
	}
	return grouped(v, k.digits)
}
