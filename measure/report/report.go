// Package report makes one HTML page of a folder of results: each video's quads, its curve over
// time, its worst frames, and where videos differ from the others.
//
// Input is a folder with exports, summaries and comparisons, as packages quadfile and compare write
// them, compressed or not; their first bytes identify them, not their names. Output is a [Corpus],
// and from it a page that needs neither network nor server. Its bytes depend only on the
// files, and on where the playground is that its links open.
// [Gather] reads several files concurrently, in goroutines that have ended when it returns. A
// video's curves have a fixed number of bins, so memory does not grow with the length of videos. No
// cgo, no OpenGL.
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
	Folder string
	Output string // the file that the page will replace, or empty: see [OutputError]
	// Playground is the folder of the playground, which links to videos open; empty means the folder playground next
	// to Output, if there is one.
	Playground string
	Workers    int // number of files that are read concurrently; 0 means one a processor, at most 8
	// Read is called after each file, with the number of files read and of all. It may be nil.
	// Several goroutines call it.
	Read func(done, of int)
}

// Corpus is the content of a folder.
type Corpus struct {
	Title       string   // the folder's own name
	Videos      []*Video // by name, then by file
	Comparisons []*Video // encodes and their references, in the same order
	Broken      []Broken
	LeftOut     int     // files that are not results
	Groups      []Group // of videos with equal settings, the largest first
}

// Broken is a file that cannot be read, is truncated or damaged: what precedes the damage is in its
// Video.
type Broken struct {
	File string // its path in the folder
	Err  error
	Kept bool // what precedes the damage is in the corpus
}

// OutputError means that the page would replace an input: a result, or a batch's journal.
type OutputError struct {
	File string // its path in the folder
}

func (e *OutputError) Error() string {
	return e.File + " is one of the files that are read: write to another file"
}

// mostWorkers is the largest number of files that are read concurrently: each has its own buffers.
const mostWorkers = 8

// Gather reads all files of a folder and its subfolders. Like a batch of exports, it skips hidden
// ones, and folders behind symbolic links. A file that cannot be read is not an error, but one of
// the corpus's Broken.
func Gather(ctx context.Context, o Options) (*Corpus, error) {
	playground, err := o.playground()
	if err != nil {
		return nil, err
	}
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
			if playground != "" {
				f.link(&o, playground, files[i])
			}
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

// title returns the base name of a folder, under whatever path.
func title(folder string) string {
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	return filepath.Base(folder)
}

// find lists the files of a folder by their paths in it, with slashes and in the order of names. It
// omits the output, and returns its path as itself if it is in the folder. unreadable are the
// folders that cannot be read, with the reason.
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
		info, err := os.Stat(path) // follows links
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
