// Package batch exports many videos, several at a time, or makes other files of them.
//
// Input is a list of videos, which [Find] makes from files and folders, and the options of package
// quads for each. Output is one file per video in one folder, and one [Result] per video. The
// number of concurrent exports changes neither the files' bytes nor their names. A video that fails
// does not stop the others. A journal in the folder lists the finished outputs, so an interrupted
// run can be resumed, even after SIGKILL.
//
// [Run] works in goroutines, which have ended when it returns. Each has its own engine, and calls
// the [Watcher].
package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
)

// Options say what a batch does.
type Options struct {
	Inputs    []Input
	Folder    string        // of the outputs; created if it does not exist
	Extension string        // extension of their names, after the input's name, such as ".ndjson"
	Job       quads.Options // for each video, without Path, Name, Out and To
	Jobs      int           // number of concurrent exports, at least 1
	Resume    bool          // keep the outputs of an earlier run
	Shard     Shard         // selects this process's inputs; other shards may run in the same folder concurrently
	Others    []Input       // inputs of other shards, which no output may replace
	Raw       []string      // the layouts of raw video that the user gave; outputs made with others are not kept
	// Program is the name and version of the program that makes the outputs.
	// Outputs of another program or version are not kept.
	Program string
	// Make, if it is not nil, makes an output instead of an export of package quads. There is no
	// journal then, and nothing can be resumed.
	Make func(ctx context.Context, engine analysis.Engine, input, out string, progress func(pipeline.Progress)) (quads.Report, error)
	// Queue, if it is not nil, joins the queue of a name, which hands out the inputs to all
	// processes that run with the same folder and settings. The outputs' names then have 16 digits
	// before the extension, and [QueueFolder]'s journals say what is finished; Resume and Shard are
	// ignored. Make is nil. known reports whether a video is in this batch.
	Queue  func(ctx context.Context, name string, known func(video string) bool) (Queue, error)
	Timing Timing // for a queue
	// Engine returns a goroutine's engine, and is called on that goroutine.
	Engine func() (analysis.Engine, error)
}

// ErrInput means that an output is one of the inputs.
var ErrInput = errors.New("which is one of the batch's own videos: write to another folder")

// Watcher is notified of events, by several goroutines at a time.
type Watcher interface {
	Begin(input int)
	Progress(input int, p pipeline.Progress)
	End(input int, r Result)
}

// Outcome is the outcome of a video.
type Outcome int

const (
	Undone    Outcome = iota // the run was interrupted before it
	Done                     // exported; see Report.Faults for damage
	Kept                     // exported by an earlier run; the report is from that run
	Elsewhere                // exported by another process with the same queue; the report is from that process
	LeftOut                  // found in a folder, but not a video
	Failed                   // Err is the reason
)

// Result is the result for one video.
type Result struct {
	Outcome Outcome
	Out     string // the output's name, including Folder
	Report  quads.Report
	Err     error
}

// Run makes the exports. The results are in the order of the inputs. The error concerns the whole
// batch: the folder cannot be created, there is no engine, or the context has ended.
func Run(ctx context.Context, o Options, w Watcher) ([]Result, error) {
	results := make([]Result, len(o.Inputs))
	outputs := map[name]bool{}
	for i, in := range o.Inputs {
		results[i].Out = o.out(i, o.Extension)
		outputs[name(in.Name+o.Extension)] = true
	}
	if o.Shard == (Shard{}) && o.Queue == nil { // other processes may be about to write to an empty folder
		defer removeEmpty(missing(results, o.Folder))
	}
	if err := os.MkdirAll(o.Folder, 0o777); err != nil {
		return results, err
	}
	r := &runner{
		Options: o, watcher: w, results: results,
		settings: settingsOf(o.Program, &o.Job, o.Raw...), inputs: filesOf(slices.Concat(o.Inputs, o.Others)),
	}
	r.settings.picture(ctx)
	switch {
	case o.Queue != nil:
		return results, r.runQueue(ctx)
	case o.Make != nil:
		return results, r.run(ctx)
	}
	if input, ok := r.inputs[fileOf(filepath.Join(o.Folder, o.Shard.journal()))]; ok {
		return results, fmt.Errorf("the list of finished videos would replace %s, %w", input, ErrInput)
	}
	j, err := openJournal(ctx, o.Folder, o.Shard, o.Resume, func(n name) bool { return outputs[n] })
	if err != nil {
		return results, err
	}
	defer j.close()
	r.journal = j
	if o.Resume {
		if err := atomicfile.Sweep(o.Outputs()...); err != nil {
			return results, err
		}
	}
	return results, r.run(ctx)
}

// runner is a running batch.
type runner struct {
	Options
	journal  *journal // nil without a journal
	watcher  Watcher
	results  []Result
	settings settings
	inputs   map[file]string // names of the input files
}

// out returns the name of an input's output with an extension.
func (o *Options) out(i int, extension string) string {
	return filepath.Join(o.Folder, o.Inputs[i].Name+extension)
}

// atATime returns the number of concurrent exports.
func (o *Options) atATime() int { return max(1, min(o.Jobs, len(o.Inputs))) }

