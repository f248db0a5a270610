package queue

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// operations are what a client may send: the numbers of words in the line, and whether a message of
// as many bytes as the last word says follows.
var operations = map[string]struct {
	least, most int
	message     bool
}{
	"PUB": {3, 4, true}, "HPUB": {4, 5, true}, "SUB": {3, 4, false}, "UNSUB": {2, 3, false}, "PING": {1, 1, false}, "PONG": {1, 1, false},
}

var (
	errOperation = errors.New("not an operation of a client")
	errReply     = errors.New("the reply subject is not an inbox")
)

// relay copies what a client sends to the server, until either ends the connection or the client
// names a reply subject that is not an inbox.
//
// Permissions do not cover reply subjects: the server sends its answers there even if the client may
// not publish to them. An answer without a body, such as that there is no message, would be a valid
// request to delete the queue. Lines are written anew, so that the server cannot divide the stream
// in another way.
func relay(to io.Writer, from io.Reader) error {
	in := bufio.NewReaderSize(from, server.MAX_CONTROL_LINE_SIZE)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		line, message, err := operation(bytes.TrimSpace(line))
		if err != nil {
			return err
		}
		if _, err := to.Write(line); err != nil {
			return err
		}
		if _, err := io.CopyN(to, in, message); err != nil {
			return err
		}
	}
}

// operation returns the line of an operation written anew, and the number of bytes that follow it.
func operation(line []byte) (anew []byte, message int64, err error) {
	words := bytes.Fields(line)
	if len(words) == 0 {
		return nil, 0, errOperation
	}
	name := string(bytes.ToUpper(words[0]))
	if name == "CONNECT" { // its text is JSON
		return fmt.Appendf(nil, "CONNECT%s\r\n", line[len(name):]), 0, nil
	}
	o, ok := operations[name]
	if !ok || len(words) < o.least || len(words) > o.most {
		return nil, 0, errOperation
	}
	if o.message {
		size, err := strconv.ParseUint(string(words[len(words)-1]), 10, 31)
		if err != nil {
			return nil, 0, errOperation
		}
		if len(words) == o.most && !bytes.HasPrefix(words[2], []byte(nats.InboxPrefix)) {
			return nil, 0, errReply
		}
		message = int64(size) + int64(len("\r\n"))
	}
	words[0] = []byte(name)
	return append(bytes.Join(words, []byte(" ")), "\r\n"...), message, nil
}
