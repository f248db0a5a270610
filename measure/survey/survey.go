// Package survey analyses a whole video in the background of playback, for the timeline: the
// quads, coverage, bytes, key frames, damage and cuts over time. On request it adds the distortion
// of the picture that the quads make, and SI and TI. It also makes thumbnails of places in the video.
//
// Input is a file, the parameters of the analysis, and the results that
// playback has anyway; output is [Bin]s ordered by time, at most a fixed
// number, and [Thumbnail]s. If a video has no more frames than the limit, each
// has its own bin. The survey first analyses some key frames all over the video:
// even a long video shows its shape within seconds. Then it analyses every
// frame from the start. [Posters] makes one picture of each video that does not play.
//
// A [Survey] has one goroutine, on a thread of low priority, which ends with
// Close or with the context. It opens the file itself, decodes with one thread
// and analyses with its own engine, on the CPU; the results are the same as
// every engine's. Any goroutine may call the methods. None waits for
// the work, except Close, which waits for its end.
package survey

import (
	"context"
	"sort"
	"sync"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
)

// MaxBins is a number of bins that suits a display: more than it has columns,
// and enough for one bin per picture in a video of nine minutes at 30 pictures a
// second. The bins then take 6.3 MB.
const MaxBins = 1 << 14

// settles is how long parameters must stay the same before work with them
// begins.
const settles = 300 * time.Millisecond

// tells is the shortest time between two calls of Wake while the survey
// proceeds.
const tells = 250 * time.Millisecond

// Options say what to survey.
type Options struct {
	Path      string
	Stream    int // of video, or decode.Best
	Bins      int // at most; 0 means MaxBins
	Thumbnail int // the longer side of a Thumbnail in pixels
	// Wake is called from the survey's goroutine when there is something new,
	// at most every quarter of a second, except for thumbnails and at the end.
	Wake func()
}

// Survey is a survey under way.
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
	turn     uint64 // the current turn of the series with params; 0 while there are no params
	since    time.Time
	running  bool
	measures Measures
	lacks    lacks     // of this turn
	rests    time.Time // end of the rest; nothing is analysed before
	thumbs   thumbnails
}

// Start begins a survey of the file that info describes. It is idle until
// SetParams and Run.
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

// SetParams sets the parameters of the analysis. If they differ from the
// current ones, the survey restarts once they have stayed the same for a
// moment. SetParams reports whether they differ.
func (s *Survey) SetParams(params analysis.Params) bool {
	s.mu.Lock()
	if s.turn > 0 && params == s.params {
		s.mu.Unlock()
		return false
	}
	s.params = params
	s.restart()
	s.mu.Unlock()
	s.nudge()
	return true
}

// restart begins another turn.
func (s *Survey) restart() {
	s.turn, s.since = s.series.restart(s.params), time.Now()
	s.lacks = lacks{unless: s.measures.Fill}
	s.lacks.add(s.measures)
}

// Run lets the analysis proceed, or stops it.
func (s *Survey) Run(on bool) {
	s.mu.Lock()
	changed := on != s.running
	s.running = on
	s.mu.Unlock()
	if changed {
		s.nudge()
	}
}

// Rest stops the analysis for at least the given time from now on.
func (s *Survey) Rest(d time.Duration) {
	until := time.Now().Add(d)
	s.mu.Lock()
	if until.After(s.rests) {
		s.rests = until
	}
	s.mu.Unlock()
}

// Add takes a picture that was analysed elsewhere with the given parameters. It
// does not wait, and may leave the picture to the survey.
func (s *Survey) Add(params analysis.Params, p Reading) { s.series.offer(params, p) }

// Describe makes a Reading from a decoded frame and the results of its
// analysis. start is the time of the video's first picture.
func Describe(f *decode.Frame, start float64, quads int, coverage float64) Reading {
	return Reading{
		Time: f.Time - start, Duration: f.Duration, Index: f.Index, Quads: quads, Coverage: coverage, Bytes: f.Packet,
		KeyFrame: f.KeyFrame, Type: f.PictType, Damaged: f.Corrupt,
	}
}

// View is what is known about the video at one moment.
type View struct {
	Bins    []Bin
	Reached float64   // time of the last picture up to which none is missing, −Inf at first
	Whole   bool      // no picture of the video is missing
	Exact   bool      // each bin is one picture
	Gaps    bool      // between bins there may be pictures that are in none
	Err     error     // why the rest stays unknown; nil if it does not
	Version uint64    // grows with each change
	Cuts    []float64 // times of the pictures after the cuts that are known, ascending
	Cut     bool      // all cuts of the video are known
}

// Copy updates v; v's version shows whether that changed it. Copy does not
// wait: if the survey is writing at that moment, v stays as it is, and Copy
// returns false.
func (s *Survey) Copy(v *View) bool { return s.series.copy(v) }

// copy does the same.
func (s *series) copy(v *View) bool {
	if !s.mu.TryLock() {
		return false
	}
	defer s.mu.Unlock()
	if v.Version == s.version {
		return true
	}
	v.Bins = append(v.Bins[:0], s.bins...)
	v.Reached, v.Whole, v.Exact, v.Err = s.reached, s.whole, s.width == 0, s.err
	v.Cuts, v.Cut = append(v.Cuts[:0], s.cuts...), s.cutAll
	v.Version = s.version
	return true
}

// At returns the index of the bin with the picture that is on screen at a time,
// −1 if that picture is not known.
func (v *View) At(time float64) int {
	const same = 1e-6 // times of the player are in whole nanoseconds
	i := sort.Search(len(v.Bins), func(i int) bool { return v.Bins[i].Start > time+same }) - 1
	if i < 0 || time >= v.Bins[i].Until && (v.Gaps || time > v.Reached && !v.Whole) {
		return -1
	}
	return i
}

// CutFrom returns the time of the next cut after a time, or with back of the one before it. ok is false if
// none is known. Times closer than a millisecond are the same.
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

// Most returns the picture with the most quads of those counted, the first such one: its
// time and how many. ok is false without any picture.
func (v *View) Most() (time float64, quads int, ok bool) {
	most := -1.0
	for i := range v.Bins {
		if b := &v.Bins[i]; b.Quads.Max > most {
			most, time = b.Quads.Max, b.Most
		}
	}
	return time, int(most), most >= 0
}
