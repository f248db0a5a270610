package batch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
)

// maxLine exceeds the size of any record: two names and a fault with a name, of 4096 bytes each;
// JSON may need six bytes for each.
const maxLine = 256 << 10

// readLines calls take for the lines of a journal, until take returns false, because a line is not
// a record; a killed process may leave such a line. It returns the size of the records in bytes.
func readLines(ctx context.Context, file io.Reader, take func(line []byte) bool) (whole int64, err error) {
	lines := bufio.NewReaderSize(file, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF || err == bufio.ErrBufferFull {
			return whole, nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, err
		}
		if !take(bytes.TrimSpace(line)) {
			return whole, nil
		}
		whole += int64(len(line))
	}
}

// appendLine appends a line to a journal, in one call of Write. If the disk is full, it removes the
// partial line: the next line would continue it, and nothing after it would count.
func appendLine(journal interface {
	io.WriteSeeker
	Truncate(size int64) error
}, line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	n, err := journal.Write(append(text, '\n'))
	if err == nil || n == 0 {
		return err
	}
	end, endErr := journal.Seek(-int64(n), io.SeekCurrent)
	if endErr == nil {
		endErr = journal.Truncate(end)
	}
	return errors.Join(err, endErr)
}
