package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/fit"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile/columns"
)

// sink takes the reference's frames, finds their matches and compares them.
type sink struct {
	options   *Options
	selection pipeline.Selection // of the frames to compare
	threads   int                // of the encodes' decoders; 0 means FFmpeg's default

	videos   []*input
	header   header
	clock    clock // of the reference
	pictures *pipeline.Pictures
	w        io.Writer
	table    *table    // wraps w, for columnar forms; else nil
	cells    *cellSink // for rows by quad; else nil
	tallies  []tally
	drifts   []drift                     // of the encodes, if frames are matched by times
	worst    [][AreaKindCount]worstAreas // one an encode
	scoring  *scoring                    // nil without VMAF
	report   Report

	now, next chosen // the frame to fill in next, and the one after it
	before    *instant
	last      instant // storage for before
	passed    int64
	compared  int64
	looked    bool // next has been taken
}

// chosen is a frame of the reference and its time.
type chosen struct {
	pipeline.Chosen
	at instant
}

// item is a frame with its matches, in flight.
type item struct {
	frame   *decode.Frame
	part    float64
	matches []*decode.Frame // one an encode, may be nil
	rows    []row           // one an encode
	pairs   []pair          // one an encode, for VMAF
	looks   []align.Print   // of the frame, and of each match, if frames are matched by times
	text    []byte
	batch   columns.Batch // rows by quad for columnar forms
}

const (
	// maxWorkers and maxPixels limit the number of frames compared concurrently, and thereby
	// memory.
	maxWorkers = 8
	maxPixels  = 1 << 27
)

// Write implements pipeline.Sink.
func (s *sink) Write(ctx context.Context, w io.Writer, pictures *pipeline.Pictures) (err error) {
	s.videos, s.pictures, s.w, s.scoring, s.table, s.cells = nil, pictures, w, nil, nil, nil
	s.now, s.next, s.before, s.passed, s.compared, s.looked = chosen{}, chosen{}, nil, 0, 0, false
	defer s.close()
	if err := s.begin(ctx); err != nil {
		return err
	}
	o := pipeline.Ordered[item]{Fill: s.fill, Give: s.give}
	pixels := pictures.Info.Width * pictures.Info.Height * (1 + len(s.videos))
	workers := max(1, min(runtime.GOMAXPROCS(0), maxWorkers, maxPixels/max(1, pixels)))
	if n := s.options.Workers; n > 0 {
		workers = min(workers, n)
	}
	for range workers {
		worker, err := s.newWorker()
		if err != nil {
			return err
		}
		defer worker.close()
		o.Work = append(o.Work, worker.work)
	}
	for range workers + 2 {
		o.Items = append(o.Items, &item{matches: make([]*decode.Frame, len(s.videos)), rows: make([]row, len(s.videos)), pairs: make([]pair, len(s.videos)), looks: make([]align.Print, 1+len(s.videos))})
	}
	err = o.Run(ctx)
	for _, it := range o.Items {
		for i := range it.pairs {
			it.pairs[i].close()
		}
	}
	s.report.Frames = s.compared
	for i, f := range s.videos {
		e := &s.report.Encodes[i]
		e.Faults, e.Left, e.Means, e.Frames, e.Shifted = f.video.Faults(), f.left, s.tallies[i].means(), s.tallies[i].frames, s.drifts[i].shifted()
		for kind := range s.worst[i] {
			s.worst[i][kind].until(math.Inf(1))
			e.Areas[kind] = s.worst[i][kind].list
		}
	}
	if err != nil {
		return err
	}
	if s.scoring == nil {
		return errors.Join(s.table.close(), s.cells.close())
	}
	sums, err := s.scoring.finish(s.w, s.options.Form)
	for i, sum := range sums {
		if e := &s.report.Encodes[i]; e.Frames > 0 {
			e.Means.VMAF = sum / float64(e.Frames)
		}
	}
	if err == nil {
		err = s.table.close()
	}
	return err
}

