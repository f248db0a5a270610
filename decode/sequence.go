package decode

// #include "sequence.h"
// #include "shim.h"
import "C"

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/sequence"
)

// SequenceOptions say how sequences of pictures are opened.
type SequenceOptions struct {
	Rate Rational // frames per second; 0/0 means the rate of the first picture, 25 if it has none
	// NoHoles refuses a sequence with a missing picture. Otherwise these are [Faults].
	NoHoles bool
}

// defaultRate is the rate of pictures that have none.
var defaultRate = Rational{25, 1}

// pictures are the files of a sequence.
type pictures struct {
	*sequence.Sequence
	rate Rational
	name []byte // of the last file, for C
	last packetBytes

	container string // FFmpeg's name of that of the first picture
}

// IsSequence reports whether a name is the pattern of pictures that form one video. The name of a file
// that exists is never a pattern.
func IsSequence(name string) bool {
	if !ClaimsStill(name) || IsURL(name) {
		return false
	}
	if _, ok := sequence.Parse(name); !ok {
		return false
	}
	_, err := os.Lstat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// openSequence opens the first picture of a sequence. All others are files of the same folder.
func openSequence(ctx context.Context, path string, access Access) (*input, error) {
	pattern, _ := sequence.Parse(path)
	s, err := sequence.Find(pattern)
	if err != nil {
		return nil, err
	}
	if s.Missing() > 0 && access.Sequence.NoHoles {
		return nil, missingError(s, 0, len(s.Numbers)-1)
	}
	in, err := openInput(context.WithValue(ctx, accessKey{}, Access{MaxPixels: access.MaxPixels}), s.Name(s.First()))
	if err != nil {
		return nil, err
	}
	in.access, in.path = access, path
	if in.size < 0 {
		in.close()
		return nil, fmt.Errorf("%s is not a file", filepath.Base(s.Name(s.First())))
	}
	in.pictures = &pictures{Sequence: s, rate: access.Sequence.Rate}
	if in.pictures.rate == (Rational{}) {
		in.pictures.rate = dpxRate(in.at(0, 2048))
	}
	return in, nil
}

// missingError returns the error for the pictures that are missing between those of two indices.
func missingError(s *sequence.Sequence, from, to int) error {
	const most = 3
	part := *s
	part.Numbers = s.Numbers[from : to+1]
	var holes []string
	for _, h := range part.Holes(most + 1) {
		holes = append(holes, h.String())
	}
	if len(holes) > most {
		holes[most] = "others"
	}
	n, verb := part.Missing(), "pictures are"
	if n == 1 {
		verb = "picture is"
	}
	return fmt.Errorf("%d %s missing: %s", n, verb, strings.Join(holes, ", "))
}

// dpxRate returns the rate in the header of a DPX picture, else the default.
func dpxRate(head []byte) Rational {
	const film, television = 1724, 1940 // offsets
	if len(head) < television+4 {
		return defaultRate
	}
	var order binary.ByteOrder
	switch string(head[:4]) {
	case "SDPX":
		order = binary.BigEndian
	case "XPDS":
		order = binary.LittleEndian
	default:
		return defaultRate
	}
	for _, offset := range []int{film, television} {
		if int(order.Uint32(head[4:])) < offset+4 { // the samples begin before, as in FFmpeg's
			break
		}
		rate := float64(math.Float32frombits(order.Uint32(head[offset:])))
		if rate >= 1 && rate <= fastest { // unknown rates are not numbers, or 0
			return rateNear(rate)
		}
	}
	return defaultRate
}

// slowest and fastest limit rates, in frames per second.
const slowest, fastest = 0.01, 1000

// ParseRate reads frames per second: 24, 24000/1001, or 23.976, which means the same. Its error says
// only what is wrong with the text.
func ParseRate(text string) (Rational, error) {
	num, den, fraction := strings.Cut(text, "/")
	rate := Rational{Den: 1}
	var err, err2 error
	if fraction {
		rate.Num, err = strconv.Atoi(num)
		rate.Den, err2 = strconv.Atoi(den)
	} else {
		var value float64
		if value, err = strconv.ParseFloat(num, 64); value >= slowest && value <= fastest {
			rate = rateNear(value)
		}
	}
	if err != nil || err2 != nil || max(rate.Num, rate.Den) > math.MaxInt32 || rate.Num <= 0 || rate.Den <= 0 {
		return Rational{}, fmt.Errorf("%q is not a rate such as 24 or 24000/1001", text)
	}
	if v := rate.Float(); v < slowest || v > fastest {
		return Rational{}, fmt.Errorf("%s: rates are from %g to %g", text, slowest, float64(fastest))
	}
	return rate.reduced(), nil
}

// rateNear returns the fraction for a rate: whole, a whole number of thousandths of 1001, or rounded to
// thousandths.
func rateNear(rate float64) Rational {
	for _, r := range []Rational{{int(math.Round(rate)), 1}, {1000 * int(math.Round(rate*1.001)), 1001}} {
		if math.Abs(r.Float()-rate) < 1e-3 {
			return r
		}
	}
	return Rational{int(math.Round(rate * 1000)), 1000}.reduced()
}

// describe adds what the sequence says.
func (p *pictures) describe(info *Info) {
	info.Container, info.Sequence = "image2", p.Sequence
	info.BitRate, info.VideoBitRate = 0, 0
	info.Frames = int64(len(p.Numbers))
	info.Duration = float64(p.Length()) / p.rate.Float()
}

// prefixOf returns the record of a sequence: each file has its tick and its index, whether it decodes or
// not. Each gives perFrame pictures.
func prefixOf(p *pictures, perFrame int64) prefix {
	if p == nil {
		return prefix{}
	}
	ticks := make([]int64, 0, int64(len(p.Numbers))*perFrame)
	for _, n := range p.Numbers {
		for field := range perFrame {
			ticks = append(ticks, p.Tick(n)*perFrame+field)
		}
	}
	return prefix{ticks: ticks, complete: true}
}

// beginPictures makes the demuxer of the first picture that of the sequence: a tick is a frame.
func (d *demuxer) beginPictures() error {
	p := d.in.pictures
	if p == nil {
		return nil
	}
	if name := d.fc.InputFormat().Name(); !strings.HasSuffix(name, "_pipe") || d.fc.NbStreams() != 1 {
		return fmt.Errorf("%w: %s is a video, not a picture of a sequence", ErrNotVideo, filepath.Base(p.Name(p.First())))
	}
	d.next, p.container = 0, d.fc.InputFormat().Name()
	s := streamPointer(d.fc.Streams()[0])
	s.time_base = C.AVRational{num: C.int(p.rate.Den), den: C.int(p.rate.Num)}
	s.avg_frame_rate = C.AVRational{num: C.int(p.rate.Num), den: C.int(p.rate.Den)}
	s.r_frame_rate = s.avg_frame_rate
	s.duration, s.start_time = C.int64_t(p.Length()), 0
	d.c.start_time, d.c.duration_estimation_method = noPTS, C.AVFMT_DURATION_FROM_STREAM
	return nil
}

// readPicture reads the sequence's next picture into d.cpkt. After an error the picture is passed.
func (d *demuxer) readPicture() error {
	if err := d.in.ctx.Err(); err != nil {
		return err
	}
	p := d.in.pictures
	if d.next >= len(p.Numbers) {
		return io.EOF
	}
	index := d.next
	number := p.Numbers[index]
	d.next++
	p.name = append(p.AppendName(p.name[:0], number), 0)
	rc := C.picture_read(d.in.c, (*C.char)(unsafe.Pointer(&p.name[0])), d.cpkt)
	if rc == C.AVERROR_EXIT && d.in.ctx.Err() != nil {
		return d.in.ctx.Err()
	}
	if rc < 0 {
		return fmt.Errorf("%s: %w", filepath.Base(p.Name(number)), pictureError(rc))
	}
	d.cpkt.stream_index = C.int(d.stream)
	d.cpkt.pts = C.int64_t(p.Tick(number))
	d.cpkt.dts, d.cpkt.duration = d.cpkt.pts, 1
	d.cpkt.pos = C.int64_t(index)
	d.cpkt.flags |= C.AV_PKT_FLAG_KEY
	return nil
}

// packetBytes are the bytes of a picture that was read.
type packetBytes struct{ data []byte }

func (p *packetBytes) length() int64 { return int64(len(p.data)) }

func (p *packetBytes) at(offset int64, n int) []byte {
	offset = min(max(offset, 0), p.length())
	return p.data[offset:min(offset+int64(n), p.length())]
}

func (p *packetBytes) into(buf []byte, offset int64) []byte { return p.at(offset, len(buf)) }

// checkPicture returns what is wrong with the structure of the sequence's picture in d.cpkt.
func (d *demuxer) checkPicture() error {
	p := d.in.pictures
	if p == nil || d.cpkt.data == nil {
		return nil
	}
	p.last.data = unsafe.Slice((*byte)(unsafe.Pointer(d.cpkt.data)), d.cpkt.size)
	defer func() { p.last.data = nil }()
	if err := checkStructure(p.container, &p.last); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(p.Name(p.Numbers[d.cpkt.pos])), err)
	}
	return nil
}

func pictureError(rc C.int) error {
	switch rc {
	case C.PICTURE_NO_FILE:
		return errors.New("it is not a file")
	case C.PICTURE_EMPTY:
		return errors.New("it is empty")
	case C.PICTURE_LARGE:
		return errors.New("it is too large")
	}
	return astiav.Error(rc)
}

// countHoles counts the pictures that are missing between the frame returned before and that of a tick of
// the stream.
func (v *Video) countHoles(tick int64) {
	p := v.dec.dem.in.pictures
	if p == nil || v.last == noPTS || tick <= v.passed {
		return
	}
	from, to := p.At(max(v.fields.streamTicks(v.last), v.passed)), p.At(tick)
	v.passed = tick
	missing := tick - p.Tick(p.Numbers[from]) - int64(to-from)
	if missing <= 0 {
		return
	}
	v.faults.Missing += int(missing)
	if v.faults.First == nil {
		v.faults.First = &fault{v.path, missingError(p.Sequence, from, to)}
	}
}
