// Package survey analyses a whole video in the background of playback for the timeline: quads,
// coverage, bytes, key frames, damage and cuts over time; on request also PSNR and SSIM of the
// reconstruction, SI and TI. It also makes thumbnails.
//
// Input is a file, parameters of the analysis, and results of playback; output is a limited number
// of [Bin]s ordered by time, and [Thumbnail]s. If a video has no more frames than the limit, each
// frame has its own bin. The survey first samples key frames all over the video, so that even a
// long video shows its shape within seconds. Then it analyses every frame from the start in one
// pass. [Posters] makes posters of videos that do not play.
//
// A [Survey] has one goroutine on a thread of low priority, which ends with Close or with the
// context. It opens the file itself, decodes with one thread, and analyses with its own CPU engine,
// whose results equal those of all engines. Methods may be called from any goroutine; only Close
// waits for the work.
package survey

import (
	"context"
	"slices"
	"sort"
	"sync"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
)

// MaxBins exceeds the number of columns of a display, and allows one bin per frame for videos of
// nine minutes at 30 frames per second. The bins then take 7.9 MB.
const MaxBins = 1 << 14

// settles is how long parameters must be stable before work with them starts.
const settles = 300 * time.Millisecond

// wakePause is the minimum time between two calls of Wake.
const wakePause = 250 * time.Millisecond

// Options say what to survey.
type Options struct {
	Path      string
	Stream    int // video stream, or decode.Best
	Bins      int // maximum number; 0 means MaxBins
	Thumbnail int // longer side of a thumbnail in pixels
	// Wake is called from the survey's goroutine when there is something new, at most four times a
	// second, except for thumbnails and at the end.
	Wake func()
}

// Survey analyses one video.
type Survey struct {
	opt    Options
	info   decode.Info
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	nudges chan struct{}
	series *series

	mu       sync.Mutex
	params   analysis.Params
	turn     uint64 // current turn of the series, which has params; 0 while there are none
	since    time.Time
	running  bool
	measures Measures
	lacks    lacks     // in this turn
	rests    time.Time // no analysis before this time
	thumbs   thumbnails
}

// Start returns an idle survey of the file that info describes. It works after SetParams and Run.
func Start(ctx context.Context, info decode.Info, opt Options) *Survey {
	s := newSurvey(ctx, info, opt)
	go s.work()
	return s
}

func newSurvey(ctx context.Context, info decode.Info, opt Options) *Survey {
	if opt.Bins == 0 {
		opt.Bins = MaxBins
	}
	s := &Survey{
		opt: opt, info: info, series: newSeries(opt.Bins), thumbs: newThumbnails(),
		done: make(chan struct{}), nudges: make(chan struct{}, 1),
	}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s
}

// Close ends the goroutine and waits for it. A nil Survey is ignored.
func (s *Survey) Close() {
	if s == nil {
		return
	}
	s.cancel()
	<-s.done
}

// SetParams sets the parameters of the analysis and reports whether they have changed. After a
// change, the survey restarts once they are stable.
func (s *Survey) SetParams(params analysis.Params) bool {
	s.mu.Lock()
	if s.turn > 0 && params == s.params {
		s.mu.Unlock()
		return false
	}
	s.params = params
	s.begin(s.series.restart(params))
	s.mu.Unlock()
	s.nudge()
	return true
}

// begin takes note of a new turn.
func (s *Survey) begin(turn uint64) {
	s.turn, s.since = turn, time.Now()
	s.lacks = lacks{unless: s.measures.Fill}
	s.lacks.add(s.measures)
}

// Run resumes or pauses the analysis.
func (s *Survey) Run(on bool) {
	s.mu.Lock()
	changed := on != s.running
	s.running = on
	s.mu.Unlock()
	if changed {
		s.nudge()
	}
}

// Rest pauses the analysis for at least d from now.
func (s *Survey) Rest(d time.Duration) {
	until := time.Now().Add(d)
	s.mu.Lock()
	if until.After(s.rests) {
		s.rests = until
	}
	s.mu.Unlock()
}

// Add counts a frame that was analysed elsewhere with the given parameters. It never waits; if the
// survey is busy, it drops the frame, which the pass will count.
func (s *Survey) Add(params analysis.Params, p Reading) { s.series.offer(params, p) }

