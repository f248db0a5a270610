package batch

import (
	"os"
	"path/filepath"
	"slices"
)

func names(results []Result) (list []string) {
	for _, r := range results {
		list = append(list, r.Out)
	}
	return list
}

// missing are the folders of the outputs that do not exist, deeper ones first.
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

// removeEmpty takes those of the folders away that hold nothing.
func removeEmpty(folders []string) {
	for _, folder := range folders {
		os.Remove(folder)
	}
}
