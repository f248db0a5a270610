package quadfile

import (
	"fmt"
	"slices"
	"strconv"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/edge"
)

// maxAnnotation is longer than any annotation and the bytes that are stored past its end.
const maxAnnotation = 256

// usualAnnotation is the length of most annotations in bytes.
const usualAnnotation = 90

// cocoEncoder writes a COCO object detection file: annotations as they come, numbered through the
// file, and the images at the end.
type cocoEncoder struct {
	*output
	images imageRuns
	rests  [levels.Count]block // of annotations, by the quad's level
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
	return plan{passes: 1, each: usualAnnotation}, nil
}

func (e *cocoEncoder) append(t []byte, p *Piece) []byte {
	f, start := &p.frame, len(t)
	places, ids := cocoPlaces(f.Index), newTally(p.quadsAhead)
	t = slices.Grow(t, len(f.Quads)*maxAnnotation)
	n := len(t)
	t = t[:cap(t)]
	for i, q := range f.Quads {
		b := t[n : n+maxAnnotation]
		at := copy(b, ",\n{\"id\":")
		at += ids.putNext(b[at:])
		category := q.Level()
		if len(f.Classes) != 0 {
			category = int(f.Classes[i])
		}
		at += places[category].put(b[at:])
		at += putNumber(b[at:], q.X())
		at += putNumber(b[at:], q.Y())
		at += e.rests[q.Level()].put(b[at:])
		if len(f.Values) != 0 {
			at += copy(b[at:], `,"value":`)
			at += putValue(b[at:], f.Values[i]) - len(",")
		}
		if len(f.Means) != 0 {
			at += copy(b[at:], `,"mean":[`)
			for _, v := range f.Means[i].Vector() {
				at += putNumber(b[at:], int(v))
			}
			b[at-1] = ']' // in place of the last comma
		}
		b[at] = '}'
		n += at + 1
	}
	if p.quadsAhead == 0 && n > start { // without the first comma
		n = start + copy(t[start:], t[start+1:n])
	}
	return t[:n]
}

// cocoPlaces returns the text between the number of an annotation and x, by its category from 0.
func cocoPlaces(index int64) (places [edge.MaxClasses]block) {
	var room [blockSize]byte
	b := strconv.AppendInt(append(room[:0], `,"image_id":`...), imageID(index), 10)
	b = append(b, `,"category_id":`...)
	for i := range places {
		places[i] = newBlock(append(strconv.AppendInt(b, int64(i+1), 10), `,"bbox":[`...))
	}
	return places
}

// cocoRests returns the text after the place of a quad of each level: its size and area.
func cocoRests(h *Header) (rests [levels.Count]block) {
	for level := range rests {
		width, height := 1<<level, 1<<level
		if h.hasValues() {
			width, height = h.Analysis.Search.Template.Width, h.Analysis.Search.Template.Height
		}
		rests[level] = newBlock(fmt.Appendf(nil, `%d,%d],"area":%d,"iscrowd":0`, width, height, width*height))
	}
	return rests
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