// Describe returns the Reading of a decoded frame with the results of its analysis. start is the
// time of the video's first frame.
func Describe(f *decode.Frame, start float64, quads int, coverage float64) Reading {
	return Reading{
		Time: f.Time - start, Duration: f.Duration, Index: f.Index, Quads: quads, Coverage: coverage, Bytes: f.Packet, Size: f.Size(),
		KeyFrame: f.KeyFrame, Type: f.PictType, Interlacing: f.Interlacing, Damaged: f.Corrupt,
	}
}

// View is a snapshot of what is known about the video.
type View struct {
	Bins    []Bin
	Reached float64   // time up to which no frame is missing, −Inf at first
	Whole   bool      // no frame of the video is missing, and each has all measures
	Again   bool      // no frame is missing, but those after Reached may lack a measure
	Exact   bool      // each bin is one frame
	Gaps    bool      // frames between bins may be in no bin
	Err     error     // why the rest stays unknown, or nil
	Version uint64    // incremented by each change
	Cuts    []float64 // times of the first frames after the known cuts, ascending
	Cut     bool      // all cuts are known
	Times   []float64 // of the first frames, ascending, as far as counted; not to be changed
	Timed   bool      // Times has all frames
}

// Counted reports whether no frame of the video is missing.
func (v *View) Counted() bool { return v.Whole || v.Again }

// Copy updates v; a change increments v.Version. It does not wait: if the survey is writing, v
// stays as it is and Copy returns false.
func (s *Survey) Copy(v *View) bool { return s.series.copy(v) }

// copy implements Copy.
func (s *series) copy(v *View) bool {
	if !s.mu.TryLock() {
		return false
	}
	defer s.mu.Unlock()
	if v.Version == s.version {
		return true
	}
	v.Bins = append(v.Bins[:0], s.bins...)
	v.Reached, v.Whole, v.Again, v.Exact, v.Err = s.reached, s.whole, s.remeasures, s.width == 0, s.err
	v.Cuts, v.Cut = append(v.Cuts[:0], s.cuts...), s.cutAll
	v.Times, v.Timed = s.times, s.timed
	v.Version = s.version
	return true
}

// same is the most by which times of one frame differ: the player's are truncated to nanoseconds.
const same = 1e-6

// At returns the index of the bin of the frame on screen at a time, or −1 if it is not known.
func (v *View) At(time float64) int {
	i := sort.Search(len(v.Bins), func(i int) bool { return v.Bins[i].Start > time+same }) - 1
	if i < 0 || time >= v.Bins[i].Until && (v.Gaps || time > v.Reached && !v.Whole) {
		return -1
	}
	return i
}

// Frame returns the index of the frame on screen at a time, in presentation order, or −1 if it is
// not known.
func (v *View) Frame(time float64) int64 {
	i := sort.Search(len(v.Times), func(i int) bool { return v.Times[i] > time+same }) - 1
	if i < 0 || i == len(v.Times)-1 && time > v.Times[i]+same && !v.Timed {
		return -1
	}
	return int64(i)
}

// CutFrom returns the time of the next cut after a time, or with back of the previous one. ok is
// false if none is known. Times closer than a millisecond are equal.
func (v *View) CutFrom(time float64, back bool) (cut float64, ok bool) {
	const same = 1e-3
	if back {
		i := sort.SearchFloat64s(v.Cuts, time-same) - 1
		if i < 0 {
			return 0, false
		}
		return v.Cuts[i], true
	}
	i := sort.SearchFloat64s(v.Cuts, time+same)
	if i == len(v.Cuts) {
		return 0, false
	}
	return v.Cuts[i], true
}

// Most returns time and number of quads of the first frame with the most quads. ok is false without
// any frame.
func (v *View) Most() (time float64, quads int, ok bool) {
	most := -1.0
	for i := range v.Bins {
		if b := &v.Bins[i]; b.Quads.Max > most {
			most, time = b.Quads.Max, b.Most
		}
	}
	return time, int(most), most >= 0
}

// Varies reports whether the frames have different numbers of quads.
func (v *View) Varies() bool {
	_, most, ok := v.Most()
	return ok && slices.ContainsFunc(v.Bins, func(b Bin) bool { return b.Quads.Max >= 0 && b.Quads.Min < float64(most) })
}
