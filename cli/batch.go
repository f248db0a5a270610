package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/pipeline/quads"
)

// mostJobs limits the default number of concurrent exports. Each has pictures in memory and its own
// decoding threads.
const mostJobs = 8

// many is a batch of a command.
type many struct {
	batch.Options
	files  []fileName
	engine string
	decoding
	done   string // what is done to a file, such as exported
	taken  string // names the chosen threshold, if the arguments leave it open
	resume string // advice after an interrupted batch, or empty
	queues bool   // outputs go to a queue and never replace files
	// ready is called before the first file.
	ready func(o *batch.Options, watch *batchProgress)
}

// run makes an output of each file, in a folder.
func (m *many) run(e *environment, writing overwriting) error {
	o := m.Options
	o.Program = "ffkvadrat " + Version
	var args []string
	for _, name := range m.files {
		args = append(args, string(name))
	}
	var err error
	if o.Inputs, err = batch.Find(args, o.Folder); err != nil {
		return err
	}
	if len(o.Inputs) == 0 {
		return fmt.Errorf("%s: there is no video or picture in it", strings.Join(args, ", "))
	}
	if o.Shard != (batch.Shard{}) {
		all := len(o.Inputs)
		if o.Inputs, o.Others = o.Shard.Split(o.Inputs); len(o.Inputs) == 0 {
			e.say("%s: none of %s is in shard %v", o.Folder, number(all, "file"), o.Shard)
			return nil
		}
	}
	for _, name := range o.Outputs() { // the batch itself checks its videos
		if err := pipeline.Guard(pipeline.File{Name: name}, e.reads.flags...); err != nil {
			return err
		}
	}
	if !o.Resume && !m.queues {
		instead := ""
		if m.resume != "" {
			instead = ", --resume continues an earlier run"
		}
		if err := writing.allow(e, instead, o.Outputs()...); err != nil {
			return err
		}
	}
	watch := newBatchProgress(e, o.Inputs)
	o.Engine = func() (analysis.Engine, error) {
		engine, err := e.engine(m.engine, func(err error) {
			watch.line("ffkvadrat: continues on the CPU: %s", wording.Line(err))
		})
		if err == nil && m.engine == "gpu" {
			if err = noDevice(m.engine, engine.Wait()); err != nil {
				engine.Release()
			}
		}
		if err != nil {
			return nil, err
		}
		return engine, nil
	}
	m.ready(&o, watch)
	ctx, release, err := m.hardware(e.ctx, watch.line)
	if err != nil {
		return err
	}
	defer release()
	results, err := batch.Run(ctx, o, watch)
	watch.end()
	t := tally{folder: o.Folder, inputs: o.Inputs, results: results, what: m.done, taken: m.taken, most: o.Job.MaxRows, part: o.Shard != (batch.Shard{})}
	t.count()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			t.report(e)
			e.say("%s%s", t.total(), m.resume)
		}
		return err
	}
	t.report(e)
	return t.conclude(e)
}

// runMany exports several files to a folder.
func (c *exportCommand) runMany(e *environment) error {
	for _, name := range c.Files {
		if c.Queue != (queueAddress{}) && decode.IsSequence(string(name)) {
			return fmt.Errorf("--queue: %s has numbered pictures, and a queue shares single files: export it without --queue", name)
		}
	}
	m := many{
		Options: batch.Options{Folder: string(c.Output), Jobs: c.Jobs, Resume: c.Resume, Shard: batch.Shard(c.Shard), Raw: e.opens.layouts()},
		files:   c.Files, engine: c.Engine, decoding: c.decoding, done: "exported", resume: "; --resume continues from here",
	}
	if m.Jobs == 0 {
		m.Jobs = min(runtime.GOMAXPROCS(0), mostJobs)
	}
	var err error
	if m.Job, err = c.options(true); err != nil {
		return err
	}
	m.taken = c.taken(c.tuning, m.Job.Params, m.Job.Goal, c.Output)
	m.Extension = m.Job.Format.Extension() + m.Job.Compression.Extension()
	if m.queues = c.Queue != (queueAddress{}); m.queues {
		m.resume = "; the same command continues from here"
	}
	m.ready = func(o *batch.Options, watch *batchProgress) {
		if text := c.unplaced(o.Folder, o.Job.Format); text != "" && o.Job.Selection.Frames != 1 {
			watch.line("ffkvadrat: %s", text)
		}
		o.Queue = c.join(e.instead.queue, watch.line)
		o.Job.Large = largeExport
		var once sync.Once
		o.Job.Foresee = func(f quads.Forecast) {
			once.Do(func() { watch.line("ffkvadrat: %s", smallerForms(&o.Job, f)) })
		}
	}
	return m.run(e, c.overwriting)
}