// begin opens the encodes and writes the header.
func (s *sink) begin(ctx context.Context) error {
	o := s.options
	info := s.pictures.Info
	s.clock = newClock(info, o.Align.By == align.ByPTS)
	s.header = header{reference: quads.NewHeader(o.Reference, info, o.Params), align: o.Align, scale: o.Scale, coded: o.Coded, quads: o.Quads, vmaf: o.VMAF}
	s.header.names = strings.Split(strings.ToLower(info.Model.Letters()), "")
	s.report = Report{Names: s.header.names}
	s.tallies, s.worst, s.drifts = make([]tally, len(o.Encodes)), make([][AreaKindCount]worstAreas, len(o.Encodes)), make([]drift, len(o.Encodes))
	for i, name := range o.Encodes {
		for kind := range s.worst[i] {
			s.worst[i][kind].most = o.WorstAreas
		}
		f, err := open(ctx, name, o, s.threads)
		if err != nil {
			return err
		}
		s.videos = append(s.videos, f)
		s.header.encodes = append(s.header.encodes, quads.NewHeader(name, f.video.Info(), o.Params).Source)
		s.report.Encodes = append(s.report.Encodes, Encode{Name: s.header.encodes[i].Path, Turn: s.fitter(i).Turn, Scaled: s.resized(i)})
		if s.report.Encodes[i].Scaled != "" {
			o.Scale, s.header.scale = true, true
		}
	}
	if err := s.align(ctx); err != nil {
		return err
	}
	if o.VMAF {
		var err error
		if s.scoring, err = newScoring(len(o.Encodes)); err != nil {
			return err
		}
	}
	if o.ByQuad {
		var err error
		s.cells, err = newCellSink(s.w, o.Form, &s.header)
		return err
	}
	if form := forms[o.Form].table; form != nil {
		s.table = newTable(s.w, form, &s.header)
		s.w = s.table
		return nil
	}
	if _, err := s.w.Write(forms[o.Form].header(nil, &s.header)); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// take returns the reference's next frame; after the last one its Frame is nil.
func (s *sink) take() (c chosen, err error) {
	if c.Chosen, err = s.pictures.Next(); err != nil {
		if err == io.EOF {
			err = nil
		}
		return chosen{}, err
	}
	c.at = s.clock.of(c.Frame)
	return c, nil
}

// fill fills in the next frame to compare, with its matches.
func (s *sink) fill(_ context.Context, it *item) (err error) {
	it.frame, it.rows = nil, it.rows[:len(s.videos)]
	if s.passed == 0 && !s.looked {
		if s.now, err = s.take(); err != nil {
			return err
		}
		if s.now.Frame != nil && !s.selection.Whole() {
			if err := s.seek(); err != nil {
				return err
			}
		}
	}
	for ; ; s.advance() {
		if s.now.Frame == nil {
			return s.finish(it)
		}
		if s.selection.Frames > 0 && s.compared == s.selection.Frames {
			return io.EOF
		}
		if !s.looked {
			if s.next, err = s.take(); err != nil {
				return err
			}
			s.looked = true
		}
		if ok, err := s.stray(it); ok || err != nil {
			return err
		}
		if err := s.find(it); err != nil {
			return err
		}
		if s.passed%s.selection.Every == 0 {
			it.frame, it.part = s.now.Frame, s.now.Part
			s.now.Frame = nil
			s.compared++
			s.advance()
			return nil
		}
		it.release()
	}
}

// advance makes next the current frame.
func (s *sink) advance() {
	s.now.Frame.Release()
	s.last = s.now.at
	s.before = &s.last
	s.now, s.next, s.looked = s.next, chosen{}, false
	s.passed++
}

// find finds the matches of the current frame.
func (s *sink) find(it *item) (err error) {
	if s.options.Align.Steps() {
		return s.follow(it)
	}
	var after *instant
	if s.next.Frame != nil {
		after = &s.next.at
	}
	from, to := span(s.now.at, s.before, after, s.now.Frame.Duration)
	for i, f := range s.videos {
		if it.matches[i], err = f.match(from, to, s.now.at); err != nil {
			it.release()
			return err
		}
		if s.passed == 0 && !s.selection.Whole() {
			f.left = 0 // frames before the selection do not count
		}
	}
	return nil
}

// seek seeks in the encodes to a little before the first frame to compare.
func (s *sink) seek() error {
	const margin = 1 // s
	for _, f := range s.videos {
		if f.path != nil {
			if err := f.skipTo(s.now.Frame.Index); err != nil {
				return err
			}
			continue
		}
		seconds := float64(float64(s.clock.ticks(s.now.Frame)) * s.clock.base.Float())
		if s.options.Align.By == align.ByPTS {
			seconds -= f.video.Info().Start
		}
		if err := f.seek(seconds - margin - s.now.Frame.Duration); err != nil {
			return err
		}
	}
	return nil
}

// finish counts the encodes' frames after the reference's last one, if the reference has ended. With
// steps, it fills in one.
func (s *sink) finish(it *item) error {
	if s.selection.HasTo || s.selection.Frames > 0 {
		return io.EOF
	}
	if s.options.Align.Steps() {
		ok, err := s.stray(it)
		if !ok && err == nil {
			err = io.EOF
		}
		return err
	}
	for _, f := range s.videos {
		if err := f.drain(); err != nil {
			return err
		}
	}
	return io.EOF
}

// give writes a frame's rows.
func (s *sink) give(_ context.Context, it *item) error {
	write := s.write
	if s.cells != nil {
		write = s.cells.write
	}
	if err := write(it); err != nil {
		return err
	}
	for i := range it.rows {
		r := &it.rows[i]
		r.place = s.place(r.place)
		e := &s.report.Encodes[r.encode]
		if s.options.Align.Steps() {
			r.match.Seconds = r.match.Time - s.videos[r.encode].start
			e.Path.note(r)
		}
		if !r.found && !r.kind.OfReference() {
			continue
		}
		if !r.found {
			if e.Missing == 0 {
				e.First = r.place
			}
			e.Missing++
			continue
		}
		s.tallies[i].add(&r.measures)
		if s.watches() {
			s.drifts[i].add(&it.looks[0], &it.looks[1+i])
		}
		if compared := s.options.Compared; compared != nil {
			first := &r.measures.Of[0]
			compared(Compared{Encode: r.encode, Place: r.place, PSNR: r.measures.PSNR(), SSIM: partition.Number{Value: first.SSIM, Known: first.HasSSIM}, Bytes: r.bytes, Type: r.frameType, Duration: r.lasts, Coded: r.coded, Coarsest: r.coarsest})
		}
		e.worse(r.place, &r.measures, s.options.Order, s.options.Worst)
		for kind := range r.worst {
			s.worst[i][kind].add(&r.worst[kind], r.place)
		}
	}
	if !it.stray() {
		s.pictures.Done(it.part)
	}
	return nil
}

// write writes the rows of a frame; with VMAF, they wait for it.
func (s *sink) write(it *item) error {
	it.text = it.text[:0]
	for i := range it.rows {
		r := &it.rows[i]
		before := len(it.text)
		it.text = forms[s.options.Form].row(it.text, &s.header, r)
		if s.scoring == nil {
			continue
		}
		if r.found {
			if err := s.scoring.scorers[i].feed(&it.pairs[i]); err != nil {
				return fmt.Errorf("%s: %w", s.report.Encodes[i].Name, err)
			}
		}
		if err := s.scoring.rows.add(it.text[before:], r.encode, r.found); err != nil {
			return err
		}
		it.text = it.text[:before]
	}
	if _, err := s.w.Write(it.text); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// release releases the frames.
func (it *item) release() {
	it.frame.Release()
	it.frame = nil
	for i, f := range it.matches {
		f.Release()
		it.matches[i] = nil
	}
}

func (s *sink) close() {
	s.now.Frame.Release()
	s.next.Frame.Release()
	for _, f := range s.videos {
		f.close()
	}
	s.scoring.close()
}

// resized describes the sizes of an encode and the reference if the options scale by size and they
// differ.
func (s *sink) resized(encode int) string {
	if o := s.options; !o.FitSizes || o.Params.Needs().Before {
		return ""
	}
	of := s.videos[encode].video.Info()
	k, reference := s.fitter(encode).Turned(fit.Kind{Width: of.Width, Height: of.Height}), fit.Kind{Width: s.pictures.Info.Width, Height: s.pictures.Info.Height}
	if k.Width*k.Height*reference.Width*reference.Height == 0 || k.Size() == reference.Size() {
		return ""
	}
	return fmt.Sprintf("%s scaled to the reference's %s", k.Size(), reference.Size())
}

// fitter returns the fitter for an encode's pictures.
func (s *sink) fitter(encode int) *fit.Fitter {
	of := s.videos[encode].video.Info()
	return fit.NewFitter(&of, &s.pictures.Info, s.options.Scale, s.options.Coded)
}

func placeOf(f *decode.Frame) Place {
	return Place{Index: f.Index, PTS: f.PTS, HasPTS: f.HasPTS, Time: f.Time}
}
