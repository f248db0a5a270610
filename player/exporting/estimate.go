package exporting

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/survey"
	"ffkvadrat/quadfile"
)

// The first estimate is from numbers of quads that are known, if the format's size depends on them.
// Then a few frames are written at some places of the video as the export would, into a temporary
// folder, and the files are measured; each place makes the estimate better.
const (
	samplePlaces = 5 // 3 of them for videos and pictures, which take longer
	sampleFrames = 8
	sampleEvery  = 4                      // the largest step between its frames
	sampleTime   = 10 * time.Second       // then what is measured has to do
	sampleWaits  = 300 * time.Millisecond // until the form is stable
)

// estimate is the size of an export.
type estimate struct {
	first, next float64 // bytes of a key frame, with all that comes once, and of another frame
	group       int64   // frames from one key frame to the next; 0 if only the first is one
	sampled     []span  // where that was measured, if the size is in proportion to the quads
}

// span is a part of a video in seconds.
type span struct{ from, to float64 }

// weight returns how many times as many quads the frames of an export have as those sampled, as far as
// the timeline knows; else 1.
func (e *estimate) weight(view *survey.View, f Forecast) float64 {
	if !counted(view, f) {
		return 1
	}
	all, some := 0.0, 0.0
	for _, part := range e.sampled {
		some += quadsIn(view, part) / float64(len(e.sampled))
	}
	if all = quadsIn(view, span{f.From, f.To}); all == 0 || some == 0 {
		return 1
	}
	const most = 20
	return min(max(all/some, 1./most), most)
}

// counted reports whether the timeline knows all frames of an export.
func counted(view *survey.View, f Forecast) bool {
	return view != nil && (view.Counted() || view.Reached >= f.To)
}

// quadsIn returns the mean number of quads of the frames in a part, 0 if unknown.
func quadsIn(view *survey.View, part span) float64 {
	const same = 1e-6
	quads, frames := 0.0, 0
	for i := range view.Bins {
		if b := &view.Bins[i]; b.Until > part.from+same && b.Start <= part.to+same {
			quads, frames = quads+b.Quads.Sum, frames+int(b.Frames)
		}
	}
	return quads / float64(max(frames, 1))
}

// bytes returns the size of a number of frames.
func (e estimate) bytes(frames int64) float64 {
	if frames <= 0 {
		return 0
	}
	keys := int64(1)
	if e.group > 0 {
		keys = (frames + e.group - 1) / e.group
	}
	return float64(keys)*e.first + float64(frames-keys)*e.next
}

// keyFrames is the usual number of frames for each key frame: of .ffq, and of libx264 and libx265.
func (f *Form) keyFrames() int64 {
	switch f.Format {
	case quadfile.FFQ:
		return 16
	case Video:
		return 250
	}
	return 0
}

// rough returns an estimate from the number of quads on the screen, 0 if unknown, or better from those of
// the frames that the timeline knows. It is zero if they say little about the size.
func (s *subject) rough(quads int, view *survey.View, f Forecast) (e estimate) {
	form := &s.job.Form
	if Draws(form.Format) || form.Format == Blocks || form.Compression != streams.Plain || form.Summary || CubeFrames(&s.job.Choices) != 0 {
		return e
	}
	mean := float64(quads)
	if view != nil {
		mean = cmp.Or(quadsIn(view, span{f.From, f.To}), mean)
	}
	e.next = form.Format.QuadBytes() * mean
	e.first = e.next
	return e
}

// Foresight estimates the sizes of exports in the background. The zero value has no estimate. Its
// methods belong to one goroutine, and so does what it posts.
type Foresight struct {
	running sync.WaitGroup
	cancel  context.CancelFunc
	of      subject
	size    Size
	failed  string // why it is not known
	made    estimate
}

// subject is what a size depends on.
type subject struct {
	job    Job
	ends   Ends
	frames int64 // of a short export; else 0
	period float64
}

// about returns the subject of an export, in which nothing is set that does not matter.
func about(j Job, e Ends, f Forecast) subject {
	form := &j.Form
	form.Name, form.Named = "a"+filepath.Ext(form.Name), false
	if form.Format == Pictures {
		form.Name = "a-%d" + filepath.Ext(form.Name)
	}
	form.Folder, form.Ends = "", Ends{}
	if form.Part == Onwards || form.Format == Sheet { // of a video that may play
		form.Part, e = Whole, Ends{From: start}
	}
	c := &j.Choices
	c.Volume, c.Muted, c.View, c.Level, c.Brightness, c.Contrast, c.Codec, c.Motion = 0, false, 0, 0, 0, 0, false, false
	c.Auto, c.Source, c.Engine, c.MapFor, c.Fill = false, 0, 0, 0, 0
	if !c.EachFrame {
		c.Wanted = 0
	}
	s := subject{job: j, ends: e, period: f.Period}
	s.job.Selection.From, s.job.Selection.To, s.job.Selection.HasTo = decode.Position{}, decode.Position{}, false
	if f.Frames <= sampleFrames {
		s.frames = f.Frames
	}
	return s
}

// Show returns the forecast with its size, as far as it is known. It starts an estimate for another
// export than the last one's; until that is made, it shows the last one's if only the ends differ, or a
// rough one. An estimate is pending until the timeline has counted the quads. quads are those on the
// screen, 0 if unknown, and view is what the timeline knows of the video, nil if it will not know all of
// it; post posts a function to the caller's goroutine.
func (s *Foresight) Show(ctx context.Context, j Job, e Ends, f Forecast, quads int, view *survey.View, post func(func())) Forecast {
	of := about(j, e, f)
	if f.Wrong != "" {
		return f
	}
	if of != s.of || s.size == Unknown && s.cancel == nil {
		if s.of.job != of.job || s.made.next == 0 {
			s.made = of.rough(quads, view, f)
		}
		s.ask(ctx, of, f, post)
	}
	if f.Size, f.Unsized = s.size, s.failed; s.size != Unknown {
		f.Bytes = s.made.bytes(f.Frames) * s.made.weight(view, f)
		if j.Form.Format == Sheet {
			f.Bytes = s.made.first
		}
		switch {
		case f.Frames == 0:
			f.Size = Unknown
		case len(s.made.sampled) > 0 && view != nil && view.Err == nil && !counted(view, f):
			f.Size = Pending
		}
	}
	return f
}