// job returns the options of an input's export to a file.
func (o *Options) job(i int, out string) quads.Options {
	job := o.Job
	job.Path, job.Out = o.Inputs[i].Path, out
	job.Goroutines = max(1, runtime.GOMAXPROCS(0)/o.atATime())
	return job
}

func (r *runner) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan int)
	var workers sync.WaitGroup
	for range r.atATime() {
		workers.Go(func() {
			engine, err := r.Engine()
			if err != nil {
				stop(err)
				return
			}
			defer engine.Release()
			for i := range next {
				r.watcher.Begin(i)
				r.results[i] = r.one(ctx, engine, i)
				r.watcher.End(i, r.results[i])
			}
		})
	}
	for i := 0; i < len(r.Inputs) && ctx.Err() == nil; i++ {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// one makes an export, or returns why it does not.
func (r *runner) one(ctx context.Context, engine analysis.Engine, i int) Result {
	in, result := &r.Inputs[i], r.results[i]
	source, regular := stampOf(in.Path)
	if kept, ok := r.upToDate(i, source); ok && regular {
		result.Outcome, result.Report = Kept, kept.report()
		return result
	}
	result.Report, result.Err = r.export(ctx, engine, i, result.Out, nil)
	if result.Err == nil && regular && r.journal != nil {
		if file, ok := stampOf(result.Out); ok { // not a device or a pipe
			rec := r.record(source, in.Name+r.Extension, in.Path, result.Report)
			rec.File = file.output()
			if err := r.journal.write(rec); err != nil {
				result.Err = fmt.Errorf("record that %s is finished: %w", result.Out, err)
			}
		}
	}
	return r.result(ctx, i, result)
}

// result returns a result with the outcome that its error implies.
func (r *runner) result(ctx context.Context, i int, result Result) Result {
	in := &r.Inputs[i]
	switch err := result.Err; {
	case err == nil:
		result.Outcome = Done
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		result.Outcome = Undone
	case !in.Named && in.Err == nil && isNoVideo(err, decode.ClaimsPictures(in.Path)):
		result.Outcome = LeftOut
	default:
		result.Outcome = Failed
	}
	return result
}

// isNoVideo reports whether an error says that a file found in a folder is not a video. If the
// file's name claims to be a video, only undamaged sound does.
func isNoVideo(err error, claims bool) bool {
	if claims {
		return errors.Is(err, decode.ErrNoVideo)
	}
	return errors.Is(err, decode.ErrNotVideo) || errors.Is(err, decode.ErrNoVideo) || errors.Is(err, decode.ErrNoFrame)
}

// export makes an export. publish is as in [quads.Options].
func (r *runner) export(ctx context.Context, engine analysis.Engine, i int, out string, publish func(quads.Report, ...*atomicfile.File) error) (quads.Report, error) {
	in, o := &r.Inputs[i], r.job(i, out)
	o.Publish = publish
	if in.Err != nil {
		return quads.Report{}, in.Err
	}
	for _, name := range o.Outputs() {
		if input, ok := r.inputs[fileOf(name)]; ok {
			return quads.Report{}, fmt.Errorf("the export of %s would replace %s, %w", in.Path, input, ErrInput)
		}
	}
	if err := os.MkdirAll(filepath.Dir(o.Out), 0o777); err != nil {
		return quads.Report{}, err
	}
	if r.Make != nil {
		return r.Make(ctx, engine, o.Path, o.Out, func(p pipeline.Progress) { r.watcher.Progress(i, p) })
	}
	return quads.Run(ctx, engine, o, func(p pipeline.Progress) { r.watcher.Progress(i, p) })
}

// upToDate returns the record of an output if an earlier run has made it from the same video with
// the same settings, and nobody has changed it since.
func (r *runner) upToDate(i int, source stamp) (*record, bool) {
	if r.journal == nil {
		return nil, false
	}
	file, ok := stampOf(r.results[i].Out)
	if !ok {
		return nil, false
	}
	o := r.job(i, r.results[i].Out)
	for _, companion := range o.Outputs()[1:] {
		if _, ok := stampOf(companion); !ok {
			return nil, false
		}
	}
	for _, rec := range r.journal.done[name(r.Inputs[i].Name+r.Extension)] {
		if rec.Settings == r.settings && rec.madeFrom(r.Inputs[i].Path, source) && rec.File.same(file) {
			return &rec, true
		}
	}
	return nil, false
}

// record returns the record of a finished output, without its stamp. source is the video's stamp
// before the export.
func (r *runner) record(source stamp, output, video string, report quads.Report) *record {
	faults := report.Faults
	rec := &record{
		Output: name(output), Source: name(video), From: source, Settings: r.settings,
		Frames: report.Frames, LeftOut: report.LeftOut, Full: report.Full, Missing: faults.Missing, Blocks: faults.Blocks,
		Faults: [3]int{faults.Packets, faults.Decode, faults.Read},
	}
	if u := report.NoBlocks; u != nil {
		rec.NoBlocks = u.Codec
	}
	if faults.First != nil {
		rec.First = faults.First.Error()
	}
	return rec
}
