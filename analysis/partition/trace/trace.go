// Package trace reads how an encoder divided its pictures from a file that another program wrote:
// statistics in CSV as YUView reads them, and the block statistics of VTM and ETM.
//
// Input is a file, compressed or not; output is the [partition.Picture] of any frame. Opening reads
// a file once, to index the rows of each picture; afterwards a picture's rows are read on demand,
// so memory does not grow with the file. A [File] belongs to one goroutine at a time; it starts
// none.
//
// Sources: YUView's StatisticsFileCSV.cpp and StatisticsFileVTMBMS.cpp, and VTM's
// dtrace_blockstatistics.cpp, for the format of the lines.
package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/streams"
)

// Options say how to interpret a trace. The zero value means a step of 1.
type Options struct {
	// Type is the name of the type whose rectangles are the blocks; "" means the first known one.
	Type string
	// FirstPOC is the picture order count of frame 0, and Step its increment from frame to frame; 0
	// means 1.
	FirstPOC, Step int64
	// Progress is called occasionally with the part that has been read, 0 to 1; it may be nil.
	Progress func(part float64)
}

// File is an opened trace.
type File struct {
	in        io.ReaderAt
	close     func() error // closes what Open opened; else nil
	table     *table
	form      form
	step      int64
	first     int64
	blocks    int   // index of the type whose rectangles are the blocks
	vectors   []int // indices of the types with motion vectors
	pictures  []picture
	byFrame   map[int64]int // index of the picture of each frame
	polygons  int64         // lines about polygons that were skipped
	damage    error
	lines     lines
	row       row // the current row; a field, to avoid an allocation
	planes    [len(attributes)]plane
	predicted plane // where vectors are
	cover     int64 // pixels of the picture's blocks so far
}

// picture is where a picture's rows are.
type picture struct {
	frame   int64
	extents []extent
	types   typeSet // types of the first rows of its extents
}

// extent is a run of consecutive lines of one picture.
type extent struct {
	offset, length int64
	line           int64 // number of its first line
}

// mostExtents is the largest number of extents of a file: 2^20 take 32 MiB.
const mostExtents = 1 << 20

// Open opens a file by its name. It copies compressed files, and those that are not regular files,
// to an anonymous temporary file first. Reads end with ctx. If the file is truncated or damaged,
// Open keeps the lines before the damage, and [File.Damage] reports it.
func Open(ctx context.Context, path string, o Options) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	plain, size, damage, err := plainly(ctx, file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("trace: %s: %w", path, err)
	}
	if plain != file {
		file.Close()
	}
	f, err := New(ctx, plain, size, o)
	if err != nil {
		plain.Close()
		return nil, fmt.Errorf("trace: %s: %w", path, errors.Join(err, damage))
	}
	f.close = plain.Close
	if f.damage == nil {
		f.damage = damage
	}
	return f, nil
}

// plainly returns a file with random access: the file itself, or a copy. damage is why the copy is
// incomplete.
func plainly(ctx context.Context, file *os.File) (plain *os.File, size int64, damage, err error) {
	info, err := file.Stat()
	if err != nil {
		return nil, 0, nil, err
	}
	if info.Mode().IsRegular() {
		var head [4]byte
		n, _ := file.ReadAt(head[:], 0) // an error here recurs below
		if !streams.Compressed(head[:n]) {
			return file, info.Size(), nil, nil
		}
	}
	text, err := streams.Decompress(streams.Until(ctx, file))
	if err != nil {
		return nil, 0, nil, err
	}
	defer text.Close()
	made, err := atomicfile.Scratch("ffkvadrat-*.trace")
	if err != nil {
		return nil, 0, nil, err
	}
	read := errorRecorder{Reader: text}
	if size, err = io.Copy(made, &read); err != nil && err == read.err && ctx.Err() == nil {
		damage, err = err, nil
	}
	if err != nil {
		made.Close()
		return nil, 0, nil, err
	}
	return made, size, damage, nil
}

// errorRecorder remembers the error of its reader, apart from the writer's.
type errorRecorder struct {
	io.Reader
	err error
}

func (n *errorRecorder) Read(p []byte) (int, error) {
	read, err := n.Reader.Read(p)
	if err != nil && err != io.EOF {
		n.err = err
	}
	return read, err
}

