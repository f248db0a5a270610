package livetest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"testing"
	"time"
)

// RTSP serves H.264 frames without B-frames, in the byte stream format with access unit delimiters and
// 25 per second by their time stamps. pace is the time between frames; 0 sends all at once. Then it
// closes the connection, or with holds keeps it open until the client leaves.
func RTSP(t testing.TB, stream []byte, pace time.Duration, holds bool) *Server {
	t.Helper()
	return Listen(t, "rtsp", "/live", func(c net.Conn) {
		if answer(c, sdp(stream)) {
			send(c, stream, pace)
			if holds {
				hold(c)
			}
		}
	})
}

// Refusing answers each request with a status, such as 404 Not Found.
func Refusing(t testing.TB, status string) *Server {
	t.Helper()
	return Listen(t, "rtsp", "/live", func(c net.Conn) {
		in := textproto.NewReader(bufio.NewReader(c))
		for {
			r, err := readRequest(in)
			if err != nil {
				return
			}
			fmt.Fprintf(c, "RTSP/1.0 %s\r\nCSeq: %s\r\n\r\n", status, r.sequence)
		}
	})
}

type request struct{ method, sequence string }

func readRequest(in *textproto.Reader) (r request, err error) {
	line, err := in.ReadLine()
	if err != nil {
		return r, err
	}
	header, err := in.ReadMIMEHeader()
	r.method, _, _ = strings.Cut(line, " ")
	r.sequence = header.Get("CSeq")
	return r, err
}

// answer answers requests until the client sends PLAY.
func answer(c net.Conn, description string) (plays bool) {
	in := textproto.NewReader(bufio.NewReader(c))
	for !plays {
		r, err := readRequest(in)
		if err != nil {
			return false
		}
		header, body := "", ""
		switch r.method {
		case "OPTIONS":
			header = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
		case "DESCRIBE":
			body = description
			header = fmt.Sprintf("Content-Type: application/sdp\r\nContent-Length: %d\r\n", len(body))
		case "SETUP":
			header = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
		case "PLAY":
			header = "Session: 1\r\nRTP-Info: url=trackID=0;seq=0;rtptime=90000\r\n"
			plays = true
		}
		if _, err := fmt.Fprintf(c, "RTSP/1.0 200 OK\r\nCSeq: %s\r\n%s\r\n%s", r.sequence, header, body); err != nil {
			return false
		}
	}
	return true
}

// H.264 unit types.
const (
	parameters = 7 // sequence parameter set; 8 is the picture parameter set
	delimiter  = 9
	fragment   = 28 // RTP's FU-A
)

// units returns the stream's units without start codes.
func units(stream []byte) (all [][]byte) {
	for _, u := range bytes.Split(stream, []byte{0, 0, 1}) {
		if u = bytes.TrimRight(u, "\x00"); len(u) > 0 {
			all = append(all, u)
		}
	}
	return all
}

func sdp(stream []byte) string {
	var sets []string
	for _, u := range units(stream) {
		if kind := u[0] & 31; (kind == parameters || kind == parameters+1) && len(sets) < 2 {
			sets = append(sets, base64.StdEncoding.EncodeToString(u))
		}
	}
	return "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=test\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n" +
		"a=fmtp:96 packetization-mode=1;sprop-parameter-sets=" + strings.Join(sets, ",") + "\r\na=control:trackID=0\r\n"
}

// send sends the frames as RTP.
func send(c net.Conn, stream []byte, pace time.Duration) {
	const (
		payload = 1400 // bytes per packet
		ticks   = 90000 / 25
		first   = 90000 // FFmpeg takes 0 for no time stamp
	)
	tick, stop := paced(pace)
	defer stop()
	var picture [][]byte
	sequence, number := uint16(0), uint32(0)
	packet := func(body []byte, last bool) {
		p := []byte{'$', 0, 0, 0, 0x80, 96}
		if last {
			p[5] |= 0x80
		}
		binary.BigEndian.PutUint16(p[2:], uint16(12+len(body)))
		p = binary.BigEndian.AppendUint16(p, sequence)
		p = binary.BigEndian.AppendUint32(p, first+number*ticks)
		p = binary.BigEndian.AppendUint32(p, 1) // the source
		sequence++
		c.Write(append(p, body...))
	}
	flush := func() {
		if len(picture) == 0 {
			return
		}
		<-tick
		for i, u := range picture {
			final := i == len(picture)-1
			if len(u) <= payload {
				packet(u, final)
				continue
			}
			for rest, first := u[1:], true; len(rest) > 0; first = false {
				n := min(len(rest), payload)
				head := u[0] & 31
				if first {
					head |= 0x80
				}
				if n == len(rest) {
					head |= 0x40
				}
				packet(append([]byte{u[0]&^31 | fragment, head}, rest[:n]...), final && n == len(rest))
				rest = rest[n:]
			}
		}
		picture = picture[:0]
		number++
	}
	for _, u := range units(stream) {
		if u[0]&31 == delimiter {
			flush()
		}
		picture = append(picture, u)
	}
	flush()
}
