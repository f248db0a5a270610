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
	Rate     float64 // average frame rate; 0 if unknown
	Skipped  float64 // seconds from the video's first frame to the part's
	Lead     float64 // seconds from the start of the whole file, perhaps with sound, to its first frame; 0 for a part
	Shots    []Shot  // in order, without gaps
}

// measureRate computes a rate from the times of the shots, for containers without one, such as IVF.
func (f *Video) measureRate() {
	if n := len(f.Shots); f.Rate == 0 && n > 0 && f.Shots[n-1].To > 0 {
		f.Rate = float64(f.Pictures) / f.Shots[n-1].To
	}
}

// Shot is a shot: a half-open range of frames, and their times. They count from the part's first
// frame.
type Shot struct {
	First, End int64
	From, To   float64 // seconds; To is the end of the last frame
}

// Form is a format of shot lists.
type Form uint8

const (
	Scenes    Form = iota // Av1an's
	EDL                   // CMX 3600
	Chapters              // FFmpeg's metadata
	QPFile                // x264's
	FormCount             // the number of forms
)

var forms = [FormCount]struct {
	name, extension, what string
	text                  func(*Video) (string, error)
}{
	Scenes:   {"scenes", ".scenes.json", "Av1an's scenes", scenes},
	EDL:      {"edl", ".edl", "an edit decision list, CMX 3600", decisions},
	Chapters: {"ffmeta", ".ffmeta", "FFmpeg's metadata, with a chapter per shot", chapters},
	QPFile:   {"qpfile", ".qpfile", "x264's list of key frames", qpfile},
}

// String returns the form's name.
func (f Form) String() string { return forms[f].name }

// Extension returns the extension of the form's files.
func (f Form) Extension() string { return forms[f].extension }

// What describes the form.
func (f Form) What() string { return forms[f].what }

// Text formats a video's shots. It fails if the form cannot represent them.
func (f Form) Text(video *Video) (string, error) {
	text, err := forms[f].text(video)
	if err != nil {
		return "", fmt.Errorf("shotlist: write %s: %w", f.Extension(), err)
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

// FormOf returns the form for the extension of a file's name.
func FormOf(file string) (Form, error) {
	for f := range FormCount {
		if strings.HasSuffix(strings.ToLower(file), f.Extension()) {
			return f, nil
		}
	}
	return 0, fmt.Errorf("shotlist: %s does not end in %s", filepath.Base(file), Extensions("or"))
}

// Extensions lists all extensions, with a word before the last one.
func Extensions(word string) string {
	var list []string
	for f := range FormCount {
		list = append(list, f.Extension())
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " " + word + " " + list[last]
}

// scenes formats the file in which Av1an keeps its scenes and which it reads with --scenes. The end
// of a scene is the first frame after it. split_scenes are those that it encodes, after it has
// split long ones; a version that splits refuses a file without them, and a later one takes scenes
// instead.
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

// decisions writes an event a shot. Timecodes count at the average frame rate, whatever the
// distances of the frames, as those of marks do. Source timecodes refer to the whole video.
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

// chapters writes a chapter a shot, in microseconds. FFmpeg shifts a file's streams to the earliest
// start, so chapters are shifted with the frames; the first one begins with the file.
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

// escaped escapes a value of FFmpeg's metadata.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "=", `\=`, ";", `\;`, "#", `\#`).Replace(text)
}

// qpfile writes a line for each shot's first frame, which becomes an IDR frame with x264's own QP.
func qpfile(f *Video) (string, error) {
	var b strings.Builder
	for _, s := range f.Shots {
		fmt.Fprintf(&b, "%d I -1\n", s.First)
	}
	return b.String(), nil
}

// shotsOf returns shots from the frames with which they begin, the times of all frames, and the end
// of the last one. Times are made ascending: a time is at least the latest before it.
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
