package treecode_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/bits"
	"strings"
	"testing"

	"ffkvadrat/tests/docpage"
)

// steps decodes trees of quads as docs/reference/formats/ffq.md defines them, and records each
// decision.
type steps struct {
	documented
	frame int
	quads [][3]int
	rows  []string
}

var stateLetters = [...]string{isEmpty: "E", isLeaf: "L", isSplit: "S", isUnknown: "U"}

func (d *steps) decide(k, x, y int, model string) int {
	c := uint64(32768)
	if m := d.models[model]; m != nil {
		c = m[0]
	}
	width, at := d.width, d.at
	bit := d.decision(model)
	d.rows = append(d.rows, fmt.Sprintf("| %d | %d (%d, %d) | `%s` | %d | `%016x` | `%016x` | %d |", d.frame, k, x, y, model, c, width, at, bit))
	return bit
}

func (d *steps) was(k, x, y int) int {
	if d.before == nil {
		return isUnknown
	}
	return d.before.state(k, x, y, 0)
}

func (d *steps) quad(k, x, y int) {
	if x >= d.size[0] || y >= d.size[1] {
		return
	}
	s := fmt.Sprintf("[%d %s%s%s]", min(k, 7), stateLetters[d.state(k, x-1<<k, y, 0)], stateLetters[d.state(k, x, y-1<<k, 0)], stateLetters[d.was(k, x, y)])
	at := place{k, x, y, 0}
	switch {
	case k > 0 && d.decide(k, x, y, "split"+s) == 1:
		d.cells[at] = isSplit
		h := 1 << (k - 1)
		for j := 0; j < 4 && k > 1; j++ {
			d.quad(k-1, x+j&1*h, y+j>>1*h)
		}
		if k == 1 {
			d.four(x, y)
		}
	case x+1<<k <= d.size[0] && y+1<<k <= d.size[1] && d.decide(k, x, y, "leaf"+s) == 1:
		d.cells[at] = isLeaf
		d.quads = append(d.quads, [3]int{x, y, 1 << k})
	default:
		d.cells[at] = isEmpty
	}
}

// four decodes the pixels of a split cell of level 1.
func (d *steps) four(x, y int) {
	a, b, c := d.pixels(x-2, y, 0), d.pixels(x, y-2, 0), 16
	if d.before != nil {
		c = 0
		for i, bit := range d.before.pixels(x, y, 0) {
			c |= bit << i
		}
	}
	var p [4]int
	for i := range p {
		near := strings.Trim(strings.ReplaceAll(fmt.Sprint([][]int{{a[1], b[2]}, {p[0], b[3]}, {a[3], p[0], p[1]}, {p[0], p[1], p[2]}}[i]), " ", ""), "[]")
		state := isEmpty
		if p[i] = d.decide(0, x+i&1, y+i>>1, fmt.Sprintf("pixel[%d, %d %s]", i, c, near)); p[i] == 1 {
			state = isLeaf
			d.quads = append(d.quads, [3]int{x + i&1, y + i>>1, 1})
		}
		d.cells[place{0, x + i&1, y + i>>1, 0}] = state
	}
}

// TestQuadsByDocument: a decoder written from the document alone reads the file in
// docs/reference/formats/ffq.md, takes the decisions listed there, and finds the quads of quads.md.
func TestQuadsByDocument(t *testing.T) {
	var want []string
	for _, row := range docpage.Rows(t, docpage.Page(t, "ffq.md"), "All decisions of its two lists") {
		want = append(want, fmt.Sprintf("| %s | %s | `%s` | %s | `%s` | `%s` | %s |", row[0], row[1], row[2], row[3], row[4], row[5], row[6]))
	}
	lines := strings.Split(docpage.NDJSON(t), "\n")
	file := docpage.FFQ(t)
	const signature = "\x89FFQ\r\n\x1a\n"
	if string(file[:8]) != signature || string(file[len(file)-8:]) != signature {
		t.Fatal("the signature is not there")
	}
	var got []string
	var before *documented
	kinds := ""
	frame := 0
	for at := 8; at < len(file)-16; {
		length, n := binary.Uvarint(file[at+1:])
		end := at + 1 + n + int(length)
		payload := file[at+1+n : end]
		if sum := crc32.Checksum(file[at:end], crc32.MakeTable(crc32.Castagnoli)); sum != binary.LittleEndian.Uint32(file[end:]) {
			t.Fatalf("the record at %d has the check sum %08x, not %08x", at, sum, file[end:end+4])
		}
		kind := file[at]
		kinds += string(kind)
		switch kind {
		case 'H':
			if payload[0] != 1 || string(payload[1:]) != lines[0] {
				t.Errorf("the header is %q", payload)
			}
		case 'K', 'F':
			if payload[0] != 7 || payload[1] != 'I' || int(payload[2]) != frame || int(payload[3]) != 2*frame {
				t.Errorf("frame %d begins with %x", frame, payload[:4])
			}
			if kind == 'K' {
				before = nil
			}
			d := steps{frame: frame, documented: documented{
				code: payload[5:], width: 1<<64 - 1, models: map[string]*[2]uint64{}, cells: map[place]int{}, before: before,
				size: [3]int{docpage.Width, docpage.Height, 1}, top: bits.Len(uint(max(docpage.Width, docpage.Height) - 1)),
			}}
			for range 8 {
				d.at = d.at<<8 | d.byte()
			}
			d.quad(d.top, 0, 0)
			if more := d.next - len(d.code); more < 0 || more > 8 {
				t.Errorf("frame %d: %d bytes more than there are", frame, more)
			}
			var line struct {
				Quads [][3]int
			}
			if err := json.Unmarshal([]byte(lines[1+frame]), &line); err != nil || fmt.Sprint(line.Quads) != fmt.Sprint(d.quads) || len(d.quads) != int(payload[4]) {
				t.Errorf("frame %d has %v, not %v, %v", frame, d.quads, line.Quads, err)
			}
			got = append(got, d.rows...)
			before = &d.documented
			frame++
		case 'I':
			if place := binary.LittleEndian.Uint64(file[end+4:]); place != uint64(at) || end+4+16 != len(file) {
				t.Errorf("the index is at %d, not %d", at, place)
			}
		}
		at = end + 4
	}
	if kinds != "HKFI" {
		t.Errorf("the records are %s", kinds)
	}
	if a, b := strings.Join(want, "\n"), strings.Join(got, "\n"); a != b {
		t.Errorf("the decisions are\n%s", b)
	}
}
