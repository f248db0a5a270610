package quads

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
)

// Forecast is how large an export becomes, and how large other exports of its quads would be. All
// numbers except the bytes so far are estimates from a few frames, which are written in each form.
type Forecast struct {
	Out   string // the file
	Bytes int64  // of the whole file; so far if the length of the video is unknown
	Whole bool   // of the whole file
	Forms []Form // smaller forms, the smallest first
}

// Form is another form of an export.
type Form struct {
	Format      quadfile.Format
	Compression streams.Compression
	Columns     []string // the chosen fields, if that is the difference
	Bytes       int64    // of the whole file
}

// String returns the extension or the flag, and about how many bytes the file takes.
func (f Form) String() string {
	name := f.Format.Extension() + f.Compression.Extension()
	if f.Columns != nil {
		name = "--fields " + strings.Join(f.Columns, ",")
	}
	return fmt.Sprintf("%s (about %s)", name, About(f.Bytes))
}

// About returns a number of bytes with two digits.
func About(bytes int64) string {
	v := float64(bytes)
	for _, unit := range [...]string{"B", "kB", "MB", "GB", "TB"} {
		switch {
		case v < 9.95 && unit != "B":
			return fmt.Sprintf("%.1f %s", v, unit)
		case v < 99.5:
			return fmt.Sprintf("%.0f %s", v, unit)
		case v < 995 || unit == "TB":
			return fmt.Sprintf("%.0f %s", math.Round(v/10)*10, unit)
		}
		v /= 1000
	}
	panic("unreachable")
}

const (
	// A forecast's samples end after sampleFrames frames, or sampleQuads quads in at least two
	// frames, of each of which they have frameQuads at most. With fewer, zstd finds too few repetitions;
	// more take longer than a short video.
	sampleFrames = 16
	sampleQuads  = 120_000
	frameQuads   = sampleQuads / 2
	// meanBytes exceeds the bytes of a mean in any format, to recognise exports that need no forecast.
	meanBytes = 24
	// groupFrames is the number of frames of .ffq for each key frame.
	groupFrames = 16
)

// forecaster samples the first frames of an export.
type forecaster struct {
	options *Options
	header  *quadfile.Header

	written       int64
	frames, quads int64
	first, part   float64 // parts of the selection done with the first and the latest frame
	samples       []*sample
	sampled       struct{ frames, quads, listed int64 } // listed: of all quads of these frames
	measured      bool                                  // the samples have ended
	again         bool                                  // these are the second samples
	reported      bool
}

// sample is some frames in a form.
type sample struct {
	Form
	size   discardCounter
	packed io.WriteCloser
	writer *quadfile.Writer
	most   int64 // the largest number of frames
	frames int64
}

// discardCounter counts bytes and discards them.
type discardCounter struct{ at, bytes int64 }

func (c *discardCounter) Write(p []byte) (int, error) {
	c.at += int64(len(p))
	c.bytes = max(c.bytes, c.at)
	return len(p), nil
}

// Seek implements [io.Seeker], as far as a Writer needs it.
func (c *discardCounter) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
		c.at = offset
	case io.SeekEnd:
		c.at = c.bytes + offset
	default:
		c.at += offset
	}
	return c.at, nil
}

// take samples a frame; part is the part of the selection done with it. written is the length of
// the file so far.
func (f *forecaster) take(frame *quadfile.Frame, part float64, written int64) error {
	if f.reported || f.options.Summary && f.options.Format.Has(quadfile.Columnar) { // a table of frames is never large
		return nil
	}
	f.written = written
	f.frames++
	f.quads += int64(len(frame.Quads))
	if f.part = part; f.frames == 1 {
		f.first = part
	}
	passed := written > f.options.Large
	if f.samples == nil && (passed || f.frames <= sampleFrames && f.likely()) {
		if err := f.begin(); err != nil {
			return err
		}
	}
	if f.samples != nil && !f.measured {
		if err := f.write(frame); err != nil {
			return err
		}
	}
	if f.measured && f.large(passed) {
		if n := int64(len(frame.Quads)); !f.again && n > 2*f.sampled.listed/f.sampled.frames {
			// A video that begins in the dark says little about the rest.
			f.samples, f.measured, f.again = nil, false, true
			f.sampled.frames, f.sampled.quads, f.sampled.listed = 0, 0, 0
			return f.begin()
		}
		f.report(passed)
	}
	return nil
}

