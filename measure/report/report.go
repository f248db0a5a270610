// Package report makes one page of HTML of a folder of results: what each video has in quads, its curve over
// time, its worst frames, and where videos differ from the others.
//
// Input is a folder with exports, summaries and comparisons, as package export and measure/compare write
// them, compressed or not; which of these a file is, its first bytes say, not its name. Output is a [Corpus],
// and from it a page that needs neither network nor server. Its bytes depend on the files alone. [Gather]
// reads several files at a time, in goroutines that have ended when it returns. A video's curves have a fixed
// number of bins, so memory does not grow with the length of videos. No cgo, no OpenGL.
package report

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Options say what to read.
type Options struct {
	Folder  string
	Output  string // the file that the page will replace, or empty: see [OutputError]
	Workers int    // how many files are read at a time; 0 means as many as processors, at most 8
	// Read is called after each file, with how many are read, of how many. It may be nil. Several
	// goroutines call it.
	Read func(done, of int)
}

// Corpus is what a folder has.
type Corpus struct {
	Title       string   // the folder's own name
	Videos      []*Video // by name, then by file
	Comparisons []*Video // of encodes with their videos, likewise
	Broken      []Broken
	LeftOut     int     // files that are something else
	Groups      []Group // of videos with equal settings, the largest first
}

// Broken is a file that cannot be read, or that ends too early or is damaged: what comes before is in its Video.
type Broken struct {
	File string // its path in the folder
	Err  error
	Kept bool // what comes before the damage is in the corpus
}

// OutputError means that the page would replace a file that is read: a result, or a batch's journal.
type OutputError struct {
	File string // its path in the folder
}

func (e *OutputError) Error() string {
	return e.File + " is one of the files that are read: write to another file"
}

// mostWorkers is how many files are read at a time at most: each has buffers of its own.
const mostWorkers = 8

// Gather reads all files of a folder and its subfolders. It passes over hidden ones, and over folders behind symbolic
// links, as a batch of exports does. A file that cannot be read is no error, but one of the corpus' Broken.
func Gather(ctx context.Context, o Options) (*Corpus, error) {
	files, itself, unreadable, err := find(o.Folder, o.Output)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	if itself != "" && !read(ctx, o.Folder, itself, nil).other {
		return nil, &OutputError{itself}
	}
	journals, damaged, err := readJournals(ctx, o.Folder, o.Output, files)
	if err != nil {
		return nil, err
	}
	readings := make([]reading, len(files))
	workers := o.Workers
	if workers == 0 {
		workers = min(runtime.GOMAXPROCS(0), mostWorkers)
	}
	var next, done atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1) - 1)
				if i >= len(files) {
					return
				}
				readings[i] = read(ctx, o.Folder, files[i], journals)
				if n := int(done.Add(1)); o.Read != nil {
					o.Read(n, len(files))
				}
			}
		})
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &Corpus{Title: title(o.Folder), Broken: append(unreadable, damaged...)}
	for i, r := range readings {
		switch {
		case r.other:
			c.LeftOut++
		case r.err != nil:
			c.Broken = append(c.Broken, Broken{files[i], r.err, len(r.videos) > 0})
		}
		for _, f := range r.videos {
			if f.Kind == Comparison {
				c.Comparisons = append(c.Comparisons, f)
			} else {
				c.Videos = append(c.Videos, f)
			}
		}
	}
	slices.SortStableFunc(c.Videos, byName)
	slices.SortStableFunc(c.Comparisons, byName)
	slices.SortStableFunc(c.Broken, func(a, b Broken) int { return strings.Compare(a.File, b.File) })
	c.group()
	return c, nil
}

func byName(a, b *Video) int {
	if n := strings.Compare(a.Name, b.Name); n != 0 {
		return n
	}
	return strings.Compare(a.File, b.File)
}

// title returns the name of a folder, however it was called.
func title(folder string) string {
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	return filepath.Base(folder)
}

// find lists the files of a folder by their paths in it, with slashes and in the order of names. The output is not
// among them: its path is itself, if it is in the folder. Of folders that cannot be read it says why.
func find(folder, output string) (files []string, itself string, unreadable []Broken, err error) {
	info, err := os.Stat(folder)
	if err != nil {
		return nil, "", nil, err
	}
	if !info.IsDir() {
		return nil, "", nil, fmt.Errorf("%s is not a folder", folder)
	}
	var page os.FileInfo
	if output != "" {
		page, _ = os.Stat(output)
	}
	root := strings.TrimSuffix(folder, "/") + "/" // with the slash, a link to a folder is a folder
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name, relErr := filepath.Rel(root, path)
		if relErr != nil {
			return relErr
		}
		name = filepath.ToSlash(name)
		if err != nil {
			unreadable = append(unreadable, Broken{File: name, Err: err})
			return fs.SkipDir
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && path != root
		switch {
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.IsDir() || hidden:
			return nil
		}
		info, err := os.Stat(path) // through links
		switch {
		case err != nil || !info.Mode().IsRegular():
		case page != nil && os.SameFile(info, page):
			itself = name
		default:
			files = append(files, name)
		}
		return nil
	})
	return files, itself, unreadable, err
}
