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
	"sync/atomic"
	"testing"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/tests/wait"
)

// TestUDP: the frames are the file's, even if a slow reader lets packets queue up. If the queue
// overflows, packets are lost and the stream goes on.
func TestUDP(t *testing.T) {
	hash := maphash.MakeSeed()
	path := "../samples/tiny-mpeg2.ts"
	ts, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := show(t, hash, path, 1, 0).frames
	empty := append([]byte{0x47, 0x1F, 0xFF, 0x10}, make([]byte, 184)...) // an empty packet of MPEG-TS
	room, query := waiting, ""
	if testing.Short() {
		room = 2 << 20
		query = fmt.Sprintf("?fifo_size=%d", room/188)
	}
	for _, c := range []struct {
		name  string
		waits int // bytes that arrive without a reader
	}{
		{"at once", 0},
		{"much waits", room * 3 / 4},
		{"too much waits", room * 3 / 2},
	} {
		pieces := make(chan []byte)
		go func() { pieces <- ts }()
		end, stop := context.WithCancel(context.Background())
		v, err := OpenVideo(WithEnd(withNetwork(), end), livetest.UDP(t, pieces).URL+query, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		next(t, v).Release()
		pieces <- bytes.Repeat(empty, c.waits/len(empty))
		sent := 2
		if c.waits <= room {
			pieces <- ts
			sent++
		}
		pieces <- nil // everything was sent
		least := int64(sent*len(want) - 8)
		var n atomic.Int64
		n.Store(1)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for f := next(t, v); f != nil; f = next(t, v) {
				if i := n.Load(); i < int64(len(want)-2) && hashPicture(hash, &f.Picture) != want[i].samples {
					t.Errorf("%s: another frame %d", c.name, i)
				}
				f.Release()
				n.Add(1)
			}
		}()
		pieces <- ts
		wait.For(t, c.name+": the frames", func() bool {
			if c.waits > room { // data that arrives while the queue is full is lost
				pieces <- ts
			}
			return n.Load() >= least
		})
		stop() // UDP has no end
		close(pieces)
		<-ended
		if v.Lost() != nil {
			t.Errorf("%s: lost: %v", c.name, v.Lost())
		}
		v.Close()
	}
}

// TestUDPAddress: it listens on the URL's address and on no other address of this machine.
func TestUDPAddress(t *testing.T) {
	for address, wants := range map[string]string{
		"udp://127.0.0.1:PORT":                            "0100007F",
		"UDP://127.0.0.1:PORT":                            "0100007F",
		"udp://localhost:PORT":                            "0100007F",
		"udp://@:PORT":                                    "00000000",
		"udp://:PORT":                                     "00000000",
		"udp://0.0.0.0:PORT":                              "00000000",
		"udp://224.0.0.251:PORT":                          "FB0000E0",
		"udp://127.0.0.1:PORT?localaddr=127.0.0.2":        "0200007F",
		"udp://user:secret@127.0.0.1:PORT?ttl=1&x=y":      "0100007F",
		"udp://user:100%@127.0.0.1:PORT/a%zz?fifo_size=9": "0100007F",
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
		wait.For(t, address, func() bool { return heard() != nil })
		if got, _, _ := strings.Cut(string(heard()), ":"); got != wants {
			t.Errorf("%s: %q, want %s", address, got, wants)
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestListening: the URL and options that FFmpeg gets.
func TestListening(t *testing.T) {
	const lossy = "overrun_nonfatal=1&fifo_size=178481"
	for url, want := range map[string][2]string{
		"udp://@:5000":                  {"udp://:5000", lossy},
		"udp://10.0.0.7:5000?ttl=1":     {"udp://10.0.0.7:5000?ttl=1", lossy + "&localaddr=10.0.0.7"},
		"udp://a@b@10.0.0.7:5000/x@y":   {"udp://10.0.0.7:5000/x@y", lossy + "&localaddr=10.0.0.7"},
		"udp://[::1]:5000":              {"udp://[::1]:5000", lossy + "&localaddr=::1"},
		"udp://[fe80::1%eth0]:5000":     {"udp://[fe80::1%eth0]:5000", lossy + "&localaddr=fe80::1%eth0"},
		"udp://[fe80::1%25eth0]:5000#x": {"udp://[fe80::1%eth0]:5000#x", lossy + "&localaddr=fe80::1%eth0"},
		"udp://[ff02::1]:5000":          {"udp://[ff02::1]:5000", lossy},
		"udp://239.1.2.3:5000":          {"udp://239.1.2.3:5000", lossy},
		"udp://nowhere.invalid:5000":    {},
		"udp://10.0.0.7":                {},
		"udp://10.0.0.7:":               {},
		"udp://10.0.0.7:0":              {},
		"udp://10.0.0.7:65536":          {},
		"udp://[::1]":                   {},
		"udp://::1:5000":                {},
		"udp://":                        {},
	} {
		plain, options, err := listening(t.Context(), url)
		if plain != want[0] || options != want[1] || (err == nil) != (plain != "") {
			t.Errorf("%s: %q, %q, %v", url, plain, options, err)
		}
	}
}
