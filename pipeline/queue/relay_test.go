package queue

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestRelay: what a client sends arrives in one form, until the first line that is refused.
func TestRelay(t *testing.T) {
	const hidden = "PUB a $JS.API.STREAM.DELETE.b 0\r\n\r\n" // as a message
	for _, c := range []struct {
		sent, arrives string
		err           error
	}{
		{"CONNECT {\"a\": 1}\r\nPING\r\nPONG\r\n", "CONNECT {\"a\": 1}\r\nPING\r\nPONG\r\n", io.EOF},
		{"sub a.b\t\tworkers  7\nunsub 7 1\r\n", "SUB a.b workers 7\r\nUNSUB 7 1\r\n", io.EOF},
		{"PUB a 2\r\nhi\r\npub a _INBOX.x 0\r\n\r\n", "PUB a 2\r\nhi\r\nPUB a _INBOX.x 0\r\n\r\n", io.EOF},
		{"HPUB a 12 14\r\nNATS/1.0\r\n\r\nhi\r\nHPUB a _INBOX.x 12 12\r\nNATS/1.0\r\n\r\n\r\n", "HPUB a 12 14\r\nNATS/1.0\r\n\r\nhi\r\nHPUB a _INBOX.x 12 12\r\nNATS/1.0\r\n\r\n\r\n", io.EOF},
		{"PUB a 35\r\n" + hidden + "\r\nPING\r\n", "PUB a 35\r\n" + hidden + "\r\nPING\r\n", io.EOF},
		{"PING\r\n" + hidden + "PING\r\n", "PING\r\n", errReply},
		{"PING\r\nhpub\ta\t_INBOX\t0\t0\r\n", "PING\r\n", errReply},
		{"PUB a -1\r\n", "", errOperation},
		{"PUB a 99999999999\r\n", "", errOperation},
		{"PUB a b c 0\r\n", "", errOperation},
		{"PUB a\r\n", "", errOperation},
		{"MSG a 1 0\r\n", "", errOperation},
		{"\r\n", "", errOperation},
		{"PING\r\n" + strings.Repeat("x", 1<<16), "PING\r\n", bufio.ErrBufferFull},
		{"PUB a 5\r\nhi", "PUB a 5\r\nhi", io.EOF},
	} {
		for name, from := range map[string]io.Reader{"at once": strings.NewReader(c.sent), "byte by byte": iotest.OneByteReader(strings.NewReader(c.sent))} {
			var to strings.Builder
			if err := relay(&to, from); !errors.Is(err, c.err) || to.String() != c.arrives {
				t.Errorf("%.40q %s: %.60q, %v, want %.60q, %v", c.sent, name, to.String(), err, c.arrives, c.err)
			}
		}
	}
}
