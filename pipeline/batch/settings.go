package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"strings"

	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
)

// settings are everything on which an output's bytes depend, except the video.
type settings struct {
	Program     string              `json:"program"`
	Format      string              `json:"format"`
	Compression string              `json:"compression"`
	Summary     bool                `json:"summary"`
	Fill        string              `json:"fill,omitempty"`
	SITI        string              `json:"siti,omitempty"`
	Codec       bool                `json:"codec,omitempty"`
	Strength    int                 `json:"strength,omitempty"`
	Fields      string              `json:"fields,omitempty"` // separated by commas
	MaxRows     int64               `json:"max_rows,omitempty"`
	Stream      int                 `json:"stream"`
	Raw         string              `json:"raw,omitempty"` // separated by spaces
	Selection   pipeline.Selection  `json:"selection"`
	Analysis    quadfile.Journalled `json:"analysis"`
	Goal        response.Goal       `json:"goal,omitzero"`
	Pictures    string              `json:"pictures,omitempty"` // fields and film grain, unless they are the usual
	Rate        string              `json:"rate,omitempty"`     // of numbered pictures, if the user gives one
	NoHoles     bool                `json:"no_holes,omitempty"` // of numbered pictures
}

func settingsOf(program string, o *quads.Options, raw ...string) settings {
	s := settings{
		Program: program, Format: o.Format.String(), Compression: o.Compression.String(), Summary: o.Summary, Codec: o.Codec, Strength: o.Strength,
		Fields: strings.Join(o.Fields, ","), MaxRows: o.MaxRows,
		Stream: o.Stream, Raw: strings.Join(raw, " "), Selection: o.Selection,
	}
	a := quads.NewHeader("", decode.Info{}, o.Params).Analysis
	a.Cube, a.Cuts = o.Cube, o.Cuts
	s.Analysis = a.Journalled()
	if o.Distorts {
		s.Fill = o.Fill.String()
	}
	if o.Informs {
		s.SITI = o.Domain.String()
	}
	if o.Goal != nil {
		s.Goal = *o.Goal
	}
	return s
}

// picture sets what the pictures are by a context, and how numbered ones are read.
func (s *settings) picture(ctx context.Context) {
	if p := decode.PicturesOf(ctx); p != (decode.Pictures{}) {
		s.Pictures = p.Fields.String() + " " + p.Grain.String()
	}
	o := decode.AccessOf(ctx).Sequence
	if s.NoHoles = o.NoHoles; o.Rate != (decode.Rational{}) {
		s.Rate = o.Rate.String()
	}
}

// key returns a short name of the settings.
func (s settings) key() string {
	sum := sha256.Sum256(s.text())
	return hex.EncodeToString(sum[:8])
}

// text returns the settings as a journal has them.
func (s settings) text() []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // numbers and texts always marshal
	}
	return text
}

// hash returns the hash in an output's name: the first 16 digits of the SHA-256 of the video's
// bytes, followed by the settings as a journal has them.
func (s settings) hash(ctx context.Context, video string) (string, error) {
	file, err := os.Open(video)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.CopyBuffer(h, cancelled{ctx, file}, make([]byte, 1<<20)); err != nil {
		return "", err
	}
	h.Write(s.text())
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// cancelled is a reader that ends with a context.
type cancelled struct {
	ctx context.Context
	io.Reader
}

func (c cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Reader.Read(p)
}
