package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/decode"
	"ffkvadrat/quadfile"
)

// Input is a video of a batch.
type Input struct {
	Path string // to open, in the user's form
	// Name is the file's path relative to the folder that contains all inputs.
	// No two inputs have the same.
	Name  string
	Named bool  // the user named the file itself; else it was found in a folder
	Err   error // the reason if Path is already known to be unreadable
}

// Find lists the inputs for files and folders, in the order of args and, inside
// a folder, in the order of the names. It lists each file once. It searches
// folders and their subfolders, but skips output, hidden files, folders behind
// symbolic links, exports, and whatever is neither a file nor a link to one. A
// file that the user named is always an input, even if it does not exist.
func Find(args []string, output string) ([]Input, error) {
	f := finder{seen: map[string]int{}}
	var err error
	if f.output, err = filepath.Abs(output); err != nil {
		return nil, err
	}
	var folders []string // the folders that contain the arguments
	for _, arg := range args {
		if decode.IsURL(arg) {
			f.add(Input{Path: arg, Named: true}, "")
			continue
		}
		abs, err := filepath.Abs(arg)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			folders = append(folders, abs)
			f.walk(arg)
			continue
		}
		folders = append(folders, filepath.Dir(abs))
		f.add(Input{Path: arg, Named: true}, abs)
	}
	return f.inputs, f.name(common(folders))
}

// finder collects inputs.
type finder struct {
	output   string // absolute, like all paths below
	inputs   []Input
	absolute []string       // "" for URLs
	seen     map[string]int // absolute name, or URL → index
}

func (f *finder) add(in Input, abs string) {
	key := abs
	if abs == "" {
		key = in.Path
	}
	if i, ok := f.seen[key]; ok {
		f.inputs[i].Named = f.inputs[i].Named || in.Named
		return
	}
	f.seen[key] = len(f.inputs)
	f.inputs, f.absolute = append(f.inputs, in), append(f.absolute, abs)
}

// name gives all inputs their names, relative to the folder base.
func (f *finder) name(base string) error {
	paths := map[string]string{} // by name
	for i, abs := range f.absolute {
		in := &f.inputs[i]
		var err error
		if abs == "" {
			in.Name, err = urlName(in.Path)
		} else {
			in.Name, err = filepath.Rel(base, abs)
		}
		if err != nil {
			return err
		}
		if other, ok := paths[in.Name]; ok {
			return fmt.Errorf("the exports of %s and %s would have the same name: export one of them separately", other, in.Path)
		}
		paths[in.Name] = in.Path
	}
	return nil
}

// urlName returns a file name for a URL, from its server and path.
func urlName(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil {
		return "", err
	}
	name := u.Host + path.Clean("/"+u.Path)
	if u.RawQuery != "" {
		name += "?" + strings.ReplaceAll(u.RawQuery, "/", "_")
	}
	if name = strings.TrimSuffix(name, "/"); !filepath.IsLocal(name) {
		return "", fmt.Errorf("%q gives no file name for its export", text)
	}
	return filepath.FromSlash(name), nil
}

// walk adds the files of a folder. A file that cannot be read becomes an input
// with an error; the others continue.
func (f *finder) walk(root string) {
	root = strings.TrimSuffix(root, "/") + "/" // with the slash, a link to a folder is a folder
	filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		abs, absErr := filepath.Abs(name)
		if err = errors.Join(err, absErr); err != nil {
			f.add(Input{Path: name, Err: err}, abs)
			return fs.SkipDir
		}
		switch hidden := strings.HasPrefix(entry.Name(), ".") && name != root; {
		case entry.IsDir() && name != root && (hidden || abs == f.output):
			return fs.SkipDir
		case !entry.IsDir() && !hidden && mayBeVideo(name, entry):
			f.add(Input{Path: name}, abs)
		}
		return nil
	})
}

// mayBeVideo reports whether a directory entry may be a video: a file or a link to one, and not an
// export.
func mayBeVideo(name string, entry fs.DirEntry) bool {
	if _, err := quadfile.FormatForName(name); err == nil {
		return isMedia(name)
	}
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := os.Stat(name)
	if err != nil {
		return decode.ClaimsPictures(name) // opening it reports a better error
	}
	return info.Mode().IsRegular()
}

// isMedia reports whether a file with the name of an export is a media file nevertheless. It is
// then an input, and no export may replace it.
func isMedia(name string) bool {
	file, err := statefile.OpenNamed(name)
	if err != nil {
		return false
	}
	defer file.Close()
	var begin [4]byte
	n, _ := io.ReadFull(file, begin[:])
	for _, sign := range []string{"{", "fram", "%;", "\x1f\x8b", "\x28\xb5\x2f\xfd"} { // JSON, CSV, YUView's, gzip, zstd
		if bytes.HasPrefix(begin[:n], []byte(sign)) {
			return false // without probing by FFmpeg
		}
	}
	video, err := decode.OpenVideo(context.Background(), name, decode.Options{Stream: decode.Best})
	if err == nil {
		video.Close()
	}
	return !errors.Is(err, decode.ErrNotVideo)
}

// common returns the deepest folder that contains all of the given absolute
// ones.
func common(folders []string) string {
	if len(folders) == 0 {
		return string(filepath.Separator)
	}
	base := folders[0]
	for _, folder := range folders[1:] {
		for !within(base, folder) {
			base = filepath.Dir(base)
		}
	}
	return base
}

// within reports whether a folder is base or inside it.
func within(base, folder string) bool {
	return folder == base || strings.HasPrefix(folder, strings.TrimSuffix(base, string(filepath.Separator))+string(filepath.Separator))
}
