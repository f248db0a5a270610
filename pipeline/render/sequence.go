package render

// #include "shim.h"
import "C"

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unsafe"

	"ffkvadrat/atomicfile"
	"ffkvadrat/pipeline"
)

// Sequence is the name of files with a frame each: %05d stands for the frame's number.
type Sequence struct {
	before, after string
	digits        int // minimum, padded with zeros
}

// ErrNoNumber means that a name for frames has no place for their numbers.
var ErrNoNumber = errors.New("names one picture: put %05d where each picture's number belongs")

var numberPlace = regexp.MustCompile(`%(?:0([1-9]))?d`)

// ParseSequence parses a name such as "frames/%05d.png". The folder's name is taken literally.
func ParseSequence(name string) (Sequence, error) {
	folder, file := filepath.Split(name)
	places := numberPlace.FindAllStringSubmatchIndex(file, -1)
	switch {
	case len(places) == 0:
		return Sequence{}, fmt.Errorf("%s %w", name, ErrNoNumber)
	case len(places) > 1:
		return Sequence{}, fmt.Errorf("%s has more than one place for a number", name)
	}
	at := places[0]
	s := Sequence{before: folder + file[:at[0]], after: file[at[1]:], digits: 1}
	if at[2] >= 0 {
		s.digits, _ = strconv.Atoi(file[at[2]:at[3]])
	}
	return s, nil
}

// Name returns the name of the file of a frame.
func (s Sequence) Name(frame int64) string {
	return fmt.Sprintf("%s%0*d%s", s.before, s.digits, frame, s.after)
}

// Existing returns the files that have names of the sequence.
func (s Sequence) Existing() ([]string, error) {
	folder, first := filepath.Split(s.before)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		number := strings.TrimSuffix(strings.TrimPrefix(e.Name(), first), s.after)
		if n, err := strconv.ParseUint(number, 10, 63); err == nil && s.Name(int64(n)) == folder+e.Name() {
			names = append(names, folder+e.Name())
		}
	}
	return names, nil
}

// pictureFiles writes each packet into its own file.
type pictureFiles struct {
	sequence Sequence
	source   string  // the video, which no frame may replace
	numbers  []int64 // of the frames inside the encoder
}

// write writes the packet of the oldest frame inside the encoder: frames are coded independently,
// so packets come in order.
func (p *pictureFiles) write(ctx context.Context, pkt *C.AVPacket) error {
	name := p.sequence.Name(p.numbers[0])
	p.numbers = p.numbers[1:]
	if err := pipeline.Guard(pipeline.File{Name: name}, pipeline.File{Name: p.source}); err != nil {
		return err
	}
	return atomicfile.WriteFile(ctx, name, func(w io.Writer) error {
		_, err := w.Write(unsafe.Slice((*byte)(pkt.data), int(pkt.size)))
		return err
	})
}