// ask starts an estimate.
func (s *Foresight) ask(ctx context.Context, of subject, f Forecast, post func(func())) {
	s.Stop()
	s.of, s.size, s.failed = of, Pending, ""
	ctx, s.cancel = context.WithCancel(ctx)
	s.running.Go(func() {
		select {
		case <-time.After(sampleWaits):
		case <-ctx.Done():
			return
		}
		limited, cancel := context.WithTimeout(ctx, sampleTime)
		defer cancel()
		made, err := of.estimate(limited, f, func(made estimate) {
			post(func() {
				if of == s.of {
					s.made = made
				}
			})
		})
		if ctx.Err() != nil {
			return
		}
		post(func() {
			switch late := errors.Is(err, context.DeadlineExceeded); {
			case of != s.of:
			case err == nil:
				s.made, s.size = made, Estimated
			case late && s.made.next > 0: // the first estimate stays
				s.size = Estimated
			case late:
				s.size = Unknown
			default:
				s.size, s.failed = Unknown, wording.Line(err)
			}
		})
	})
}

// Stop ends an estimate that is not made yet. What is known stays.
func (s *Foresight) Stop() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
	if s.size == Pending {
		s.size = Unknown
	}
}

// Close ends the work and waits for it.
func (s *Foresight) Close() {
	s.Stop()
	s.running.Wait()
}

// estimate measures the sizes of some frames. It calls better after each place.
func (s *subject) estimate(ctx context.Context, f Forecast, better func(estimate)) (e estimate, err error) {
	folder, err := os.MkdirTemp("", "ffkvadrat")
	if err != nil {
		return e, err
	}
	defer os.RemoveAll(folder)
	engine, err := headless.Open("cpu", nil, nil)
	if err != nil {
		return e, err
	}
	defer engine.Release()
	// size writes up to n frames from a position on.
	size := func(from decode.Position, n int64) (bytes float64, frames int64, err error) {
		j := s.job
		j.Form.Folder = folder
		j.Selection.From, j.Selection.Frames = from, n
		if n > 1 {
			j.Selection.Every = min(j.Selection.Every, sampleEvery)
		}
		frames, _, err = j.work(func(string) {})(ctx, engine, func(int64, float64) {})
		if err != nil {
			return 0, 0, err
		}
		bytes, err = emptied(folder)
		return bytes, frames, err
	}
	if s.job.Form.Format == Sheet {
		e.first, _, err = size(start, 1)
		return e, err
	}
	if s.frames > 0 { // all of it
		bytes, n, err := size(s.ends.From, s.frames)
		e.first = bytes / float64(max(n, 1))
		e.next = e.first
		return e, err
	}
	e.group = s.job.Form.keyFrames()
	run := int64(max(sampleFrames, CubeFrames(&s.job.Choices)))
	places := samplePlaces
	if Draws(s.job.Form.Format) {
		places = 3
	}
	if s.job.Form.Format.Has(quadfile.Numbered) || f.To <= f.From { // it would count the frames before a place
		places = 1
	}
	var sum estimate
	var head float64 // what comes once, without key frames
	for i := range places {
		if i > 0 && ctx.Err() != nil {
			break
		}
		from := s.ends.From
		if places > 1 {
			place := (1 + i) * (places / 2) % places // the middle first
			from = decode.Position{Index: -1, Seconds: f.From + (f.To-f.From)*(2*float64(place)+1)/(2*float64(places))}
		}
		all, n, err := size(from, run)
		one := head + (all-head)/float64(max(n, 1))
		if err == nil && (i == 0 || e.group > 0) {
			one, _, err = size(from, 1)
		}
		if err != nil {
			if i == 0 {
				return e, err
			}
			break
		}
		next := max(all-one, 0) / float64(max(n-1, 1))
		if i == 0 {
			head = max(one-next, 0)
		}
		sum.first, sum.next = sum.first+one, sum.next+next
		if at := f.From; s.inProportion() {
			if places > 1 {
				at = from.Seconds
			}
			sum.sampled = append(sum.sampled, span{at, at + float64(n-1)*float64(min(max(s.job.Selection.Every, 1), sampleEvery))*s.period})
		}
		e.first, e.next, e.sampled = sum.first/float64(i+1), sum.next/float64(i+1), slices.Clone(sum.sampled)
		better(e)
	}
	if math.IsNaN(e.first + e.next) {
		return e, errors.New("no frame to estimate from")
	}
	return e, nil
}

// inProportion reports whether the size depends on the number of quads above all.
func (s *subject) inProportion() bool {
	f := &s.job.Form
	return !Draws(f.Format) && f.Format != Blocks && !f.Summary && !f.Format.Has(quadfile.Maps) && f.Format != quadfile.FFQ
}

// emptied returns the number of bytes of a folder's files, and deletes them.
func emptied(folder string) (bytes float64, err error) {
	names, err := os.ReadDir(folder)
	for _, name := range names {
		info, failed := name.Info()
		if failed != nil {
			return bytes, failed
		}
		if info.Mode()&fs.ModeType == 0 {
			bytes += float64(info.Size())
		}
		err = errors.Join(err, os.Remove(filepath.Join(folder, name.Name())))
	}
	return bytes, err
}
