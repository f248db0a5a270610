package compare

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// spool stores rows in a file until they can be written.
type spool struct {
	file *os.File
	w    *bufio.Writer
}

// record precedes a row.
type record struct {
	Bytes  uint32
	Encode uint32
	Found  bool
}

func newSpool(name string) (spool, error) {
	file, err := os.Create(name)
	if err != nil {
		return spool{}, err
	}
	return spool{file, bufio.NewWriter(file)}, nil
}

// add stores a row of an encode; found says whether the frame is matched.
func (s *spool) add(row []byte, encode int, found bool) error {
	err := binary.Write(s.w, binary.LittleEndian, record{uint32(len(row)), uint32(encode), found})
	if err == nil {
		_, err = s.w.Write(row)
	}
	if err != nil {
		return fmt.Errorf("keep rows: %w", err)
	}
	return nil
}

// each calls do for all rows, in order. do may append to the row.
func (s *spool) each(do func(row []byte, encode int, found bool) error) error {
	err := s.w.Flush()
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("keep rows: %w", err)
	}
	in := bufio.NewReader(s.file)
	var row []byte
	for {
		var r record
		if err := binary.Read(in, binary.LittleEndian, &r); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("read rows again: %w", err)
		}
		if cap(row) < int(r.Bytes) {
			row = make([]byte, r.Bytes, 2*int(r.Bytes))
		}
		row = row[:r.Bytes]
		if _, err := io.ReadFull(in, row); err != nil {
			return fmt.Errorf("read rows again: %w", err)
		}
		if err := do(row, int(r.Encode), r.Found); err != nil {
			return err
		}
	}
}

// close closes the file. The zero value is ignored.
func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
	}
}
