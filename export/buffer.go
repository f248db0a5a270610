package export

import "io"

// bufferSize is the length of the pieces that a Writer hands on, in bytes. A
// list of any length passes through one buffer of this size.
const bufferSize = 64 << 10

// buffer gathers what goes to w. Its user appends to text, and makes sure of
// room where much comes.
type buffer struct {
	w    io.Writer
	text []byte
}

func newBuffer(w io.Writer) buffer { return buffer{w, make([]byte, 0, bufferSize)} }

// room hands on what there is unless n more bytes have a place. After an error
// the buffer is empty, and what is written is not complete.
func (b *buffer) room(n int) error {
	if cap(b.text)-len(b.text) >= n {
		return nil
	}
	return b.flush()
}

func (b *buffer) flush() error {
	_, err := b.w.Write(b.text)
	b.text = b.text[:0]
	return err
}