// likely reports whether the file may become large.
func (f *forecaster) likely() bool {
	quads, each := float64(float64(f.quads)/float64(f.frames)*f.whole())+1, 2*f.options.Format.QuadBytes()
	switch {
	case f.perFrame():
		quads, each = f.whole()*float64(f.header.Source.Width*f.header.Source.Height)/16, 1
	case f.header.Analysis.Variant.HasMeans():
		each += meanBytes
	}
	return quads*each > float64(f.options.Large)
}

// perFrame reports whether the size of a frame does not depend on its quads.
func (f *forecaster) perFrame() bool { return f.options.Summary || f.options.Format.Has(quadfile.Maps) }

// whole returns the number of frames that the file will have, 0 if unknown: from the part of the
// selection that the frames so far are. The first one alone gives too many.
func (f *forecaster) whole() float64 {
	switch {
	case f.part <= 0:
		return 0
	case f.frames == 1:
		return 1 / f.part
	case f.part <= f.first:
		return 0
	}
	return max(float64(f.frames), 1+float64(f.frames-1)*(1-f.first)/(f.part-f.first))
}

// begin begins to write samples.
func (f *forecaster) begin() error {
	o := f.options
	forms := []Form{{Format: o.Format, Compression: o.Compression}}
	if o.Format == quadfile.FFQ {
		forms = append(forms, forms[0]) // with one frame
	}
	if packs := !o.Format.Has(quadfile.Maps) && !o.Format.Has(quadfile.Seekable) && !o.Format.Has(quadfile.Dense); packs && o.Compression != streams.Zstd {
		forms = append(forms, Form{Format: o.Format, Compression: streams.Zstd})
	}
	if o.Format == quadfile.KvazaarMap {
		forms = append(forms, Form{Format: quadfile.KvazaarBinary})
	}
	if listed := o.Format.Has(quadfile.Readable) || o.Format.Has(quadfile.Rows) || o.Format == quadfile.COCO; listed && !o.Summary && o.Format != quadfile.FFQ {
		if o.Format != quadfile.NDJSON && o.Format != quadfile.JSON {
			forms = append(forms, Form{Format: quadfile.NDJSON, Compression: streams.Zstd})
		}
		forms = append(forms, Form{Format: quadfile.FFQ}, Form{Format: quadfile.FFQ})
	}
	if o.Format.Has(quadfile.Rows) && !o.Format.Has(quadfile.Dense) && !o.Summary && len(o.Fields) == 0 {
		forms = append(forms, Form{Format: quadfile.Parquet})
	}
	if o.Format.Has(quadfile.Rows) && !o.Summary && len(o.Fields) == 0 {
		columns := append([]string{"frame_index"}, f.header.Analysis.QuadFields()...)
		forms = append(forms, Form{Format: o.Format, Compression: o.Compression, Columns: columns})
	}
	for _, form := range forms {
		s := &sample{Form: form, most: math.MaxInt64}
		if n := len(f.samples); form.Format == quadfile.FFQ && n > 0 && f.samples[n-1].Format == quadfile.FFQ {
			s.most = 1
		}
		if err := s.begin(*f.header, o); err != nil {
			return err
		}
		f.samples = append(f.samples, s)
	}
	return nil
}

func (s *sample) begin(h quadfile.Header, o *Options) error {
	if s.Format != o.Format {
		h.QuadFields, h.Columns = nil, nil
	}
	if s.Columns != nil {
		h.Choose(s.Format, s.Columns)
	}
	var err error
	if s.packed, err = streams.Compress(&s.size, s.Compression); err != nil {
		return err
	}
	start := quadfile.NewWriter
	if o.Summary {
		start = quadfile.NewSummary
	}
	var to io.Writer = s.packed
	if s.Format.Has(quadfile.Seekable) {
		to = &s.size // needs to seek, and is not compressed
	}
	s.writer, err = start(to, s.Format, h)
	return err
}

