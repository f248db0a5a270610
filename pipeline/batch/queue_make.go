package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ffkvadrat/analysis"
	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/pipeline/quads"
)

var errMade = fmt.Errorf("%w: another process has made it", fs.ErrExist)

// make makes an export, whose name contains the hash of its video and its settings, and records it.
// Another process may do the same concurrently and finish first: an existing output stays.
func (q *queueRunner) make(ctx context.Context, engine analysis.Engine, i int, source stamp, round int64) Result {
	in := &q.Inputs[i]
	output, err := q.output(ctx, i, source)
	if err != nil {
		return q.result(ctx, i, Result{Err: err})
	}
	result := Result{Out: filepath.Join(q.Folder, output)}
	if rec, ok := q.made(i, output); ok { // made from a copy of the video with another time
		result.Report = rec.report()
		again := *rec
		again.From, again.Round = source, round
		result.Err = q.ledger.finish(&again)
		return q.result(ctx, i, result)
	}
	if info, err := os.Stat(result.Out); err == nil && !info.Mode().IsRegular() {
		return q.result(ctx, i, Result{Err: fmt.Errorf("%s: %w", result.Out, statefile.ErrNotRegular)})
	}
	result.Report, result.Err = q.export(ctx, engine, i, result.Out, func(report quads.Report, files ...*atomicfile.File) error {
		if err := q.unchanged(ctx, i, source, output); err != nil {
			return err
		}
		if err := q.ledger.refresh(ctx); err != nil {
			return err
		}
		if _, ok := q.made(i, output); ok {
			return errMade
		}
		return atomicfile.PublishAll(func(infos []fs.FileInfo) error {
			// The record comes first, so that a killed process never leaves a file without one.
			rec := q.record(source, output, in.Path, report)
			rec.File, rec.Round = stampFrom(infos[0]).output(), round
			return q.ledger.finish(rec)
		}, files...)
	})
	if errors.Is(result.Err, fs.ErrExist) {
		// Bytes of another process may differ, because the file contains the path of the video.
		if err := q.ledger.refresh(ctx); err != nil {
			result.Err = err
		} else if rec, ok := q.made(i, output); ok {
			return q.standing(Elsewhere, rec)
		} else {
			result.Err = fmt.Errorf("%w; the queue does not replace it: remove it to have it written again", result.Err)
		}
	}
	return q.result(ctx, i, result)
}

// unchanged returns errChanged unless a video's file still has the bytes that gave its output the
// name. It reads them again, because a file may change without a change of size and time.
func (q *queueRunner) unchanged(ctx context.Context, i int, source stamp, output string) error {
	path := q.Inputs[i].Path
	hash, err := q.settings.hash(ctx, path)
	if err != nil {
		return err
	}
	if now, _ := stampOf(path); !now.same(source) || q.outputName(i, hash) != output {
		return fmt.Errorf("%s: %w", path, errChanged)
	}
	return nil
}

// finished returns the record of the output that any process has made of a video's file in its
// current state. If another file or state may have had the same size and time, the bytes decide.
func (q *queueRunner) finished(ctx context.Context, i int, source stamp) (*record, bool) {
	records := q.ledger.done(filepath.ToSlash(q.Inputs[i].Name))
	for _, rec := range records {
		if rec.From.is(source) && q.stands(i, &rec) {
			return &rec, true
		}
	}
	for _, rec := range records {
		if !rec.From.same(source) || !q.stands(i, &rec) {
			continue
		}
		if output, err := q.output(ctx, i, source); err != nil || string(rec.Output) != output {
			continue // making it reports the error
		}
		if rec.From.key() != source.key() {
			rec.From, rec.Round = source, 0
			q.ledger.finish(&rec) // on an error, the next run hashes it again
		}
		return &rec, true
	}
	return nil, false
}

// output returns the name of a video's output, relative to the folder, and caches it for the state
// of its file.
func (q *queueRunner) output(ctx context.Context, i int, source stamp) (string, error) {
	in := &q.Inputs[i]
	q.mu.Lock()
	f := q.videos[i]
	q.mu.Unlock()
	if !f.hashed.is(source) {
		hash, err := q.settings.hash(ctx, in.Path)
		if err != nil {
			return "", err
		}
		if now, _ := stampOf(in.Path); !now.same(source) {
			return "", fmt.Errorf("%s: %w", in.Path, errChanged)
		}
		f.hashed, f.hash = source, hash
		q.mu.Lock()
		q.videos[i].hashed, q.videos[i].hash = source, hash
		q.mu.Unlock()
	}
	return q.outputName(i, f.hash), nil
}

func (q *queueRunner) outputName(i int, hash string) string {
	return q.Inputs[i].Name + "." + hash + q.Extension
}

// made returns the record of an output, whose name identifies its video and settings.
func (q *queueRunner) made(i int, output string) (*record, bool) {
	for _, rec := range q.ledger.done(filepath.ToSlash(q.Inputs[i].Name)) {
		if string(rec.Output) == output && q.stands(i, &rec) {
			return &rec, true
		}
	}
	return nil, false
}

// stands reports whether an output and its accompanying files still exist as recorded.
func (q *queueRunner) stands(i int, rec *record) bool {
	job := q.job(i, filepath.Join(q.Folder, string(rec.Output)))
	for n, out := range job.Outputs() {
		file, ok := stampOf(out)
		if !ok || n == 0 && !file.same(rec.File) {
			return false
		}
	}
	return true
}

// standing returns the result of an existing output.
func (q *queueRunner) standing(outcome Outcome, rec *record) Result {
	return Result{Outcome: outcome, Out: filepath.Join(q.Folder, string(rec.Output)), Report: rec.report()}
}
