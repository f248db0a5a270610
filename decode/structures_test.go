package decode

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// memoryFile is a file in memory for checkStructure.
type memoryFile []byte

func (m memoryFile) length() int64 { return int64(len(m)) }

func (m memoryFile) at(offset int64, n int) []byte {
	if offset < 0 || offset > int64(len(m)) {
		return nil
	}
	return m[offset:min(int64(len(m)), offset+int64(n))]
}

func (m memoryFile) into(buf []byte, offset int64) []byte {
	return buf[:copy(buf, m.at(offset, len(buf)))]
}

// pipedFile is a file of which only the first and last bytes remain, as from a pipe.
type pipedFile struct{ memoryFile }

func (p pipedFile) at(offset int64, n int) []byte {
	const head, tail = 1 << 12, 1 << 16
	if offset < p.length()-tail {
		n = int(max(0, min(int64(n), head-offset)))
	}
	return p.memoryFile.at(offset, n)
}

func (p pipedFile) into(buf []byte, offset int64) []byte {
	return buf[:copy(buf, p.at(offset, len(buf)))]
}

// tsPackets returns n transport stream packets of a size, each preceded by front bytes.
func tsPackets(size, front, n int) []byte {
	b := make([]byte, n*size)
	for i := range b {
		if b[i] = 0xff; i%size == front {
			b[i] = 0x47
		}
	}
	return b
}

// subBlocks returns n bytes of a GIF in blocks of up to 250.
func subBlocks(n int) []byte {
	var b []byte
	for block := range slices.Chunk(bytes.Repeat([]byte{0x3b}, n), 250) {
		b = append(append(b, byte(len(block))), block...)
	}
	return append(b, 0)
}

const (
	gifHead  = "GIF89a\x02\x00\x02\x00\x81\x00\x00" + "abcdefghijkl" // with four colours
	gifDelay = "\x21\xf9\x04\x00\x04\x00\x00\x00"
	gifImage = "\x2c\x00\x00\x00\x00\x02\x00\x02\x00\x00\x02"
	gifLocal = "\x2c\x00\x00\x00\x00\x02\x00\x02\x00\x80" + ";;;;;;" + "\x02" // with two colours
)

// aGIF returns a small complete GIF.
func aGIF() []byte {
	return slices.Concat([]byte(gifHead), []byte(gifDelay), []byte(gifImage), subBlocks(3), []byte(gifLocal), subBlocks(300), []byte(";"))
}

func boxed(name, data string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(data)))) + name + data
}

func riff(name, data string) string {
	return "RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(4+len(data)))) + name + data
}

// asf returns an ASF file with packets of ten bytes.
func asf(packets ...string) string {
	size := func(n int) string { return string(binary.LittleEndian.AppendUint64(nil, uint64(n))) }
	file := string(asfFile) + size(104) + strings.Repeat("\x00", 68) + "\x0a\x00\x00\x00" + "\x0a\x00\x00\x00" + "\x00\x00\x00\x00"
	return string(asfHeader) + size(30+len(file)) + "\x01\x00\x00\x00\x01\x02" + file +
		string(asfData) + size(50+10*len(packets)) + strings.Repeat("\x00", 26) + strings.Join(packets, "")
}

// oggPage returns a page with a body of three bytes.
func oggPage(flags, number byte) string {
	return "OggS\x00" + string([]byte{flags}) + strings.Repeat("\x00", 8) + "\x01\x00\x00\x00" + string([]byte{number}) + strings.Repeat("\x00", 7) + "\x01\x03abc"
}

