package decode

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/bits"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clips"
)

// TestRefusalsNameTheContainer opens unsupported containers as a file, through a pipe and from a
// server.
func TestRefusalsNameTheContainer(t *testing.T) {
	video := smallVideo(t, "v.mp4")
	jpegs, err := os.ReadFile(clips.Make(t, "v.mpjpeg", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-c:v", "mjpeg", "-f", "mpjpeg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		container string
		data      []byte
		why       string
	}{
		{"concat (Virtual concatenation script)", []byte("ffconcat version 1.0\nfile '" + video + "'\n"), "it may name other files"},
		{"srt (SubRip subtitle)", []byte("1\n00:00:00,000 --> 00:00:01,000\nHello\n\n"), "it holds text"},
		{"mpjpeg (MIME multipart JPEG)", jpegs, "FFmpeg reports errors in whole files of it"},
	} {
		want := "not a video or picture: FFmpeg recognises it as " + c.container + ", which ffkvadrat does not open: " + c.why
		fifo := filepath.Join(t.TempDir(), "fifo")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
		go os.WriteFile(fifo, c.data, 0)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(c.data) }))
		defer server.Close()
		ctx := WithAccess(context.Background(), Access{Network: true})
		for _, path := range []string{writeFile(t, "a.mp4", c.data), fifo, server.URL + "/a.mp4"} {
			v, err := OpenVideo(ctx, path, Options{Stream: Best})
			if err == nil {
				v.Close()
			}
			var refused *ContainerError
			if !errors.Is(err, ErrNotVideo) || !errors.As(err, &refused) || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", path, err, want)
			}
		}
	}
}

// TestUnknownCodecsNameTheirTag changes each container's codec tag.
func TestUnknownCodecsNameTheirTag(t *testing.T) {
	const scene = "-f lavfi -i testsrc2=size=64x48:rate=25:duration=1 "
	replace := func(old, new string) func([]byte) []byte {
		return func(data []byte) []byte {
			if !bytes.Contains(data, []byte(old)) {
				t.Fatalf("there is no %s", old)
			}
			return bytes.ReplaceAll(data, []byte(old), []byte(new))
		}
	}
	for _, c := range []struct {
		name, args string
		change     func([]byte) []byte
		want       string
	}{
		{"v.mp4", "-c:v libx264", replace("avc1", "dav1"), `"dav1"`},
		{"v.mov", "-c:v mjpeg", replace("jpeg", "dav1"), `"dav1"`},
		{"v.avi", "-c:v mpeg4", replace("FMP4", "dav1"), `"dav1"`},
		{"v.ivf", "-c:v libvpx", replace("VP80", "dav1"), `"dav1"`},
		{"v.asf", "-c:v wmv2", replace("WMV2", "dav1"), `"dav1"`},
		{"v.mkv", "-c:v libx264", replace("V_MPEG4/ISO/AVC", "V_MPEGI/ISO/XVC"), `"V_MPEGI/ISO/XVC"`},
		{"v.ts", "-c:v jpeg2000 -pix_fmt yuv420p", func(data []byte) []byte { return retyped(data, 0x3e) }, `"0x3e"`},
	} {
		data, err := os.ReadFile(clips.Make(t, c.name, strings.Fields(scene+c.args)...))
		if err != nil {
			t.Fatal(err)
		}
		err = openError(writeFile(t, c.name, c.change(data)))
		var unsupported *UnsupportedError
		want := "the codec with the tag " + c.want + " is not supported: this FFmpeg does not know it"
		if !errors.As(err, &unsupported) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", c.name, err, want)
		}
	}
	known := &UnsupportedError{Codec: "vvc", Tag: "vvc1"}
	if got, want := known.Error(), `codec vvc with the tag "vvc1" is not supported: this FFmpeg has no decoder for it`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// retyped changes the stream type in all program maps of a transport stream with one stream.
func retyped(data []byte, kind byte) []byte {
	for p := 0; p+188 <= len(data); p += 188 {
		packet := data[p : p+188]
		const start, table = 5, 2 // offset of the section after the header and the pointer; table ID of program maps
		if packet[1]&0x40 == 0 || packet[3]&0x20 != 0 || packet[4] != 0 || packet[start] != table {
			continue
		}
		section := packet[start : start+3+int(binary.BigEndian.Uint16(packet[start+1:])&0xfff)]
		stream := section[12+int(binary.BigEndian.Uint16(section[10:])&0xfff):]
		stream[0] = kind
		n := len(section) - 4
		binary.BigEndian.PutUint32(section[n:], sectionCRC(section[:n]))
	}
	return data
}

// sectionCRC is the check sum of MPEG's sections.
func sectionCRC(section []byte) uint32 {
	turned := make([]byte, len(section))
	for i, b := range section {
		turned[i] = bits.Reverse8(b)
	}
	return bits.Reverse32(^crc32.ChecksumIEEE(turned))
}
