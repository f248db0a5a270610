package session

import (
	"fmt"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Capabilities are what a video has, as far as settings depend on it.
type Capabilities struct {
	Thing    string     // the word for it: video or picture
	Format   yuv.Format // of its pictures
	Vectors  bool       // they have the codec's motion vectors, or can have them
	Blocks   bool       // they have the codec's blocks, or can have them
	Second   bool       // a second video that is shown has blocks
	Codec    string     // FFmpeg's name
	NoBlocks bool       // the decoder never reports blocks of this codec
	NoBits   bool       // nor what its blocks take
}

// Effective are the chosen settings with those replaced that are not possible.
type Effective struct {
	Choices
	Notices []Notice // why they differ, in order
}

// Notice says why a setting was replaced.
type Notice struct {
	Text  string // for the user; empty for none
	Log   string // for the log; empty for none
	Quiet bool   // the user asked for nothing: the text is small and out of the way
}

// Report adds a notice.
func (e *Effective) Report(text, log string) {
	e.Notices = append(e.Notices, Notice{Text: text, Log: log})
}

// Note adds a quiet notice.
func (e *Effective) Note(text string) {
	e.Notices = append(e.Notices, Notice{Text: text, Quiet: true})
}

// For returns the settings with those replaced that need planes, features, vectors or blocks that the
// video does not have.
func (c Choices) For(v Capabilities) Effective {
	e := Effective{Choices: c}
	if e.Params.Needs().Vectors && !v.Vectors {
		e.Features = channel.RGB
		e.report("RGB features: this " + v.Thing + " has no motion vectors")
	}
	if e.View.Needs().Vectors && !v.Vectors {
		e.View = views.Video
		e.report("Back to the picture: this " + v.Thing + " has no motion vectors")
	}
	if e.Codec && !v.Blocks && !v.Second {
		e.Codec = false
		e.Report(v.withoutBlocks())
	}
	if e.Codec && e.BlocksBy == overlay.ByBits && v.NoBits {
		e.BlocksBy = overlay.ByQuantiser
		e.report("Blocks by QP: FFmpeg has no bits of " + v.Codec + " blocks")
	}
	if text := e.fit(v.Format, v.Thing); text != "" {
		e.Report(text, v.Format.Name+": "+text)
	}
	if e.Threshold < e.Low {
		e.Threshold = e.Low
		e.Report(fmt.Sprintf("The threshold ends at the lower bound, %.4f", e.Low), "")
	}
	return e
}

// report adds a notice whose text is also logged.
func (e *Effective) report(text string) { e.Report(text, text) }

// withoutBlocks says why the video has no blocks, in the window and in the log.
func (v *Capabilities) withoutBlocks() (text, log string) {
	if v.NoBlocks {
		return "FFmpeg does not report the blocks of " + v.Codec + "; a trace can (--trace)", "No codec blocks for this " + v.Thing + ": " + (&partition.NoBlocksError{Codec: v.Codec}).Advice()
	}
	text = "Codec blocks off: this " + v.Thing + " cannot be read twice"
	return text, text
}

// fit replaces features and planes that pictures of a format do not have, and says why; nothing if it
// has them. thing is the word for the video.
func (c *Choices) fit(f yuv.Format, thing string) string {
	planes := c.Variant.Discriminates()
	switch {
	case c.ComparesColours() && c.Features == channel.Vectors:
		c.Features = channel.RGB
		return "RGB features: motion vectors are not colours"
	case planes && c.Planes == edge.AlphaPlane && !f.Alpha:
		c.Planes = edge.LumaPlane
		return "Luma: this " + thing + " has no alpha"
	case f.Model != yuv.RGB:
		return ""
	case c.ComparesColours() && c.Features == channel.YUV:
		c.Features = channel.RGB
		return "RGB features: this " + thing + " has no Y, U and V; pick the colour again"
	case !planes && c.Features == channel.YUV:
		c.Features = channel.RGB
		return "RGB features: this " + thing + " has no Y, U and V"
	case planes && c.Planes == edge.AllPlanes:
		c.Planes = edge.LumaPlane
		c.Params = c.Limited()
		return "Luma only: this " + thing + " has no planes U and V"
	}
	return ""
}
