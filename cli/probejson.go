package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/yuv"
)

// probed is the output of probe --json, with ffprobe's names where there are any. Unknown values
// are left out.
type probed struct {
	File      string          `json:"filename"`
	Format    probedContainer `json:"format"`
	Video     probedVideo     `json:"video"`
	Audio     []probedSound   `json:"audio"`
	Operation string          `json:"analysis"`
	Engine    probedEngine    `json:"engine"`
}

type probedContainer struct {
	Name    string `json:"format_name"`
	Streams int    `json:"nb_streams"`
	Videos  int    `json:"nb_video_streams"`
	Audios  int    `json:"nb_audio_streams"`
	BitRate int64  `json:"bit_rate,omitempty"`
	Live    bool   `json:"live,omitempty"` // has no end
	Raw     string `json:"raw,omitempty"`  // layout of raw video, as --raw takes it
	Guessed bool   `json:"raw_guessed,omitempty"`

	Sequence *probedSequence `json:"sequence,omitempty"`
}

// probedSequence are numbered pictures.
type probedSequence struct {
	Pattern string `json:"pattern"` // with a # for each digit
	First   int64  `json:"first"`
	Last    int64  `json:"last"`
	Step    int64  `json:"step"`
	Missing int64  `json:"missing"`
}

type probedVideo struct {
	Index       int          `json:"index"`
	Codec       string       `json:"codec_name"`
	Profile     string       `json:"profile,omitempty"`
	Level       *int         `json:"level,omitempty"`      // in FFmpeg's numbers
	LevelName   string       `json:"level_name,omitempty"` // in the codec's specification
	Width       int          `json:"width"`
	Height      int          `json:"height"`
	PixelFormat string       `json:"pix_fmt"`
	Layout      string       `json:"layout"`
	Bits        int          `json:"bits"`
	SAR         string       `json:"sample_aspect_ratio,omitempty"`
	Grain       string       `json:"film_grain,omitempty"` // on or off, if the stream describes it
	Interlaced  string       `json:"interlaced,omitempty"` // tff or bff, the first frame
	Fields      string       `json:"fields,omitempty"`     // that pictures are
	Rotation    int          `json:"rotation"`             // degrees clockwise
	Mirrored    bool         `json:"mirrored"`
	TimeBase    string       `json:"time_base"`
	FrameRate   string       `json:"avg_frame_rate,omitempty"`
	Duration    float64      `json:"duration,omitempty"` // seconds
	Jumps       int          `json:"discontinuities,omitempty"`
	Frames      int64        `json:"nb_frames,omitempty"`
	Estimated   int64        `json:"nb_frames_estimated,omitempty"` // if the container does not state it
	BitRate     int64        `json:"bit_rate,omitempty"`
	Outside     int64        `json:"samples_outside,omitempty"` // of the first picture; see yuv.Picture
	Colour      probedColour `json:"colour"`
	HDR         *probedHDR   `json:"hdr"`
}

// probedColour has the colours as displayed. Tagged lists which come from tags of the file.
type probedColour struct {
	Matrix    string `json:"matrix"`
	Range     string `json:"range"`
	Primaries string `json:"color_primaries,omitempty"`
	Transfer  string `json:"color_transfer,omitempty"`
	Tagged    struct {
		Matrix bool `json:"matrix"`
		Range  bool `json:"range"`
	} `json:"tagged"`
}

// probedHDR has the parameters of PQ and HLG; luminances in cd/m².
type probedHDR struct {
	Transfer      string  `json:"transfer"`
	MaxCLL        float64 `json:"max_cll,omitempty"`
	MasteringPeak float64 `json:"mastering_peak,omitempty"`
	ToneMapped    string  `json:"tone_mapped"`
}

type probedSound struct {
	Index    int    `json:"index"`
	Codec    string `json:"codec_name"`
	Profile  string `json:"profile,omitempty"`
	Rate     int    `json:"sample_rate"`
	Channels int    `json:"channels"`
	Layout   string `json:"channel_layout,omitempty"`
	BitRate  int64  `json:"bit_rate,omitempty"`
	Language string `json:"language,omitempty"`
}

type probedEngine struct {
	Name   string `json:"name"`
	Why    string `json:"why"`
	OpenGL string `json:"opengl,omitempty"`
}

func probeJSON(w io.Writer, in *input, info decode.Info, grain bool, frame *decode.Frame, choice yuv.Choice, analysed string, engine *headless.Engine) error {
	p := &frame.Picture
	v := probedVideo{
		Index: info.Stream, Codec: info.Codec, Profile: info.Profile, LevelName: info.LevelName(),
		Width: p.Width, Height: p.Height, PixelFormat: p.Format.Name, Layout: describe.Layout(p.Format), Bits: p.Format.Depth,
		Rotation: info.Orientation.Rotate, Mirrored: info.Orientation.Mirror,
		SAR: describe.SAR(frame.SAR), TimeBase: describe.TimeBase(&info), Duration: info.Duration, Jumps: info.Discontinuities, BitRate: info.VideoBitRate, Outside: p.Outside,
	}
	if grain {
		v.Grain = yuv.GrainOn.String()
	}
	if info.Grain {
		v.Grain = yuv.GrainOff.String()
	}
	v.Interlaced = info.Interlacing.String()
	if info.Fields != yuv.WholeFrames {
		v.Fields = info.Fields.String()
	}
	if info.Level >= 0 {
		v.Level = &info.Level
	}
	if info.AvgFrameRate.Float() > 0 {
		v.FrameRate = fmt.Sprintf("%d/%d", info.AvgFrameRate.Num, info.AvgFrameRate.Den)
	}
	if n, counted := describe.FrameCount(&info); counted {
		v.Frames = n
	} else {
		v.Estimated = n
	}
	shown := p.Colour.With(choice).Resolve(p.Width, p.Height)
	c := &v.Colour
	c.Matrix, c.Range, _ = yuv.Choice{Matrix: shown.Matrix, Range: shown.Range}.Names()
	if p.Format.Model == yuv.RGB {
		c.Matrix, c.Range = "rgb", "full"
	}
	c.Primaries, c.Transfer = shown.Primaries, shown.Transfer
	c.Tagged.Matrix, c.Tagged.Range = p.Colour.Matrix != yuv.MatrixUnspecified, p.Colour.Range != yuv.RangeUnspecified
	if curve := shown.Curve(); curve != yuv.SDR {
		_, _, name := yuv.Choice{Transfer: curve}.Names()
		v.HDR = &probedHDR{
			Transfer: name, MaxCLL: shown.MaxCLL, MasteringPeak: shown.MasteringPeak,
			ToneMapped: choice.Account(p.Format, p.Colour, p.Width, p.Height).Light,
		}
	}
	out := probed{
		File: in.name,
		Format: probedContainer{
			Name: info.Container, Streams: info.Streams, Videos: info.VideoStreams, Audios: info.AudioStreams, BitRate: info.BitRate, Live: info.Live,
			Guessed: info.RawGuessed,
		},
		Video: v, Audio: []probedSound{}, Operation: analysed,
		Engine: probedEngine{engine.Name(), wording.Text(engine.Why()), openGLName(engine)},
	}
	if s := info.Sequence; s != nil {
		out.Format.Sequence = &probedSequence{s.String(), s.First(), s.Last(), s.Step, s.Missing()}
	}
	if info.Raw.Width > 0 {
		out.Format.Raw = info.Raw.String()
	}
	for _, s := range info.Sounds {
		out.Audio = append(out.Audio, probedSound{s.Stream, s.Codec, s.Profile, s.Rate, s.Channels, s.Layout, s.BitRate, s.Language})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}
