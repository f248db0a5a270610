// Package histograms writes the histograms of a video's frames to a file, and how much of each
// frame the previous one explains.
//
// Input is a video's name and [Options]; output is a CSV file (RFC 4180), a row for each frame and
// source. The bytes are the same in every run. [Run] counts on the goroutine that calls it, another
// one decodes; both have ended when it returns.
package histograms

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/atomicfile/decimal"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/yuv"
)

// Form is the value of a bin.
type Form uint8

const (
	Absolute   Form = iota // the number of pixels
	Relative               // as a part of all pixels
	Cumulative             // the number of pixels in it and in all lower bins
	FormCount              // the number of forms
)

var forms = [FormCount]string{"absolute", "relative", "cumulative"}

// ParseForm returns the form with a name, as String writes it.
func ParseForm(name string) (Form, error) {
	for f, known := range forms {
		if name == known {
			return Form(f), nil
		}
	}
	return 0, fmt.Errorf("histograms: no form is called %q", name)
}

func (f Form) String() string { return forms[f] }

// Limits of [Options].Bins.
const LeastBins, MostBins = histogram.LeastBins, histogram.MostBins

// Sources is what is counted.
type Sources []histogram.Source

// SourceNames returns the names of all sources.
func SourceNames() (names []string) {
	for s := range histogram.SourceCount {
		names = append(names, s.String())
	}
	return names
}

// Add adds the source with a name.
func (s *Sources) Add(name string) error {
	source, err := histogram.ParseSource(name)
	if err == nil {
		*s = append(*s, source)
	}
	return err
}

// OfD reports whether D is among the sources: the parameters must have a discriminator then.
func (s Sources) OfD() bool { return slices.Contains(s, histogram.D) }

// Options say what to count and where to write it.
type Options struct {
	Path      string // the video's name, or its URL
	Stream    int    // index of its video stream, or [decode.Best]
	Selection pipeline.Selection

	Sources Sources
	Params  analysis.Params // its D is counted
	Bins    int
	Form    Form

	Out string    // name of the file to write
	To  io.Writer // receives the bytes as they come, instead of the file; may be nil
}

// Report is the result.
type Report struct {
	Frames int64
	Faults decode.Faults
}

// Run writes the file. progress is as in [pipeline.Options]; it may be nil. Errors are those of
// [pipeline.Run], and of sources that the video's frames do not have. After an error, an earlier
// file of the output's name still exists.
func Run(ctx context.Context, o Options, progress func(pipeline.Progress)) (Report, error) {
	for _, source := range o.Sources {
		subject := histogram.Subject{Source: source, Bins: o.Bins}
		if err := subject.Check(); err != nil {
			return Report{}, err
		}
	}
	if o.Sources.OfD() && !o.Params.Variant.Discriminates() {
		return Report{}, errors.New("histograms: this variant has no values D")
	}
	s := sink{options: &o}
	var err error
	s.report.Faults, err = pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Out: o.Out, To: o.To, Progress: progress, Needs: yuv.Needs{Before: true},
	}, &s)
	return s.report, err
}

// sink counts the pixels of frames.
type sink struct {
	options *Options
	counter histogram.Counter
	joint   histogram.Joint
	basis   analysis.Basis
	report  Report
	row     []byte
}

// Write implements pipeline.Sink.
func (s *sink) Write(_ context.Context, w io.Writer, pictures *pipeline.Pictures) error {
	s.report = Report{}
	s.row = append(s.row[:0], "frame_index,pts,pts_time,source,pixels,p1,p50,p99,information,entropy"...)
	for bin := range s.options.Bins {
		s.row = append(s.row, ",bin_"...)
		s.row = strconv.AppendInt(s.row, int64(bin), 10)
	}
	s.row = append(s.row, "\r\n"...)
	for {
		if _, err := w.Write(s.row); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		c, err := pictures.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		at := c.Frame.Time
		err = s.picture(c.Frame)
		c.Frame.Release()
		if err != nil {
			return fmt.Errorf("frame at %.3f s: %w", at, err)
		}
		s.report.Frames++
		pictures.Done(c.Part)
	}
}

// picture writes the rows of a frame.
func (s *sink) picture(f *decode.Frame) error {
	s.row = s.row[:0]
	known := s.joint.Count(f.Picture.Before, &f.Picture)
	for _, source := range s.options.Sources {
		p, subject := &f.Picture, histogram.Subject{Source: source, Bins: s.options.Bins}
		if source == histogram.D {
			var err error
			if p, subject.Decision, err = s.basis.Of(p, s.options.Params); err != nil {
				return err
			}
		}
		h, err := s.counter.Count(p, subject)
		if err != nil {
			return err
		}
		s.facts(f)
		s.row = append(s.row, source.String()...)
		s.number(int64(h.Pixels))
		for _, percent := range [...]int{1, 50, 99} {
			s.number(int64(h.Percentile(percent)))
		}
		for _, bits := range [...]func() float64{s.joint.Information, s.joint.Entropy} {
			if s.row = append(s.row, ','); known {
				s.row = strconv.AppendFloat(s.row, bits(), 'f', 6, 64)
			}
		}
		s.bins(&h)
		s.row = append(s.row, "\r\n"...)
	}
	return nil
}

// facts appends the facts about the frame. Unknown values are empty.
func (s *sink) facts(f *decode.Frame) {
	if f.Index >= 0 {
		s.row = strconv.AppendInt(s.row, f.Index, 10)
	}
	if s.row = append(s.row, ','); f.HasPTS {
		s.row = strconv.AppendInt(s.row, f.PTS, 10)
	}
	s.row = append(s.row, ',')
	s.row = strconv.AppendFloat(s.row, f.Time, 'f', 6, 64)
	s.row = append(s.row, ',')
}

// bins appends the bins in their form.
func (s *sink) bins(h *histogram.Histogram) {
	sums := h.Cumulative()
	for bin := range h.Subject.Bins {
		switch s.options.Form {
		case Absolute:
			s.number(int64(h.Counts[bin]))
		case Cumulative:
			s.number(int64(sums[bin]))
		case Relative:
			s.row = append(s.row, ',')
			s.row = decimal.Append(s.row, h.Relative(bin))
		}
	}
}

func (s *sink) number(n int64) {
	s.row = append(s.row, ',')
	s.row = strconv.AppendInt(s.row, n, 10)
}