// New reads a trace of size bytes. in stays the caller's and must not change. Errors name the line.
func New(ctx context.Context, in io.ReaderAt, size int64, o Options) (*File, error) {
	f := &File{in: in, step: max(o.Step, 1), first: o.FirstPOC, byFrame: map[int64]int{}, table: newTable()}
	if o.Step < 0 {
		return nil, fmt.Errorf("trace: a step of %d", o.Step)
	}
	for i := range f.planes {
		f.planes[i].kind = -1
	}
	if err := f.index(ctx, size, o.Progress); err != nil {
		return nil, err
	}
	if err := f.choose(o.Type); err != nil {
		return nil, err
	}
	return f, nil
}

// index reads all lines. An error after the first row becomes the file's damage.
func (f *File) index(ctx context.Context, size int64, progress func(float64)) error {
	f.lines.reset(f.in, extent{length: size, line: 1})
	index := indexer{file: f}
	for n := 0; ; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if n&0xfffff == 0xfffff && progress != nil {
			progress(float64(f.lines.offset) / float64(size))
		}
		line, err := f.lines.next()
		if err == nil && f.form == nil {
			if f.form = formOf(line); f.form == nil {
				err = errors.New("it is neither statistics for YUView nor block statistics of VTM")
			}
		}
		if err == nil {
			err = index.line(line)
		}
		switch {
		case err == io.EOF && f.form == nil:
			return errors.New("it is empty")
		case err == io.EOF && len(f.pictures) == 0:
			return errors.New("it has no rows about blocks")
		case err == io.EOF:
			index.end()
			return nil
		case err != nil && (len(f.pictures) == 0 || errors.As(err, new(*misfitError))):
			return fmt.Errorf("line %d: %w", f.lines.line, err)
		case err != nil:
			index.end()
			f.damage = fmt.Errorf("line %d: %w", f.lines.line, err)
			return nil
		}
	}
}

// Frames returns the number of pictures that the trace has rows of, and the lowest and the highest
// frame number.
func (f *File) Frames() (count int, first, last int64) {
	first, last = f.pictures[0].frame, f.pictures[0].frame
	for _, p := range f.pictures {
		first, last = min(first, p.frame), max(last, p.frame)
	}
	return len(f.pictures), first, last
}

// Size returns the size of the pictures in pixels.
func (f *File) Size() (width, height int) { return f.table.width, f.table.height }

// Type returns the name of the type whose rectangles are the blocks.
func (f *File) Type() string { return f.table.types[f.blocks].name }

// Vectors reports whether any type has motion vectors.
func (f *File) Vectors() bool { return len(f.vectors) > 0 }

// Polygons returns the number of skipped lines about polygons: VVC divides some blocks along a line
// for prediction only.
func (f *File) Polygons() int64 { return f.polygons }

// Damage returns why the trace ends early, or nil.
func (f *File) Damage() error { return f.damage }

// Picture sets to to the partition of a frame, in the trace's size. Frames are counted from 0 in
// display order. found is false if the trace has no rows of it. It reuses the memory of to.
func (f *File) Picture(frame int64, to *partition.Picture) (found bool, err error) {
	to.Reset(f.table.width, f.table.height)
	i, found := f.byFrame[frame]
	if !found {
		return false, nil
	}
	p := &f.pictures[i]
	f.cover = 0
	for i := range f.planes {
		f.planes[i].painted, f.planes[i].cover = false, 0
	}
	for _, e := range p.extents {
		f.lines.reset(f.in, e)
		for {
			line, err := f.lines.next()
			if err == io.EOF {
				break
			}
			r := &f.row
			var kind lineKind
			if err == nil {
				kind, err = f.form.line(f.table, line, r)
			}
			if err != nil {
				return false, f.inLine(err)
			}
			if kind != rowLine {
				continue
			}
			for i := range f.planes {
				p := &f.planes[i]
				if r.kind != p.kind || p.kind == f.blocks {
					continue
				}
				if p.cover += area(to, r); p.cover > f.mostCover() {
					return false, f.inLine(errCover)
				}
				p.paint(to, r, attributes[i].value(r))
			}
			if err := f.add(to, r); err != nil {
				return false, f.inLine(err)
			}
		}
	}
	for i := range f.planes {
		if p := &f.planes[i]; p.painted {
			p.apply(to, attributes[i].set)
			if tells := attributes[i].tells; tells != partition.Unknown {
				to.Told[tells] = true
			}
		}
	}
	f.told(to)
	return true, nil
}

