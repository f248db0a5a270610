package decode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
)

// TestUDP: the pictures are the file's. Of what comes faster than it is taken some is lost, and the
// stream goes on.
func TestUDP(t *testing.T) {
	hash := maphash.MakeSeed()
	path := "../samples/tiny-mpeg2.ts"
	ts, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := show(t, hash, path, 1, 0).frames
	empty := bytes.Repeat(append([]byte{0x47, 0x1F, 0xFF, 0x10}, make([]byte, 184)...), 3*datagrams/2) // packets of MPEG-TS that fill the channel
	for _, c := range []struct {
		name string
		data []byte
		rest time.Duration
	}{
		{"at once", ts, 0},
		{"while nobody reads", bytes.Join([][]byte{ts, empty, ts}, nil), 3 * time.Second},
	} {
		end, stop := context.WithCancel(context.Background())
		v, err := OpenVideo(WithEnd(withNetwork(), end), livetest.UDP(t, c.data).URL, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for f := next(t, v); f != nil; f = next(t, v) {
			if n < len(want)-2 && hashPicture(hash, &f.Picture) != want[n].samples {
				t.Fatalf("%s: another frame %d", c.name, n)
			}
			f.Release()
			if n == 0 {
				time.Sleep(c.rest)
				time.AfterFunc(2*time.Second, stop) // UDP has no end
			}
			n++
		}
		if n < len(want)-2 || v.Lost() != nil {
			t.Errorf("%s: %d frames of %d, lost: %v", c.name, n, len(want), v.Lost())
		}
		v.Close()
		stop()
	}
}

// TestUDPAddress: it listens on the URL's address and on no other one of this machine.
func TestUDPAddress(t *testing.T) {
	for address, wants := range map[string]string{
		"udp://127.0.0.1:PORT":                       "0100007F",
		"UDP://127.0.0.1:PORT":                       "0100007F",
		"udp://localhost:PORT":                       "0100007F",
		"udp://@:PORT":                               "00000000",
		"udp://0.0.0.0:PORT":                         "00000000",
		"udp://224.0.0.251:PORT":                     "FB0000E0",
		"udp://127.0.0.1:PORT?localaddr=127.0.0.2":   "0200007F",
		"udp://user:secret@127.0.0.1:PORT?ttl=1&x=y": "0100007F",
	} {
		free, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port := free.LocalAddr().(*net.UDPAddr).Port
		free.Close()
		ctx, cancel := context.WithCancel(withNetwork())
		ended := make(chan error)
		go func() { ended <- openWith(ctx, strings.Replace(address, "PORT", strconv.Itoa(port), 1)) }()
		heard := func() []byte {
			sockets, err := os.ReadFile("/proc/net/udp")
			if err != nil {
				t.Fatal(err)
			}
			return regexp.MustCompile(fmt.Sprintf(`\w+:%04X `, port)).Find(sockets)
		}
		for begun := time.Now(); heard() == nil && time.Since(begun) < 10*time.Second; {
			time.Sleep(10 * time.Millisecond)
		}
		if got, _, _ := strings.Cut(string(heard()), ":"); got != wants {
			t.Errorf("%s: %q, want %s", address, got, wants)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
