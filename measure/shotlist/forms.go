package shotlist

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/measure/edl"
)

// Video is a video, or a part of one, with its shots.
type Video struct {
	Name     string // of the file, without folders
	Pictures int64
	Rate     float64 // pictures a second, on average; 0 if unknown
	Skipped  float64 // seconds from the video's first picture to that of the part
	Lead     float64 // seconds from where the whole file begins, with sound perhaps, to its first picture; 0 of a part
	Shots    []Shot  // in their order, without gaps
}

// measureRate sets a rate that the container does not say, as IVF's does not, from the times of the shots.
func (f *Video) measureRate() {
	if n := len(f.Shots); f.Rate == 0 && n > 0 && f.Shots[n-1].To > 0 {
		f.Rate = float64(f.Pictures) / f.Shots[n-1].To
	}
}

// Shot is a shot: pictures from one on to the one before another, and their times. They count from the part's
// first picture.
type Shot struct {
	First, End int64
	From, To   float64 // seconds; To is when the last one ends
}

// Form is a way to write shots.
type Form uint8

const (
	Scenes    Form = iota // of Av1an
	EDL                   // CMX 3600
	Chapters              // FFmpeg's metadata
	QPFile                // of x264
	FormCount             // how many there are
)

var forms = [FormCount]struct {
	name, ending, what string
	text               func(*Video) (string, error)
}{
	Scenes:   {"scenes", ".scenes.json", "Av1an's scenes", scenes},
	EDL:      {"edl", ".edl", "an edit decision list, CMX 3600", decisions},
	Chapters: {"ffmeta", ".ffmeta", "FFmpeg's metadata, with a chapter per shot", chapters},
	QPFile:   {"qpfile", ".qpfile", "x264's list of key frames", qpfile},
}

// String returns the form's name.
func (f Form) String() string { return forms[f].name }

// Ending returns the ending of names of files.
func (f Form) Ending() string { return forms[f].ending }

// What says in words what the form is.
func (f Form) What() string { return forms[f].what }

// Text writes a video's shots. It fails if the form cannot hold them.
func (f Form) Text(video *Video) (string, error) {
	text, err := forms[f].text(video)
	if err != nil {
		return "", fmt.Errorf("shotlist: write %s: %w", f.Ending(), err)
	}
	return text, nil
}

// ParseForm returns the form with a name.
func ParseForm(name string) (Form, error) {
	for f := range FormCount {
		if name == f.String() {
			return f, nil
		}
	}
	return 0, fmt.Errorf("shotlist: no form is called %q", name)
}

// FormOf returns the form whose ending a file's name has.
func FormOf(file string) (Form, error) {
	for f := range FormCount {
		if strings.HasSuffix(strings.ToLower(file), f.Ending()) {
			return f, nil
		}
	}
	return 0, fmt.Errorf("shotlist: %s does not end in %s", filepath.Base(file), Endings("or"))
}

// Endings lists all endings, with a word before the last one.
func Endings(word string) string {
	var list []string
	for f := range FormCount {
		list = append(list, f.Ending())
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " " + word + " " + list[last]
}

// scenes writes the file that Av1an keeps its scenes in and reads with --scenes. The end of a scene is the
// first picture that is not in it. split_scenes are those that it encodes, after it has split long ones; a version
// that splits refuses a file without them, and a later one takes scenes instead.
func scenes(f *Video) (string, error) {
	type scene struct {
		Start     int64 `json:"start_frame"`
		End       int64 `json:"end_frame"`
		Overrides *int  `json:"zone_overrides"` // null: those of the whole video
	}
	file := struct {
		Frames int64   `json:"frames"`
		Scenes []scene `json:"scenes"`
		Split  []scene `json:"split_scenes"`
	}{Frames: f.Pictures, Scenes: []scene{}}
	for _, s := range f.Shots {
		file.Scenes = append(file.Scenes, scene{Start: s.First, End: s.End})
	}
	file.Split = file.Scenes
	text, err := json.Marshal(file)
	return string(text) + "\n", err
}

// decisions writes an event a shot. Timecodes count at the average frame rate, whatever the distances of
// the pictures, as those of marks do. Those of the source are the whole video's.
func decisions(f *Video) (string, error) {
	if len(f.Shots) > edl.Most {
		return "", fmt.Errorf("%d shots, but a list has at most %d: a larger least length gives fewer shots", len(f.Shots), edl.Most)
	}
	list, err := edl.New(f.Name, f.Rate)
	if err != nil {
		return "", err
	}
	at, skipped := int64(0), int64(math.Round(f.Skipped*f.Rate))
	for i, s := range f.Shots {
		end := max(int64(math.Round(s.To*f.Rate)), at+1)
		list.Event(at+skipped, end+skipped, at, "* FROM CLIP NAME: "+edl.Line(f.Name), "* COMMENT: shot "+strconv.Itoa(i+1))
		at = end
	}
	return list.String(), nil
}

// chapters writes a chapter a shot, in microseconds. FFmpeg moves a file's streams to where the earliest begins, and chapters
// are to stay with the pictures; the first one begins with the file.
func chapters(f *Video) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, ";FFMETADATA1\ntitle=%s\n", escaped(edl.Line(f.Name)))
	start := int64(0)
	for i, s := range f.Shots {
		end := microseconds(f.Lead + s.To)
		fmt.Fprintf(&b, "\n[CHAPTER]\nTIMEBASE=1/1000000\nSTART=%d\nEND=%d\ntitle=Shot %d\n", start, end, i+1)
		start = end
	}
	return b.String(), nil
}

func microseconds(t float64) int64 { return int64(math.Round(1e6 * t)) }

// escaped writes a value of FFmpeg's metadata.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "=", `\=`, ";", `\;`, "#", `\#`).Replace(text)
}

// qpfile writes a line for each shot's first picture, which becomes an IDR frame with x264's own quantiser.
func qpfile(f *Video) (string, error) {
	var b strings.Builder
	for _, s := range f.Shots {
		fmt.Fprintf(&b, "%d I -1\n", s.First)
	}
	return b.String(), nil
}

// shotsOf makes shots from the pictures with which they begin, the times of all pictures, and the time at which
// the last one ends. Times that do not ascend are as late as the latest before.
func shotsOf(starts []int64, times []float64, end float64) (shots []Shot) {
	for i := 1; i < len(times); i++ {
		times[i] = max(times[i], times[i-1])
	}
	if len(times) > 0 {
		end = max(end, times[len(times)-1])
	}
	for i, s := range starts {
		shot := Shot{First: s, End: int64(len(times)), From: times[s] - times[0], To: end - times[0]}
		if i+1 < len(starts) {
			shot.End, shot.To = starts[i+1], times[starts[i+1]]-times[0]
		}
		shots = append(shots, shot)
	}
	return slices.Clip(shots)
}
