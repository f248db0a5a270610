package batch

import (
	"os"
	"path/filepath"
	"slices"
)

// Outputs returns the names of all files that a run may write, except the journal's.
func (o *Options) Outputs() (list []string) {
	for i := range o.Inputs {
		job := o.job(i, o.out(i, o.Extension))
		list = append(list, job.Outputs()...)
	}
	return list
}

// file identifies a regular file, independent of its names; the zero value is
// no file.
type file struct{ device, number uint64 }

// filesOf returns the inputs that are files.
func filesOf(inputs []Input) map[file]string {
	files := map[file]string{}
	for _, in := range inputs {
		if f := fileOf(in.Path); f != (file{}) {
			files[f] = in.Path
		}
	}
	return files
}

// missing returns the folders of the outputs that do not exist, deeper ones
// first.
func missing(results []Result, folder string) (folders []string) {
	seen := map[string]bool{}
	add := func(folder string) {
		for ; !seen[folder]; folder = filepath.Dir(folder) {
			if _, err := os.Lstat(folder); err == nil {
				return
			}
			seen[folder] = true
			folders = append(folders, folder)
		}
	}
	add(filepath.Clean(folder))
	for _, r := range results {
		add(filepath.Dir(r.Out))
	}
	slices.SortFunc(folders, func(a, b string) int { return len(b) - len(a) })
	return folders
}

// removeEmpty removes the folders that are empty.
func removeEmpty(folders []string) {
	for _, folder := range folders {
		os.Remove(folder)
	}
}
