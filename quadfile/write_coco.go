package quadfile

import (
	"fmt"
	"slices"
	"strconv"

	"ffkvadrat/analysis/levels"
)

// maxAnnotation is longer than any annotation.
const maxAnnotation = 256

// cocoEncoder writes a COCO object detection file: annotations as they come, numbered through the
// file, and the images at the end.
type cocoEncoder struct {
	*output
	images imageRuns
	rests  [levels.Count]string // of annotations, by the quad's level
}

func newCOCO(o *output) (encoder, error) {
	h := &o.header
	categories, name, what, sizes := levels.Count, "quad-", "size", true
	if n := h.Analysis.Bounds.Classes(); n > 0 {
		categories, name, what, sizes = n, "class-", "class", false
	}
	if h.Analysis.Variant.Searches() {
		categories, name, what, sizes = 1, "hit-", "template", false
	}
	t := fmt.Appendf(nil, `{"info":{"description":"Quads of a video, one category a %s","version":"1","header":`, what)
	t = appendHeader(t, h, false)
	t = append(t, "},\n\"licenses\":[],\n\"categories\":[\n"...)
	for i := range categories {
		if i > 0 {
			t = append(t, ",\n"...)
		}
		number := i
		if sizes {
			number = 1 << i
		}
		t = fmt.Appendf(t, `{"id":%d,"name":"%s%d","supercategory":"quad"}`, i+1, name, number)
	}
	o.out.Write(append(t, "\n],\n\"annotations\":["...))
	return &cocoEncoder{output: o, rests: cocoRests(h)}, nil
}

func (e *cocoEncoder) plan(p *Piece) (plan, error) {
	e.images.add(&p.frame)
	return plan{passes: 1, longest: maxAnnotation}, nil
}

func (e *cocoEncoder) append(t []byte, p *Piece) []byte {
	f := &p.frame
	var place [64]byte
	image := strconv.AppendInt(append(place[:0], `,"image_id":`...), imageID(f.Index), 10)
	image = append(image, `,"category_id":`...)
	id := newTally(p.quadsAhead)
	t = slices.Grow(t, len(f.Quads)*maxAnnotation)
	for i, q := range f.Quads {
		if p.quadsAhead > 0 || i > 0 {
			t = append(t, ',')
		}
		t = append(t, "\n{\"id\":"...)
		t = append(t, id.next()...)
		t = append(t, image...)
		category := q.Level()
		if len(f.Classes) != 0 {
			category = int(f.Classes[i])
		}
		t = append(appendSmall(t, category+1), `,"bbox":[`...)
		t = append(appendSmall(t, q.X()), ',')
		t = append(appendSmall(t, q.Y()), ',')
		t = append(t, e.rests[q.Level()]...)
		if len(f.Values) != 0 {
			t = appendSmall(append(t, `,"value":`...), int(f.Values[i]))
		}
		if len(f.Means) != 0 {
			v := f.Means[i].Vector()
			t = append(t, `,"mean":[`...)
			t = append(appendSmall(t, int(v[0])), ',')
			t = append(appendSmall(t, int(v[1])), ',')
			t = append(appendSmall(t, int(v[2])), ']')
		}
		t = append(t, '}')
	}
	return t
}

// cocoRests returns the text after the place of a quad of each level: its size and area.
func cocoRests(h *Header) (rests [levels.Count]string) {
	for level := range rests {
		width, height := 1<<level, 1<<level
		if h.hasValues() {
			width, height = h.Analysis.Search.Template.Width, h.Analysis.Search.Template.Height
		}
		rests[level] = fmt.Sprintf(`%d,%d],"area":%d,"iscrowd":0`, width, height, width*height)
	}
	return rests
}

// tally counts in decimal digits.
type tally struct {
	digits [20]byte
	first  int
}

// newTally returns a tally whose next number is n+1.
func newTally(n int64) (t tally) {
	var room [20]byte
	text := strconv.AppendInt(room[:0], n, 10)
	t.first = len(t.digits) - len(text)
	copy(t.digits[t.first:], text)
	return t
}

// next returns the next number. The text is valid until the next call.
func (t *tally) next() []byte {
	i := len(t.digits) - 1
	for ; i >= t.first && t.digits[i] == '9'; i-- {
		t.digits[i] = '0'
	}
	if i < t.first {
		t.first, t.digits[i] = i, '0'
	}
	t.digits[i]++
	return t.digits[t.first:]
}

func (e *cocoEncoder) end() error {
	t := []byte("\n],\n\"images\":[")
	first := true
	for img := range e.images.all {
		if !first {
			t = append(t, ',')
		}
		first = false
		t = appendImage(t, img)
		if _, err := e.out.Write(t); err != nil {
			return err
		}
		t = t[:0]
	}
	_, err := e.out.Write(append(t, "\n]}\n"...))
	return err
}

func appendImage(t []byte, img image) []byte {
	t = append(t, "\n{\"id\":"...)
	t = strconv.AppendInt(t, imageID(img.index), 10)
	t = append(t, `,"width":`...)
	t = strconv.AppendInt(t, int64(img.width), 10)
	t = append(t, `,"height":`...)
	t = strconv.AppendInt(t, int64(img.height), 10)
	t = fmt.Appendf(t, `,"file_name":"%06d.png","frame_index":%d`, img.index, img.index)
	if img.hasPTS {
		t = append(t, `,"pts":`...)
		t = strconv.AppendInt(t, img.pts, 10)
	}
	return append(t, '}')
}

// imageID returns a frame's id in the file. It is never 0, which programs take for none.
func imageID(index int64) int64 { return index + 1 }