func TestStructures(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("\x00", n) }
	ts := func(size, front, n int) string { return string(tsPackets(size, front, n)) }
	lost := func(size, front, n, at int) string {
		b := tsPackets(size, front, n)
		b[at*size+front] = 0
		return string(b)
	}
	const (
		ebml    = "\x1a\x45\xdf\xa3\x84\x42\x86\x81\x01"
		pack1   = "\x00\x00\x01\xba\x21\x00\x01\x00\x01\x80\x00\x01"
		pack2   = "\x00\x00\x01\xba\x44\x00\x04\x00\x04\x01\x01\x89\xc3\xf8"
		pes     = "\x00\x00\x01\xe0\x00\x03abc"
		packet  = "\x82\x00\x00abcdefg" // of ASF
		key     = "\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02\x04\x00"
		flv     = "FLV\x01\x05\x00\x00\x00\x09\x00\x00\x00\x00"
		tag     = "\x09\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00abc\x00\x00\x00\x0e"
		rm      = ".RMF\x00\x00\x00\x08DATA\x00\x00\x00\x2a\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00"
		rmData  = "\x00\x00\x00\x0cabcdefgh"
		roq     = "\x84\x10\xff\xff\xff\xff\x1e\x00"
		roqData = "\x02\x10\x03\x00\x00\x00\x00\x00abc"
		png     = "\x89PNG\r\n\x1a\n" + "\x00\x00\x00\x00IEND\xae\x42\x60\x82"
	)
	mxfFooter := func(at byte) string { return key + "\x83\x00\x00\x3c" + zeros(31) + string([]byte{at}) + zeros(28) }
	gif := func(blocks ...string) string { return gifHead + strings.Join(blocks, "") }
	data := func(n int) string { return string(subBlocks(n)) }
	long := gif(gifImage, data(150e3), gifDelay, gifLocal, data(9000)) // in a pipe
	type row struct {
		container, what string
		data            string
		cut             int // bytes removed from the end
		want            error
	}
	rows := []row{
		{"mov", "whole", boxed("ftyp", "isom") + boxed("mdat", "abcd") + boxed("moov", "abcd"), 0, nil},
		{"mov", "cut", boxed("ftyp", "isom") + boxed("mdat", "abcd") + boxed("moov", "abcd"), 1, errCutShort},
		{"mov", "bytes behind", boxed("moov", "abcd") + boxed("mdat", "abcd") + "\x01\x02\x03\x04\x05\x06\x07\x08", 0, nil},
		{"mov", "bytes between fragments", boxed("moov", "abcd") + boxed("moof", "abcd") + "\x01\x02\x03\x04\x05\x06\x07\x08", 0, errBroken},
		{"matroska", "whole", ebml + "\x18\x53\x80\x67\x8cabcdefghijkl", 0, nil},
		{"matroska", "cut", ebml + "\x18\x53\x80\x67\x8cabcdefghijkl", 1, errCutShort},
		{"matroska", "no size", ebml + "\x18\x53\x80\x67\xffabcdefghijkl", 1, nil},
		{"avi", "whole", riff("AVI ", "abcdefgh"), 0, nil},
		{"avi", "cut", riff("AVI ", zeros(20)), 10, errCutShort},
		{"avi", "AMV", "RIFF" + zeros(4) + "AMV " + "abcdAMV_END_", 0, nil},
		{"avi", "AMV, cut", "RIFF" + zeros(4) + "AMV " + "abcdAMV_END_", 1, errCutShort},
		{"wav", "whole", riff("WAVE", "abcdefgh"), 0, nil},
		{"wav", "cut", riff("WAVE", zeros(20)), 10, errCutShort},
		{"mpegts", "whole", ts(188, 0, 6000), 0, nil},
		{"mpegts", "cut", ts(188, 0, 6000), 1, errCutShort},
		{"mpegts", "whole, with time codes", ts(192, 4, 6000), 0, nil},
		{"mpegts", "cut, with time codes", ts(192, 4, 6000), 1, errCutShort},
		{"mpegts", "sync lost at packet 3", lost(188, 0, 6, 3), 0, errBroken},
		{"mpegts", "sync lost at packet 5000", lost(188, 0, 6000, 5000), 0, errBroken},
		{"mpegts", "sync lost at packet 1024", lost(188, 0, 6000, 1024), 0, errBroken},
		{"mpegts", "sync lost at packet 3, with time codes", lost(192, 4, 6, 3), 0, errBroken},
		{"mpegts", "sync lost at packet 5000, with time codes", lost(192, 4, 6000, 5000), 0, errBroken},
		{"mpegts", "zeros behind", ts(188, 0, 6) + zeros(100), 0, nil},
		{"mpegts", "packets of zeros behind", ts(188, 0, 6) + zeros(1000), 0, errBroken},
		{"mpegts", "zeros behind, with time codes", ts(192, 4, 6) + zeros(100), 0, nil},
		{"mpegts", "packets of zeros behind, with time codes", ts(192, 4, 6) + zeros(1000), 0, errBroken},
		{"mpegts", "few zeros behind, with time codes", ts(192, 4, 6) + zeros(3), 0, nil},
		{"mpegts", "zeros between", ts(188, 0, 6) + zeros(1880) + ts(188, 0, 6), 0, errBroken},
		{"mpeg", "whole", pack2 + pes + "\x00\x00\x01\xb9", 0, nil},
		{"mpeg", "cut", pack2 + pes, 1, errCutShort},
		{"mpeg", "whole MPEG-1", pack1 + pes, 0, nil},
		{"mpeg", "cut MPEG-1", pack1 + pes, 1, errCutShort},
		{"asf", "whole", asf(packet, packet, packet), 0, nil},
		{"asf", "cut", asf(packet, packet, packet), 1, errCutShort},
		{"asf", "another packet", asf(packet, "abcdefghij", packet), 0, errBroken},
		{"ogg", "whole", oggPage(2, 0) + oggPage(0, 1) + oggPage(4, 2), 0, nil},
		{"ogg", "cut", oggPage(2, 0) + oggPage(0, 1) + oggPage(4, 2), 1, errCutShort},
		{"ogg", "a page less", oggPage(2, 0) + oggPage(4, 2), 0, errBroken},
		{"ogg", "bytes between", oggPage(2, 0) + zeros(40) + oggPage(4, 1), 0, errBroken},
		{"ogg", "bytes behind", oggPage(2, 0) + oggPage(4, 1) + zeros(40), 0, nil},
		{"mxf", "whole", key + "\x02ab" + key + "\x83\x00\x00\x02ab", 0, nil},
		{"mxf", "cut", key + "\x02ab" + key + "\x83\x00\x00\x02ab", 1, errCutShort},
		{"mxf", "bytes between", key + "\x02ab" + "abc" + key + "\x02ab", 0, errBroken},
		{"mxf", "zeros behind", key + "\x02ab" + zeros(40), 0, nil},
		{"mxf", "a footer", mxfFooter(80) + key + "\x02ab", 0, nil},
		{"mxf", "a footer that is cut off", mxfFooter(80), 0, errCutShort},
		{"flv", "whole", flv + tag + tag, 0, nil},
		{"flv", "without a last size", flv + tag + tag, 4, nil},
		{"flv", "cut", flv + tag + tag, 5, errCutShort},
		{"flv", "another tag", flv + "\x01" + tag, 0, errBroken},
		{"swf", "whole", "FWS\x05\x0c\x00\x00\x00abcd", 0, nil},
		{"swf", "cut", "FWS\x05\x0c\x00\x00\x00abcd", 1, errCutShort},
		{"rm", "whole", rm + rmData + rmData, 0, nil},
		{"rm", "cut", rm + rmData + rmData, 1, errCutShort},
		{"rm", "another packet", rm + "\x02\x02" + rmData + rmData, 0, errBroken},
		{"roq", "whole", roq + roqData + roqData, 0, nil},
		{"roq", "cut", roq + roqData + roqData, 1, errCutShort},
		{"roq", "another chunk", roq + roqData + "abcdefgh" + roqData, 0, errBroken},
		{"obu", "whole", "\x12\x00" + "\x0a\x03abc" + "\x36\x08\x02ab", 0, nil},
		{"obu", "cut", "\x12\x00" + "\x0a\x03abc", 1, errCutShort},
		{"obu", "no unit", "\x12\x00" + "\x8a\x03abc", 0, errBroken},
		{"obu", "zeros behind", "\x12\x00" + "\x0a\x03abc" + zeros(40), 0, nil},
		{"gif", "whole", string(aGIF()), 0, nil},
		{"gif", "cut", string(aGIF()), 1, errCutShort},
		{"gif", "without colours", "GIF89a\x02\x00\x02\x00\x01\x00\x00" + gifLocal + data(3) + ";", 0, nil},
		{"gif", "a long picture", gif(gifImage, data(9000), ";"), 0, nil},
		{"gif", "a long picture, cut", gif(gifImage, data(9000)), 1, errCutShort},
		{"gif", "a long picture, and no trailer", gif(gifImage, data(9000)), 0, errCutShort},
		{"gif", "a byte between", gif(gifImage, data(3), "x", gifImage, data(3), ";"), 0, errBroken},
		{"gif", "bytes behind", gif(gifImage, data(9000), ";abc"), 0, nil},
		{"gif in a pipe", "whole", long + ";", 0, nil},
		{"gif in a pipe", "bytes behind", long + ";abc", 0, nil},
		{"gif in a pipe", "cut", long, 0, errCutShort},
		{"gif in a pipe", "cut in a picture", long, 5000, errCutShort},
		{"gif in a pipe", "a byte between", long + "x;", 0, errBroken},
		{"gif in a pipe", "a large picture", gif(gifDelay, gifImage, data(150e3), ";"), 0, nil},
		{"gif in a pipe", "a large picture, and zeros", gif(gifDelay, gifImage, data(150e3), ";", zeros(100)), 0, nil},
		{"gif in a pipe", "a large picture, cut", gif(gifDelay, gifImage, strings.ReplaceAll(data(150e3), ";", "x")), 0, errCutShort},
		{"apng", "whole", png, 0, nil},
		{"apng", "cut", png, 1, errCutShort},
		{"apng", "bytes behind", png + "abc", 0, nil},
		{"png_pipe", "whole", png, 0, nil},
		{"png_pipe", "cut", png, 1, errCutShort},
	}
	for n := range len(aGIF()) {
		rows = append(rows, row{"gif", "cut anywhere", string(aGIF()[:n]), 0, errCutShort})
	}
	type proof struct{ container, what string }
	proved := map[proof]bool{}
	for _, r := range rows {
		proved[proof{r.container, r.what}] = true
		name, piped := strings.CutSuffix(r.container, " in a pipe")
		var f fileBytes = memoryFile(r.data[:len(r.data)-r.cut])
		if piped {
			f = pipedFile{f.(memoryFile)}
		}
		if err := checkStructure(name+",another name", f); err != r.want {
			t.Errorf("%s, %s, of %d bytes: %v, want %v", r.container, r.what, f.length(), err, r.want)
		}
	}
	for container := range structures {
		for _, what := range []string{"whole", "cut"} {
			if !proved[proof{container, what}] {
				t.Errorf("no row says that %s is %s", container, what)
			}
		}
	}
}