// write writes a frame to the samples, and ends them when they are long enough.
func (f *forecaster) write(frame *quadfile.Frame) error {
	part := *frame
	if !f.perFrame() {
		part.Cut(frameQuads)
	}
	for _, s := range f.samples {
		if s.frames == s.most {
			continue
		}
		s.frames++
		if err := s.writer.WriteFrame(&part); err != nil {
			return err
		}
	}
	f.sampled.frames++
	f.sampled.quads += int64(len(part.Quads))
	f.sampled.listed += int64(len(frame.Quads))
	if f.sampled.frames >= sampleFrames || f.sampled.frames > 1 && f.sampled.quads >= sampleQuads {
		return f.end()
	}
	return nil
}

// end ends the samples, and sets their sizes.
func (f *forecaster) end() error {
	for _, s := range f.samples {
		if err := errors.Join(s.writer.Close(), s.packed.Close()); err != nil {
			return err
		}
		s.Bytes, s.writer, s.packed = s.size.bytes, nil, nil // the writers hold megabytes
	}
	f.measured = true
	kept := f.samples[:0]
	for i, s := range f.samples {
		if s.most == 1 {
			continue
		}
		if i+1 < len(f.samples) && f.samples[i+1].most == 1 {
			s.Bytes = inGroups(s.Bytes, f.samples[i+1].Bytes, f.sampled.frames)
		}
		kept = append(kept, s)
	}
	f.samples = kept
	return nil
}

// inGroups extrapolates the size of .ffq frames to one key frame in each group: the frames after a
// key frame take bytes, the key frame takes alone.
func inGroups(bytes, alone, frames int64) int64 {
	if frames < 2 {
		return bytes
	}
	behind := float64(bytes-alone) / float64(frames-1)
	return int64(float64(frames) * (float64(alone) + float64((groupFrames-1)*behind)) / groupFrames)
}

// factor returns how many times as long as the samples the whole export is, 0 if unknown.
func (f *forecaster) factor() float64 {
	n := f.whole()
	switch {
	case n == 0 || f.frames < 2:
		return 0
	case f.perFrame() || f.sampled.quads == 0:
		return n / float64(f.sampled.frames)
	}
	quads := float64(f.quads) / float64(f.frames) * n
	if o := f.options; o.MaxRows > 0 {
		quads = min(quads, float64(o.MaxRows))
	}
	return quads / float64(f.sampled.quads)
}

// large reports whether the file becomes large, or has.
func (f *forecaster) large(passed bool) bool {
	return passed || f.factor()*float64(f.samples[0].Bytes) > float64(f.options.Large)
}

// report reports the forecast.
func (f *forecaster) report(passed bool) {
	o, own := f.options, f.samples[0].Bytes
	f.reported = true
	cast, factor := Forecast{Out: o.Out, Whole: true}, f.factor()
	if cast.Bytes = int64(factor * float64(own)); cast.Bytes <= o.Large && passed {
		cast.Bytes, cast.Whole = max(o.Large, f.written), false
		factor = float64(cast.Bytes) / float64(own)
	}
	for _, s := range f.samples[1:] {
		if s.Bytes*5 < own*4 { // a smaller saving is not worth the change
			s.Form.Bytes = int64(float64(s.Bytes) * factor)
			cast.Forms = append(cast.Forms, s.Form)
		}
	}
	slices.SortStableFunc(cast.Forms, func(a, b Form) int { return cmp.Compare(a.Bytes, b.Bytes) })
	o.Foresee(cast)
}

// close reports the forecast of a file that has become large before the samples have ended.
func (f *forecaster) close(written int64) error {
	switch {
	case f.reported || written <= f.options.Large:
		return nil
	case f.samples == nil: // no frame came after that
		f.options.Foresee(Forecast{Out: f.options.Out, Bytes: written})
		return nil
	}
	if !f.measured {
		if err := f.end(); err != nil {
			return err
		}
	}
	f.written = written
	f.report(true)
	return nil
}
