package compare

// #cgo pkg-config: libavfilter libavutil
// #include <stdlib.h>
// #include "graph.h"
import "C"

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/measure/fit"
	"ffkvadrat/yuv"
)

// filter is a filter of FFmpeg that gives each pair of pictures a score, in a log that it writes at
// its end.
type filter struct {
	name    string
	log     string // the option for the log's name
	options string // further ones
	// scores returns an iterator over the log's scores; it returns io.EOF after the last one.
	scores func(io.Reader) func() (float64, error)
}

// vmaf is the filter for VMAF.
var vmaf = filter{"libvmaf", "log_path", fmt.Sprintf("log_fmt=csv:n_threads=%d", runtime.NumCPU()), vmafScores}

// HasVMAF returns an error if this FFmpeg cannot compute VMAF.
func HasVMAF() error {
	name := C.CString(vmaf.name)
	defer C.free(unsafe.Pointer(name))
	if C.avfilter_get_by_name(name) == nil {
		return fmt.Errorf("compare: this FFmpeg has no %s", vmaf.name)
	}
	return nil
}

// vmafScores reads the log of libvmaf in CSV, whose first row names the columns.
func vmafScores(r io.Reader) func() (float64, error) {
	lines := bufio.NewScanner(r)
	column := -1
	return func() (float64, error) {
		for lines.Scan() {
			cells := strings.Split(lines.Text(), ",")
			if column < 0 {
				if column = slices.Index(cells, "vmaf"); column < 0 {
					return 0, errors.New("no column vmaf")
				}
				continue
			}
			if column >= len(cells) {
				return 0, fmt.Errorf("no score in %q", lines.Text())
			}
			score, err := strconv.ParseFloat(cells[column], 64)
			if err == nil && (math.IsNaN(score) || math.IsInf(score, 0)) {
				err = fmt.Errorf("the score %q", cells[column])
			}
			return score, err
		}
		if lines.Err() != nil {
			return 0, lines.Err()
		}
		return 0, io.EOF
	}
}

// scorer feeds the pairs of a reference and an encode to the filter.
type scorer struct {
	log   string
	of    fit.Layout // the first pair's properties
	graph *C.Graph   // nil before the first pair
}

// pair is two pictures for a scorer: the encode's, and the reference's.
type pair struct {
	frames [2]*C.AVFrame
	of     fit.Layout
	packed [3]yuv.Plane
}

// set copies two pictures of the same properties. It overwrites a pair that was not fed.
func (p *pair) set(encode, reference *yuv.Picture) error {
	p.of = fit.LayoutOf(reference)
	name := C.CString(p.of.Name())
	format := C.av_get_pix_fmt(name)
	C.free(unsafe.Pointer(name))
	for i, picture := range [...]*yuv.Picture{encode, reference} {
		if p.frames[i] == nil {
			if p.frames[i] = C.av_frame_alloc(); p.frames[i] == nil {
				return errors.New("no memory for a picture")
			}
		}
		C.av_frame_unref(p.frames[i])
		planes := p.of.Planes(picture, &p.packed)
		at := func(p yuv.Plane) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(p.Data)) }
		if rc := C.frame_copy(p.frames[i], C.int(p.of.Width), C.int(p.of.Height), format, at(planes[0]), at(planes[1]), at(planes[2]),
			C.int(planes[0].Stride), C.int(planes[1].Stride), C.int(planes[2].Stride)); rc < 0 {
			return fmt.Errorf("copy a picture of %s: %w", p.of, astiav.Error(rc))
		}
	}
	return nil
}

func (p *pair) close() {
	for i := range p.frames {
		C.av_frame_free(&p.frames[i])
	}
}

// feed feeds the next pair, which becomes empty, to the filter.
func (s *scorer) feed(p *pair) error {
	if s.graph == nil {
		s.of = p.of
		var texts [5]*C.char
		for i, text := range [...]string{vmaf.name, vmaf.log, s.log, vmaf.options, p.of.Name()} {
			texts[i] = C.CString(text)
			defer C.free(unsafe.Pointer(texts[i]))
		}
		var rc C.int
		if s.graph = C.graph_new(texts[0], texts[1], texts[2], texts[3], C.int(p.of.Width), C.int(p.of.Height), C.av_get_pix_fmt(texts[4]), &rc); s.graph == nil {
			return fmt.Errorf("%s does not take pictures of %s: %w", vmaf.name, p.of, astiav.Error(rc))
		}
	}
	if p.of != s.of {
		return fmt.Errorf("%s does not support a video whose pictures change, here from %s to %s", vmaf.name, s.of, p.of)
	}
	if rc := C.graph_feed(s.graph, p.frames[0], p.frames[1]); rc < 0 {
		return fmt.Errorf("%s: %w", vmaf.name, astiav.Error(rc))
	}
	return nil
}

// end makes the filter write its log.
func (s *scorer) end() error {
	if s.graph == nil {
		return nil
	}
	rc := C.graph_end(s.graph)
	s.close()
	if rc < 0 {
		return fmt.Errorf("%s: %w", vmaf.name, astiav.Error(rc))
	}
	return nil
}

func (s *scorer) close() {
	C.graph_free(s.graph)
	s.graph = nil
}

// scoring scores the videos' pairs. Scores come at the end, so rows wait for them in a file.
type scoring struct {
	folder  string
	rows    spool
	scorers []scorer // one an encode
}

func newScoring(encodes int) (s *scoring, err error) {
	s = &scoring{scorers: make([]scorer, encodes)}
	if s.folder, err = os.MkdirTemp("", "ffkvadrat-compare-"); err != nil {
		return nil, err
	}
	for i := range s.scorers {
		s.scorers[i].log = filepath.Join(s.folder, strconv.Itoa(i))
	}
	if s.rows, err = newSpool(filepath.Join(s.folder, "rows")); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// finish writes the rows with their scores, and returns the sum of the scores of each encode.
func (s *scoring) finish(w io.Writer, f Form) ([]float64, error) {
	sums := make([]float64, len(s.scorers))
	next := make([]func() (float64, error), len(s.scorers))
	for i := range s.scorers {
		if s.scorers[i].graph == nil {
			continue // it has no pair
		}
		if err := s.scorers[i].end(); err != nil {
			return nil, err
		}
		log, err := os.Open(s.scorers[i].log)
		if err != nil {
			return nil, fmt.Errorf("%s has written no log: %w", vmaf.name, err)
		}
		defer log.Close()
		next[i] = vmaf.scores(log)
	}
	out := bufio.NewWriter(w)
	err := s.rows.each(func(row []byte, encode int, found bool) error {
		score := 0.
		if found {
			var err error
			if score, err = next[encode](); err != nil {
				return fmt.Errorf("read the log of %s: %w", vmaf.name, err)
			}
			sums[encode] += score
		}
		if _, err := out.Write(forms[f].scored(row, score, found)); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		return nil
	})
	if err == nil {
		if err = out.Flush(); err != nil {
			err = fmt.Errorf("write: %w", err)
		}
	}
	return sums, err
}

// close removes the temporary files. A nil scoring is ignored.
func (s *scoring) close() {
	if s == nil {
		return
	}
	for i := range s.scorers {
		s.scorers[i].close()
	}
	s.rows.close()
	os.RemoveAll(s.folder)
}
