// Package information writes the spatial and the temporal information (SI and TI) of a video's
// frames to a file, with the columns and the digits of siti-tools.
//
// Input is a video's name and [Options]; output is a CSV file (RFC 4180), a row for each frame. The
// bytes are the same in every run and on every machine. [Run] measures on the goroutine that calls
// it, another one decodes; both have ended when it returns.
package information

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/analysis/siti"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/pipeline"
	"ffkvadrat/yuv"
)

// Options say what to measure and where to write it.
type Options struct {
	Path      string // the video's name, or its URL
	Name      string // its name in the rows if Path is temporary; else empty
	Stream    int    // index of its video stream, or [decode.Best]
	Selection pipeline.Selection
	Domain    siti.Domain

	Out string    // name of the file to write
	To  io.Writer // receives the bytes as they come, instead of the file; may be nil
}

// Report is the result.
type Report struct {
	Frames int64
	Most   siti.Values // the largest values of all frames, which P.910 takes for the whole video
	Faults decode.Faults
}

// Run writes the file. progress is as in [pipeline.Options]; it may be nil. Errors are those of
// [pipeline.Run]. After an error, an earlier file of the output's name still exists.
func Run(ctx context.Context, o Options, progress func(pipeline.Progress)) (Report, error) {
	s := sink{options: &o}
	var err error
	s.report.Faults, err = pipeline.Run(ctx, pipeline.Options{
		Path: o.Path, Stream: o.Stream, Selection: o.Selection, Numbers: true, Out: o.Out, To: o.To, Progress: progress, Needs: yuv.Needs{Before: true},
	}, &s)
	return s.report, err
}

// sink measures frames.
type sink struct {
	options *Options
	report  Report
}

// Write implements pipeline.Sink.
func (s *sink) Write(_ context.Context, w io.Writer, pictures *pipeline.Pictures) error {
	s.report = Report{}
	meter := siti.NewMeter()
	rows := csv.NewWriter(w)
	rows.UseCRLF = true
	name := strings.ToValidUTF8(describe.Name(cmp.Or(s.options.Name, s.options.Path)), "\uFFFD")
	row := [4]string{"input_file", "n", "si", "ti"}
	for {
		if err := rows.Write(row[:]); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		c, err := pictures.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		v := meter.Of(&c.Frame.Picture, s.options.Domain)
		row = [4]string{name, strconv.FormatInt(c.Frame.Index+1, 10), digits(v.SI, v.HasSI), digits(v.TI, v.HasTI)}
		c.Frame.Release()
		m := &s.report.Most
		*m = siti.Values{SI: max(m.SI, v.SI), TI: max(m.TI, v.TI), HasSI: m.HasSI || v.HasSI, HasTI: m.HasTI || v.HasTI}
		s.report.Frames++
		pictures.Done(c.Part)
	}
	rows.Flush()
	if err := rows.Error(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// digits formats a number as siti-tools does: rounded to thousandths like NumPy, with trailing
// zeros removed except one after the point; empty if unknown.
func digits(v float64, known bool) string {
	if !known {
		return ""
	}
	text := strconv.FormatFloat(math.RoundToEven(v*1000)/1000, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}
