package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode/userinfo"
	"ffkvadrat/decode/visible"
	"ffkvadrat/quadfile"
)

// reading is the result of reading a file.
type reading struct {
	videos []*Video
	other  bool  // it is not a result
	err    error // why it cannot be read, or may be incomplete
}

// content is the kind of a file.
type content int

const (
	other         content = iota
	quadLists             // read by a quadfile.Reader
	jsonSummary           // NDJSON or a JSON document
	jsonCompared          // NDJSON
	tableSummary          // CSV
	tableCompared         // CSV
)

// head is the number of bytes that identify a file.
const head = 64 << 10

// read reads a file of any kind.
func read(ctx context.Context, folder, file string, journals map[string]origin) (r reading) {
	in, err := statefile.OpenNamed(filepath.Join(folder, filepath.FromSlash(file)))
	if err != nil {
		return reading{err: err}
	}
	defer in.Close()
	text, err := streams.Decompress(streams.Until(ctx, in))
	if err != nil {
		return damagedStream(file, err)
	}
	defer text.Close()
	from := bufio.NewReaderSize(text, head)
	begin, err := from.Peek(head)
	what := contentOf(begin)
	if what == other {
		if err != nil && err != io.EOF && ctx.Err() == nil {
			return damagedStream(file, err)
		}
		return reading{other: true}
	}
	start := Video{Name: visible.Text(videoName(file)), File: visible.Text(file)}
	switch what {
	case quadLists:
		r.videos, r.err = readExport(from, start)
	case jsonSummary, jsonCompared:
		r.videos, r.err = readJSON(from, start, what == jsonCompared, quadfile.BeginsDocument(begin))
	default:
		r.videos, r.err = readTable(from, start, what == tableCompared, journals[file])
	}
	for _, f := range r.videos {
		f.Fault = r.err
	}
	return r
}

// damagedStream returns the reading of an undecodable compressed file: it counts as a result only
// if its name says so.
func damagedStream(file string, err error) reading {
	if name, c := streams.CutCompression(file); c != streams.Plain {
		for _, extension := range extensions {
			if strings.HasSuffix(strings.ToLower(name), extension) {
				return reading{err: err}
			}
		}
	}
	return reading{other: true}
}

// ffqSignature is how .ffq begins (docs/reference/formats/ffq.md).
const ffqSignature = "\x89FFQ\r\n\x1a\n"

// contentOf returns the kind of a file from its first bytes.
func contentOf(begin []byte) content {
	switch text := bytes.TrimLeft(begin, " \t\r\n"); {
	case bytes.HasPrefix(begin, []byte(ffqSignature)):
		return quadLists
	case bytes.HasPrefix(begin, []byte("frame_index,")):
		return contentOfTable(begin)
	case bytes.HasPrefix(text, []byte("{")):
		return contentOfJSON(text)
	}
	return other
}

// contentOfTable decides by the names of columns.
func contentOfTable(begin []byte) content {
	line, _, _ := bytes.Cut(begin, []byte("\n"))
	has := map[string]bool{}
	for name := range strings.SplitSeq(strings.TrimRight(string(line), "\r"), ",") {
		has[name] = true
	}
	switch {
	case has["pts_time"] && has["quad_count"] && has["coverage"]:
		return tableSummary
	case has["pts_time"] && has["encode"] && has["psnr_avg"]:
		return tableCompared
	}
	return other
}

// contentOfJSON decides by "format" in the first object, or in its "header".
func contentOfJSON(begin []byte) content {
	d := json.NewDecoder(bytes.NewReader(begin))
	d.Token() // {
	for {
		name, err := d.Token()
		if err != nil {
			return other
		}
		switch name {
		case "header":
			if t, err := d.Token(); err != nil || t != json.Delim('{') {
				return other
			}
		case "format":
			switch t, _ := d.Token(); t {
			case quadfile.Name:
				return quadLists
			case quadfile.SummaryName:
				return jsonSummary
			case compareName:
				return jsonCompared
			}
			return other
		default:
			var skipped json.RawMessage
			if d.Decode(&skipped) != nil {
				return other
			}
		}
	}
}

// compareName is the "format" of comparisons (docs/reference/formats/measures.md).
const compareName = "ffkvadrat-compare"

// readExport counts the quads of an export.
func readExport(from io.Reader, start Video) ([]*Video, error) {
	r, err := quadfile.NewReader(from)
	if err != nil {
		return nil, err
	}
	h := r.Header()
	f := &start
	f.stream = &h.Source.StreamIndex
	f.Path = userinfo.Remove(h.Source.Path)
	f.describe(&h.Source)
	if f.Settings, err = settingsOf(&h.Analysis, h.Analysis.AppendJSON(nil), 0); err != nil {
		return nil, err
	}
	f.shows = h.Analysis.Cube == 0
	g := newGathering(f)
	var frame quadfile.Frame
	var at row
	for {
		switch err := r.Next(&frame); {
		case err == io.EOF:
			g.end()
			return []*Video{f}, nil
		case err != nil:
			g.end()
			return []*Video{f}, err
		case !(math.Abs(frame.Time) <= quadfile.MostTime):
			g.end()
			return []*Video{f}, inRow(f.Records, fmt.Errorf("pts_time %v is not between -%v and %[2]v", frame.Time, float64(quadfile.MostTime)))
		}
		at.clear()
		at.index, at.time, at.width, at.height = frame.Index, frame.Time, frame.Width, frame.Height
		at.play, at.corrupt, at.errors = frame.Index, frame.Corrupt, int64(frame.Errors)
		at.frames = int64(max(1, frame.Window))
		at.values[quads] = float64(len(frame.Quads))
		if h.Analysis.Cube != 0 {
			at.values[quads] = float64(len(frame.Starts))
		}
		at.values[coverage] = covered(&frame)
		if h.Analysis.EachFrame {
			at.values[threshold] = frame.Threshold
		}
		if err := g.add(&at); err != nil {
			g.end()
			return []*Video{f}, inRow(f.Records, err)
		}
	}
}

// covered returns the part of a frame's area, or of a window's volume, that its quads cover.
func covered(f *quadfile.Frame) float64 {
	area := int64(0)
	for _, q := range f.Quads {
		n := int64(q.Size())
		if f.Window > 0 {
			area += n * n * n
		} else {
			area += n * n
		}
	}
	return float64(area) / (float64(f.Width) * float64(f.Height) * float64(max(1, f.Window)))
}

// mostText is the largest number of bytes of a header or a row.
const mostText = 1 << 20

// bounded is a stream whose pieces have a limited length.
type bounded struct {
	io.Reader
	left  int
	total int64
	last  byte
}

var errLong = errors.New("its text is too long")

// allow begins a piece. What a reader has read ahead counts for the previous piece.
func (b *bounded) allow() { b.left = mostText + head }

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLong
	}
	n, err := b.Reader.Read(p[:min(len(p), b.left)])
	if n > 0 {
		b.left, b.total, b.last = b.left-n, b.total+int64(n), p[n-1]
	}
	return n, err
}

// inRow adds the row to an error.
func inRow(n int64, err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("frame record %d: %w", n, err)
}
