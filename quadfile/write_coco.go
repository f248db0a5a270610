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
	return &cocoEncoder{output: o}, nil
}

func (e *cocoEncoder) plan(p *Piece) (plan, error) {
	e.images.add(&p.frame)
	return plan{passes: 1, longest: maxAnnotation}, nil
}

func (e *cocoEncoder) append(t []byte, p *Piece) []byte {
	f, hit := &p.frame, &e.header.Analysis.Search.Template
	t = slices.Grow(t, len(f.Quads)*maxAnnotation)
	for i, q := range f.Quads {
		id := p.quadsAhead + int64(i) + 1
		if id > 1 {
			t = append(t, ',')
		}
		t = append(t, "\n{\"id\":"...)
		t = strconv.AppendInt(t, id, 10)
		t = append(t, `,"image_id":`...)
		t = strconv.AppendInt(t, imageID(f.Index), 10)
		t = append(t, `,"category_id":`...)
		category := q.Level()
		if len(f.Classes) != 0 {
			category = int(f.Classes[i])
		}
		t = strconv.AppendInt(t, int64(category)+1, 10)
		width, height := int64(q.Size()), int64(q.Size())
		if len(f.Values) != 0 {
			width, height = int64(hit.Width), int64(hit.Height)
		}
		t = append(t, `,"bbox":[`...)
		t = strconv.AppendInt(t, int64(q.X()), 10)
		t = appendNext(t, int64(q.Y()))
		t = appendNext(t, width)
		t = appendNext(t, height)
		t = append(t, `],"area":`...)
		t = strconv.AppendInt(t, width*height, 10)
		t = append(t, `,"iscrowd":0`...)
		if len(f.Values) != 0 {
			t = append(t, `,"value":`...)
			t = strconv.AppendInt(t, int64(f.Values[i]), 10)
		}
		if len(f.Means) != 0 {
			v := f.Means[i].Vector()
			t = append(t, `,"mean":[`...)
			t = strconv.AppendInt(t, int64(v[0]), 10)
			t = appendNext(t, int64(v[1]))
			t = appendNext(t, int64(v[2]))
			t = append(t, ']')
		}
		t = append(t, '}')
	}
	return t
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
