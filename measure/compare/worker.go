package compare

import (
	"context"
	"fmt"
	"image"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/edges"
	"ffkvadrat/measure/fit"
)

// worker compares frames.
type worker struct {
	options *Options
	meter   *edges.Meter
	watched bool          // matches are judged
	fitters []*fit.Fitter // one an encode
	cells   *cellRows     // for rows by quad; else nil
	areas   areaFinder
	builder partition.Builder
	begun   bool
}

func (s *sink) newWorker() (*worker, error) {
	meter, err := edges.NewMeter(s.options.Params)
	w := &worker{options: s.options, meter: meter, watched: s.watches()}
	if err == nil && (s.options.ByQuad || s.options.WorstAreas > 0) {
		meter.Divide()
	}
	if s.options.ByQuad {
		w.cells = newCellRows(&s.header, s.options.Form)
	}
	for i := range s.videos {
		w.fitters = append(w.fitters, s.fitter(i))
	}
	return w, err
}

// work fills in an item's rows.
func (w *worker) work(ctx context.Context, it *item) error {
	defer it.release()
	if w.cells != nil {
		it.text = it.text[:0]
		it.batch.Clear(len(w.cells.list))
	}
	if ctx.Err() != nil || it.stray() {
		return nil
	}
	if !w.begun && w.options.Begins != nil {
		w.options.Begins()
	}
	w.begun = true
	reference := &it.frame.Picture
	err := w.meter.Begin(reference)
	if err != nil {
		return fmt.Errorf("frame at %.3f s: %w", it.frame.Time, err)
	}
	if w.watched {
		align.Glance(reference, &it.looks[0])
	}
	for i, match := range it.matches {
		r := &it.rows[i]
		r.encode, r.place, r.found, r.alone = i, placeOf(it.frame), match != nil, false
		if !r.found {
			continue
		}
		r.match, r.bytes, r.frameType, r.lasts = placeOf(match), match.Packet, match.PictType, it.frame.Duration
		if w.options.QP {
			r.coded = partition.Totals{}
			if _, ok := w.builder.Of(&match.Picture, match.Packet); ok {
				r.coded = w.builder.Totals()
				_, r.coarsest = w.builder.Scale()
			}
		}
		fitter, like := w.fitters[i], fit.KindOf(it.frame)
		if err := fitter.Check(w.options.Encodes[i], match.Time, fit.KindOf(match), like, true); err != nil {
			return err
		}
		picture, err := fitter.Run(&match.Picture, like)
		if err == nil {
			err = picture.Fetch()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", w.options.Encodes[i], err)
		}
		if err := w.meter.Of(picture, &r.measures); err != nil {
			return fmt.Errorf("%s: frame at %.3f s: %w", w.options.Encodes[i], match.Time, err)
		}
		if w.watched {
			align.Glance(picture, &it.looks[1+i])
		}
		if w.cells != nil {
			w.cells.add(it, r, w.meter)
		}
		if w.options.WorstAreas > 0 {
			for kind, find := range areaKinds {
				r.worst[kind] = find(&w.areas, w.meter, image.Pt(reference.Width, reference.Height))
			}
		}
		if w.options.VMAF {
			if err := it.pairs[i].set(picture, reference); err != nil {
				return fmt.Errorf("%s: %w", w.options.Encodes[i], err)
			}
		}
	}
	return nil
}

func (w *worker) close() {
	for _, f := range w.fitters {
		f.Close()
	}
}