// tally counts a batch's outcomes.
type tally struct {
	folder  string
	inputs  []batch.Input
	results []batch.Result
	what    string // what is done to a file, such as exported
	taken   string // see many.taken
	most    int64  // limit of rows per file
	part    bool   // other runs have the rest, so there may be nothing to do

	exported, damaged, failed, kept, elsewhere, leftOut, undone int
	frames                                                      int64
}

func (t *tally) count() {
	for _, r := range t.results {
		switch r.Outcome {
		case batch.Done, batch.Kept, batch.Elsewhere:
			t.exported++
			t.frames += r.Report.Frames
			switch r.Outcome {
			case batch.Kept:
				t.kept++
			case batch.Elsewhere:
				t.elsewhere++
			}
			if r.Report.Faults.Any() {
				t.damaged++
			}
		case batch.LeftOut:
			t.leftOut++
		case batch.Failed:
			t.failed++
		case batch.Undone:
			t.undone++
		}
	}
}

// report prints a line for each failed or damaged file, in the order of the inputs.
func (t *tally) report(e *environment) {
	for i, r := range t.results {
		in := inputAt(t.inputs[i].Path)
		switch r.Outcome {
		case batch.Failed:
			text := wording.Line(advised(selectionError(r.Err)))
			if !in.namedIn(text) {
				text = in.name + ": " + text
			}
			e.warn("%s", text)
		case batch.Done, batch.Kept, batch.Elsewhere:
			if r.Report.NoBlocks != nil {
				e.warn("%s", unknownCodec(in.name, r.Report.NoBlocks))
			}
			if r.Report.Full {
				e.warn("%s", fullExport(r.Out, r.Report.Frames, t.most))
			}
			if r.Report.LeftOut > 0 {
				e.warn("%s", framesLeftOut(in.name, r.Out, r.Report))
			}
			if err := in.damage(r.Report.Faults, fmt.Sprintf("%s in %s", number(r.Report.Frames, "frame"), r.Out)); err != nil {
				e.warn("%s", wording.Line(err))
			}
		}
	}
}

// total returns the line that summarises the batch.
func (t *tally) total() string {
	s := fmt.Sprintf("%s: %d of %s %s, %s", t.folder, t.exported, number(len(t.results)-t.leftOut, "file"), t.what, number(t.frames, "frame"))
	for _, part := range []struct {
		n    int
		what string
	}{
		{t.kept, "finished before"}, {t.elsewhere, "by other processes"}, {t.damaged, "damaged"}, {t.failed, "failed"}, {t.undone, "not done"}, {t.leftOut, "left out, no video"},
	} {
		if part.n > 0 {
			s += fmt.Sprintf("; %d %s", part.n, part.what)
		}
	}
	return s
}

// conclude prints the total. If anything failed, it returns the total as an error whose status says
// whether all or part failed.
func (t *tally) conclude(e *environment) error {
	switch {
	case t.exported == 0 && !(t.part && t.failed == 0):
		return errors.New(t.total())
	case t.failed > 0 || t.damaged > 0:
		return partlyError(t.total())
	}
	e.say("%s%s", t.total(), t.taken)
	return nil
}

// partlyError is an error with status "partly".
type partlyError string

func (e partlyError) Error() string { return string(e) }
func (partlyError) Unwrap() error   { return errPartly }
