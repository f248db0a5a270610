package quadfile

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ffkvadrat/atomicfile/decimal"
)

// playlist has the elements of YUView 2.13's playlists that are needed.
type playlist struct {
	XMLName    xml.Name         `xml:"playlistItems"`
	Version    string           `xml:"version,attr"`
	Overlay    *playlistOverlay `xml:"playlistItemOverlay"`
	Statistics *playlistItem    `xml:"playlistItemStatisticsFile"`
}

// playlistOverlay draws the second item over the first, aligned top left.
type playlistOverlay struct {
	playlistTiming
	LayoutMode  int          `xml:"layoutMode"`
	OverlayMode int          `xml:"overlayMode"`
	Video       playlistItem `xml:"playlistItemCompressedVideo"`
	Statistics  playlistItem `xml:"playlistItemStatisticsFile"`
}

type playlistTiming struct {
	ID        int    `xml:"id"`
	Sampling  int    `xml:"sampling"`
	FrameRate string `xml:"frameRate"`
}

type playlistItem struct {
	playlistTiming
	RelativePath string        `xml:"relativePath"`
	Width        int           `xml:"width,omitempty"`
	Height       int           `xml:"height,omitempty"`
	PixelFormat  string        `xml:"pixelFormat,omitempty"`
	InputFormat  string        `xml:"inputFormat,omitempty"`
	Shown        *playlistType `xml:"statType0"`
}

// playlistType is a statistics type that is shown at the start.
type playlistType struct {
	Render int    `xml:"render,attr"`
	Name   string `xml:",chardata"`
}

// WritePlaylist writes a .yuvplaylist, which opens a video in YUView with its statistics as
// overlay. s is the statistics' source, and shown the name of their type 0, which is shown at the start;
// video and statistics are file names relative to the playlist's folder. Without a video, or with a pixel
// format that YUView cannot name, it has only the statistics.
func WritePlaylist(w io.Writer, s *Source, shown, video, statistics string) error {
	rate := decimal.String(s.frameRate())
	timing := func(id int) playlistTiming { return playlistTiming{id, 1, rate} }
	stats := playlistItem{playlistTiming: timing(0), RelativePath: statistics, Shown: &playlistType{1, shown}}
	list := playlist{Version: "2.0", Statistics: &stats}
	if format := yuviewPixelFormat(s.PixFmt); video != "" && format != "" {
		stats.ID = 2
		list = playlist{Version: "2.0", Overlay: &playlistOverlay{
			playlistTiming: timing(0),
			Video: playlistItem{
				playlistTiming: timing(1),
				RelativePath:   video,
				Width:          s.Width,
				Height:         s.Height,
				PixelFormat:    format,
				InputFormat:    "Libav",
			},
			Statistics: stats,
		}}
	}
	text, err := xml.MarshalIndent(list, "", " ")
	if err != nil {
		return fmt.Errorf("quadfile: playlist: %w", err)
	}
	if _, err := w.Write(append([]byte(xml.Header), append(text, '\n')...)); err != nil {
		return fmt.Errorf("quadfile: playlist: %w", err)
	}
	return nil
}

// yuviewPixelFormat returns YUView's name for FFmpeg's planar YUV formats, else "". Playlists with
// gray formats crash YUView 2.13.
func yuviewPixelFormat(pixFmt string) string {
	for _, known := range [...]struct{ prefix, sampling string }{
		{"yuv420p", "4:2:0"}, {"yuv422p", "4:2:2"}, {"yuv444p", "4:4:4"}, {"yuv440p", "4:4:0"},
		{"yuvj420p", "4:2:0"}, {"yuvj422p", "4:2:2"}, {"yuvj444p", "4:4:4"}, {"yuvj440p", "4:4:0"},
	} {
		depth, ok := strings.CutPrefix(pixFmt, known.prefix)
		if !ok {
			continue
		}
		if depth == "" {
			return "YUV " + known.sampling + " 8-bit"
		}
		bits, ok := strings.CutSuffix(depth, "le")
		if n, err := strconv.Atoi(bits); ok && err == nil && n > 8 && n <= 16 {
			return "YUV " + known.sampling + " " + bits + "-bit LE"
		}
	}
	return ""
}