// inLine adds the number of the trace's line to an error; the video's name may precede it.
func (f *File) inLine(err error) error {
	return fmt.Errorf("trace: line %d of the trace: %w", f.lines.line, err)
}

// largestBlock is the side of the largest block to which codecs pad pictures.
const largestBlock = 128

// Frame is Picture for a video whose pictures have the given size. The trace's may be larger at the
// right and below, by less than a block, because some programs write pictures as coded, before
// cropping.
func (f *File) Frame(frame int64, width, height int, to *partition.Picture) (found bool, err error) {
	if more, below := f.table.width-width, f.table.height-height; more < 0 || below < 0 || more >= largestBlock || below >= largestBlock {
		return false, fmt.Errorf("trace: the trace is of pictures of %d×%d, the video's are %d×%d", f.table.width, f.table.height, width, height)
	}
	if found, err := f.Picture(frame, to); !found || err != nil {
		return false, err
	}
	to.Crop(width, height)
	return len(to.Blocks) != 0, nil
}

// add adds a row to the partition.
func (f *File) add(to *partition.Picture, r *row) error {
	if r.kind == f.blocks {
		added := to.Add(partition.Block{X: r.x, Y: r.y, Width: r.width, Height: r.height})
		for i := range f.planes {
			if a := &attributes[i]; added && r.count > 0 && f.planes[i].kind == f.blocks {
				a.set(&to.Blocks[len(to.Blocks)-1], a.value(r))
			}
		}
		if f.cover += area(to, r); f.cover > f.mostCover() {
			return errCover
		}
	}
	if r.count == 2 && slices.Contains(f.vectors, r.kind) {
		t := &f.table.types[r.kind]
		to.AddVector(partition.Vector{X: r.x, Y: r.y, Width: r.width, Height: r.height,
			DX: r.values[0], DY: r.values[1], Scale: t.scale, List: t.list, Future: t.list == 2}) // as most encoders use it
		if len(to.Vectors) > 2*to.Width*to.Height {
			return errors.New("a picture has more than two vectors a pixel")
		}
	}
	return nil
}

var errCover = fmt.Errorf("the rectangles of a picture cover it more than %d times", agreement.MostCover)

// mostCover is the largest total number of pixels of a picture's rectangles of one type.
func (f *File) mostCover() int64 {
	return agreement.MostCover * int64(f.table.width) * int64(f.table.height)
}

// area returns the number of pixels of a row's rectangle inside the picture.
func area(of *partition.Picture, r *row) int64 {
	left, top, right, bottom := of.Clip(r.x, r.y, r.width, r.height)
	return int64(right-left) * int64(bottom-top)
}

// Close closes what Open opened.
func (f *File) Close() error {
	if f.close == nil {
		return nil
	}
	return f.close()
}

// choose selects the types to read, among those that have rows.
func (f *File) choose(name string) error {
	f.blocks = -1
	var known []string
	best := len(partitions)
	for id, t := range f.table.types {
		if t.rows == 0 {
			continue
		}
		known = append(known, t.name)
		plain := plainName(t.name)
		switch {
		case name != "" && t.name == name, name != "" && f.blocks < 0 && strings.EqualFold(t.name, name):
			f.blocks = id
		case name == "":
			if i := slices.Index(partitions, plain); i >= 0 && i < best {
				f.blocks, best = id, i
			}
		}
		for i := range f.planes {
			if p := &f.planes[i]; p.kind < 0 && slices.Contains(attributes[i].names, plain) {
				p.kind = id
			}
		}
		if list, ok := motion[plain]; ok {
			f.table.types[id].list = list
			f.vectors = append(f.vectors, id)
		}
	}
	switch {
	case f.blocks >= 0:
		return nil
	case name != "":
		return fmt.Errorf("it has no rows of type %.40q; those it has are %s", name, some(known))
	}
	return fmt.Errorf("no type is known to have a row for each block; name one of these: %s", some(known))
}

// some lists the first few names.
func some(names []string) string {
	const most = 20
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%.40s", name)
	}
	return strings.Join(names, ", ")
}
