// Package stored opens an export's quads, to show them with its video.
//
// Input is a file's name, compressed or not: .ffq, NDJSON, JSON, this program's CSV, or YUView's
// statistics with square blocks. Output is the list of any frame. Cubes give their section in the
// frame. [Open] reads a file without an index once and writes its frames as .ffq records to an
// unnamed temporary file. A [Video] is used by one goroutine at a time, except as [Video.Each]
// says. The package starts no goroutines.
package stored

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
)

// Video has the lists of a video's frames.
type Video struct {
	indexed *quadfile.Indexed
	header  quadfile.Header
	file    *os.File
	whole   bool     // the file had a header
	damage  error    // why frames may be missing
	byIndex []int    // entries with a number, in its order
	byPTS   []int    // entries with a pts, in its order
	gaps    *gaps    // of tables; else nil
	windows *windows // of cubes; else nil
}

// Open opens a file. ctx ends its reads. Of truncated or damaged data it takes the frames before
// the damage, which [Video.Damage] reports.
func Open(ctx context.Context, path string) (*Video, error) {
	o, err := Begin(ctx, path)
	if err != nil {
		return nil, err
	}
	return o.Read(func(int64) {})
}

// Opening is a file whose head has been read.
type Opening struct {
	video  *Video // its indexed is nil if frames are still to be read
	header quadfile.Header
	path   string
	ctx    context.Context
	end    context.CancelFunc
	from   frames
	inputs []io.Closer
}

// Begin reads the head of a file: its format and its header. The Opening must be read or closed.
// Data in no readable format are an error.
func Begin(ctx context.Context, path string) (*Opening, error) {
	o := &Opening{video: &Video{whole: true}, path: path}
	o.ctx, o.end = context.WithCancel(ctx)
	if err := o.begin(); err != nil {
		o.Close()
		return nil, fmt.Errorf("stored: %s: %w", path, err)
	}
	return o, nil
}

func (o *Opening) begin() error {
	file, err := os.Open(o.path)
	if err != nil {
		return err
	}
	f := o.video
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		if f.indexed, err = quadfile.NewIndexed(file, info.Size()); err == nil {
			f.file, f.header = file, f.indexed.Header()
			o.header = f.header
			return nil
		}
		f.indexed = nil
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			file.Close()
			return err
		}
	}
	o.inputs = append(o.inputs, file)
	text, err := streams.Decompress(streams.Until(o.ctx, file))
	if err != nil {
		return err
	}
	o.inputs = append(o.inputs, text)
	o.from, o.header, err = f.source(bufio.NewReaderSize(text, 1<<16))
	return err
}

// Header is [Video.Header].
func (o *Opening) Header() (quadfile.Header, bool) { return o.header, o.video.whole }

// Len returns the number of frames if Read has nothing to do, as with an .ffq that has an index;
// otherwise known is false.
func (o *Opening) Len() (frames int, known bool) {
	if o.video.indexed == nil {
		return 0, false
	}
	return o.video.Len(), true
}

// Read reads the frames, which can take long, and ends the Opening. It calls read with the number
// of frames after each.
func (o *Opening) Read(read func(frames int64)) (*Video, error) {
	f := o.video
	if f.indexed == nil {
		if err := f.copy(o.ctx, o.from, o.header, read); err != nil {
			o.Close()
			return nil, fmt.Errorf("stored: %s: %w", o.path, err)
		}
	}
	o.video = nil
	o.Close()
	f.sort()
	return f, nil
}

// Stop makes Read return an error. Any goroutine may call it.
func (o *Opening) Stop() { o.end() }

// Close closes an Opening instead of Read. After Read it does nothing.
func (o *Opening) Close() {
	o.end()
	for _, in := range slices.Backward(o.inputs) {
		in.Close()
	}
	if o.inputs = nil; o.video != nil {
		o.video.Close()
	}
}

// sort builds the orders for finding frames. The entries of an index can have any order.
func (f *Video) sort() {
	entries := f.indexed.Entries()
	for i, e := range entries {
		if e.Index >= 0 {
			f.byIndex = append(f.byIndex, i)
		}
		if e.HasPTS {
			f.byPTS = append(f.byPTS, i)
		}
	}
	header, _ := f.Header()
	f.windows = newWindows(&header.Analysis, entries, f.indexed.Frame)
	slices.SortStableFunc(f.byIndex, func(i, j int) int { return cmp.Compare(entries[i].Index, entries[j].Index) })
	slices.SortStableFunc(f.byPTS, func(i, j int) int { return cmp.Compare(entries[i].PTS, entries[j].PTS) })
}

// frames reads frames in sequence, like a [quadfile.Reader].
type frames interface {
	Next(*quadfile.Frame) error
}

