package describe

import (
	"fmt"
	"strconv"

	"ffkvadrat/decode"
	"ffkvadrat/decode/timecode"
	"ffkvadrat/yuv"
)

// Row is a fact with its name. Names match those of probe.
type Row struct {
	Name, Value string
	Detail      bool // that few need
}

// String writes a row in one line.
func (r Row) String() string { return r.Name + ": " + r.Value }

// rows collects rows with a value.
type rows []Row

func (r *rows) add(name, value string) {
	if value != "" {
		*r = append(*r, Row{Name: name, Value: value})
	}
}

func (r *rows) detail(name, value string) {
	if value != "" {
		*r = append(*r, Row{name, value, true})
	}
}

// Video returns the facts about a video in groups: its video stream, its audio streams, the file.
// format and colour are those of the frame; account says how it is shown.
func Video(info *decode.Info, format yuv.Format, colour *yuv.Colour, account *yuv.Account) [][]Row {
	var video, sound, file rows
	if info.VideoStreams > 1 {
		video.add("video stream", fmt.Sprintf("#%d", info.Stream))
	}
	video.add("codec", Codec(info))
	video.add("duration", Duration(info))
	video.add("time stamps", TimeStamps(info))
	video.add("frames", Frames(info))
	video.add("frame rate", FrameRate(info))
	video.add("bit rate", BitRate(info.VideoBitRate))
	video.add("picture", Picture(info.Width, info.Height, format))
	video.add("fields", Fields(info))
	video.detail("colour", Colour(format, colour, account))
	if *account != (yuv.Account{Matrix: account.Matrix, Range: account.Range, Transfer: account.Transfer, Fixed: account.Fixed}) ||
		colour.Curve() != yuv.SDR || colour.MaxCLL > 0 || colour.MasteringPeak > 0 {
		video.detail("light", Light(colour, account))
	}
	if info.Orientation == (decode.Orientation{}) && (info.SAR.Float() <= 0 || info.SAR.Num == info.SAR.Den) {
		video.detail("display", Display(info.Orientation, info.SAR))
	} else {
		video.add("display", Display(info.Orientation, info.SAR))
	}
	for i := range info.Sounds {
		sound.add("audio stream", AudioStream(&info.Sounds[i]))
	}
	file.detail("container", Container(info))
	if sound == nil {
		return [][]Row{video, file}
	}
	return [][]Row{video, sound, file}
}

// Frame is what is known about one frame.
type Frame struct {
	Index       int64 // -1 if unknown
	About       int64 // approximate index if Index is unknown, else -1
	PTS         int64
	HasPTS      bool
	TimeBase    decode.Rational
	Time        float64 // seconds of the stream's clock
	Type        byte    // '?' if unknown
	Packet      int     // bytes, 0 if unknown
	Corrupt     bool
	Unparsed    bool
	Timecode    timecode.Code
	HasTimecode bool
	Outside     int64 // see yuv.Picture
	decode.Group
}

// FrameOf returns what is known about a frame of a video. about is an approximate index for a frame
// without one, else -1.
func FrameOf(f *decode.Frame, info *decode.Info, about int64) Frame {
	return Frame{
		Index: f.Index, About: about, PTS: f.PTS, HasPTS: f.HasPTS, TimeBase: info.TimeBase, Time: f.Time,
		Type: f.PictType, Packet: f.Packet, Corrupt: f.Corrupt, Unparsed: f.Unparsed, Timecode: f.Timecode, HasTimecode: f.HasTimecode, Outside: f.Picture.Outside, Group: f.Group,
	}
}

// Rows appends the facts to memory. People see frames numbered from 1; the index counts from 0, as
// everywhere in files and commands.
func (f *Frame) Rows(memory []Row) []Row {
	r := rows(memory)
	r.add("frame", f.number())
	r.add("time", strconv.FormatFloat(f.Time, 'f', 6, 64)+" s")
	if f.HasPTS {
		r.detail("pts", fmt.Sprintf("%d × %d/%d s", f.PTS, f.TimeBase.Num, f.TimeBase.Den))
	}
	if f.HasTimecode {
		r.add("timecode", f.Timecode.String())
	}
	r.add("type", f.kind())
	if f.Packet > 0 {
		r.detail("bytes", strconv.Itoa(f.Packet))
	}
	r.detail("key frame", f.distances())
	switch {
	case f.Corrupt:
		r.add("damage", "marked by the decoder")
	case f.Unparsed:
		r.add("damage", "not all blocks are known")
	}
	r.add("values", Outside(f.Outside))
	return r
}

func (f *Frame) number() string {
	switch {
	case f.Index >= 0:
		return fmt.Sprintf("%d (index %d)", f.Index+1, f.Index)
	case f.About >= 0:
		return fmt.Sprintf("about %d", f.About+1)
	}
	return ""
}

// kind formats the frame's type and whether it is a key frame.
func (f *Frame) kind() string {
	s := ""
	if f.Type != '?' && f.Type != 0 {
		s = string(rune(f.Type))
	}
	switch {
	case f.SinceKey != 0:
		return s
	case s == "":
		return "key frame"
	}
	return s + ", key frame"
}

// distances formats the distances to the key frames before and after.
func (f *Frame) distances() string {
	s := ""
	switch {
	case f.SinceKey == 0:
		s = "this one"
	case f.SinceKey > 0:
		s = Count(f.SinceKey, "frame") + " ago"
	}
	if f.ToKey > 0 {
		if s != "" {
			s += ", "
		}
		s += "the next in " + Count(f.ToKey, "frame")
	}
	return s
}