// source returns the frames of a stream. Its format is determined by the first bytes, for tables by
// the file's name.
func (f *Video) source(in *bufio.Reader) (frames, quadfile.Header, error) {
	head, err := in.Peek(1 << 10)
	switch {
	case len(head) == 0 && err == io.EOF:
		return nil, quadfile.Header{}, errors.New("it is empty")
	case len(head) == 0:
		return nil, quadfile.Header{}, err
	case strings.HasPrefix(string(head), "%;"):
		f.whole, f.gaps = false, &gaps{}
		return newStatistics(in)
	case strings.HasPrefix(string(head), "frame_index,"):
		f.whole, f.gaps = false, &gaps{}
		return newTable(in)
	}
	r, err := quadfile.NewReader(in)
	if errors.Is(err, quadfile.ErrFields) {
		return nil, quadfile.Header{}, err
	}
	if err != nil {
		return nil, quadfile.Header{}, fmt.Errorf("neither an export as .ffq, NDJSON, JSON or CSV, nor statistics for YUView (%w)", err)
	}
	return r, r.Header(), nil
}

// copy writes all frames to an unnamed file.
func (f *Video) copy(ctx context.Context, from frames, header quadfile.Header, read func(frames int64)) error {
	file, err := atomicfile.Scratch("ffkvadrat-*.ffq")
	if err != nil {
		return err
	}
	f.file, f.header = file, header
	w, err := quadfile.NewWriter(file, quadfile.FFQ, keeping(header))
	if err != nil {
		return err
	}
	var frame quadfile.Frame
	for n := int64(1); ; n++ {
		err := from.Next(&frame)
		if err == io.EOF {
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			f.damage = err
			break
		}
		if err := w.WriteFrame(&frame); err != nil {
			f.damage = err
			break
		}
		f.gaps.note(&frame, &header)
		read(n)
	}
	if err := w.Cut(); err != nil {
		return err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	f.indexed, err = quadfile.NewIndexed(file, size)
	return err
}

// keeping returns the header for storing an export's lists as .ffq with all fields of the variant.
// Without means it has another variant.
func keeping(h quadfile.Header) quadfile.Header {
	if !h.HasMeans() && h.Analysis.Variant == analysis.CommonFeature {
		each := h.Analysis.EachFrame
		h.Analysis = headerOf(1, 1).Analysis
		h.Analysis.EachFrame = each
	}
	h.QuadFields = nil
	return h
}

// Header returns the export's header. It is false if the file has none: then the analysis is
// unknown, and of the source only the first frame's size is known.
func (f *Video) Header() (quadfile.Header, bool) { return f.header, f.whole }

// Damage returns why frames are missing, or nil if the file is complete.
func (f *Video) Damage() error { return f.damage }

// Len returns the number of frames, or of windows of cubes.
func (f *Video) Len() int { return len(f.indexed.Entries()) }

// Frame reads the list of the frame with this number or, if the frame or the caller has none, with
// this pts. It reuses the arrays of to, as [quadfile.Reader.Next] does. Consecutive frames are read
// fastest.
//
// Tables have no rows of frames without quads. A frame without rows is found as an empty one if it
// lies between others and its number fits their step: in an export of every tenth frame, the nine
// in between are not found.
//
// For cubes, the list is their section in the frame, in the order of quads, with the cubes' first
// frames in the window; the other fields are the window's. Frames of the same window are read
// fastest.
func (f *Video) Frame(index, pts int64, hasPTS bool, to *quadfile.Frame) (found bool, err error) {
	if f.windows != nil {
		window, frame := f.windows.find(f, index, pts, hasPTS)
		if window < 0 {
			return false, nil
		}
		return f.section(window, frame, to)
	}
	i := f.find(index, pts, hasPTS)
	if i < 0 {
		return f.empty(index, pts, hasPTS, to), nil
	}
	if err := f.indexed.Frame(i, to); err != nil {
		return false, fmt.Errorf("stored: %w", err)
	}
	return true, nil
}

// find returns the index of a frame's entry, or -1.
func (f *Video) find(index, pts int64, hasPTS bool) int {
	entries := f.indexed.Entries()
	if index >= 0 {
		i, found := slices.BinarySearchFunc(f.byIndex, index, func(i int, index int64) int { return cmp.Compare(entries[i].Index, index) })
		if found {
			return f.byIndex[i]
		}
		if len(f.byIndex) == len(entries) {
			return -1
		}
	}
	if !hasPTS {
		return -1
	}
	i, found := slices.BinarySearchFunc(f.byPTS, pts, func(i int, pts int64) int { return cmp.Compare(entries[i].PTS, pts) })
	if found && (index < 0 || entries[f.byPTS[i]].Index < 0) {
		return f.byPTS[i]
	}
	return -1
}

// Close releases the file.
func (f *Video) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
