package palette

import (
	"slices"
	"strings"
)

// synonyms are words that people use for an entry and that its texts lack, by the entry's title, or the curve's name. They are in lower case; the
// beginning of a word is found, too.
var synonyms = map[string]string{
	"Show or hide panel and timeline": "sidebar interface toolbar clean",
	"Fullscreen":                      "screen maximise",
	"Quit":                            "exit close",
	"Show all keys, commands and settings…":      "shortcuts hotkeys help manual search preferences options",
	"Show information about video and frame":     "metadata properties resolution fps codec",
	"Show the tab Plots":                         "histogram graph chart statistics distribution",
	"Show the tab Pixel":                         "inspect picker values magnifier",
	"Show the tab Video":                         "metadata properties resolution fps playlist",
	"Show the tab Scopes":                        "histogram waveform vectorscope parade exposure levels",
	"Explain the algorithm":                      "help tutorial lesson learn teach",
	"Open videos…":                               "load file import",
	"Export…":                                    "record render save write batch convert transcode csv json parquet mp4",
	"Save the picture with its quads":            "screenshot snapshot capture grab image png",
	"Save the picture without quads":             "screenshot snapshot capture grab image png",
	"Save the picture with its numbers":          "screenshot snapshot capture statistics",
	"Save the whole window":                      "screenshot snapshot capture",
	"Save the settings":                          "preset profile preferences configuration options",
	"Load settings…":                             "preset profile preferences configuration options",
	"Copy as command":                            "cli terminal script shell",
	"Undo the last change":                       "revert back",
	"Mark this frame":                            "bookmark annotation comment",
	"Go to a time or a frame…":                   "seek jump",
	"Go to the next cut":                         "scene shot",
	"Go to the previous cut":                     "scene shot",
	"Loop a part: start, end, clear":             "repeat a-b a–b ab",
	"Loop the video":                             "repeat",
	"Faster by a tenth":                          "speed quick",
	"Slower by a tenth":                          "speed",
	"Mute, sound on":                             "audio silence",
	"Volume up":                                  "audio loud",
	"Zoom in":                                    "bigger larger magnify enlarge",
	"Zoom out":                                   "smaller",
	"Fit the picture":                            "zoom whole reset",
	"Size of the panel":                          "font text bigger larger smaller scale dpi interface zoom",
	"Theme of the window":                        "mode night appearance skin",
	"Theme of the window: Dark theme":            "black night mode",
	"Theme of the window: Light theme":           "white day mode",
	"Compare with a second video…":               "diff versus encode reference quality",
	"Compare two settings or videos":             "diff versus split side before after",
	"Compare as: Beside":                         "side",
	"Align the second video":                     "sync synchronise offset delay",
	"Worst frames and areas of the second video": "artefacts artifacts errors blocks",
	"Show or hide the overlay":                   "grid boxes squares lines blocks",
	"Show or hide the codec's blocks":            "macroblocks ctu bitrate heatmap compression",
	"Show or hide the timeline":                  "graph chart curves heatmap",
	"Variant":                                    "mode method algorithm filter kernel gradient detection",
	"Threshold":                                  "sensitivity noise detail sharpness simplify",
	"Auto: find a threshold":                     "automatic best",
	"Invert":                                     "negative reverse",
	"Min size":                                   "minimum smallest depth",
	"Max size":                                   "maximum largest depth",
	"Pick a colour":                              "eyedropper pipette chroma key",
	"Look of the overlay: Mosaic":                "pixelate blur average",
	"Colours of the overlay":                     "palette heatmap",
	"Opacity of the overlay":                     "transparency alpha",
	"Line width":                                 "thickness stroke",
	"Film grain":                                 "noise denoise",
	"Fields of interlaced video":                 "deinterlace combing",
	"Brightness":                                 "exposure gamma dark",
	"Contrast":                                   "gamma",
	"Transfer curve":                             "hdr gamma tonemap",
	"View: Edges":                                "sharpness blurry focus outline",
	"View: Equalised":                            "shadows dark noise banding",
	"View: False colour":                         "heatmap thermal exposure",
	"View: Out of range":                         "clipping zebra overexposed",
	"View: Difference":                           "delta subtract",
	"View: Block PSNR":                           "heatmap quality worst blocks error map",
	"View: Map":                                  "heatmap roi",
	"Blocks by: QP":                              "heatmap quality quantiser crf",
	"Blocks by: Bits":                            "heatmap bitrate",
	"curve si":                                   "sharpness blurry texture noise complexity",
	"curve ti":                                   "movement flicker noise complexity",
	"curve psnr":                                 "quality distortion loss",
	"curve ssim":                                 "quality distortion loss",
	"curve psnr-b":                               "quality distortion loss",
	"curve bytes":                                "bitrate bandwidth kbps bytes",
	"curve coded":                                "bitrate bandwidth kbps bytes",
	"curve bytes-b":                              "bitrate bandwidth kbps bytes",
	"curve qp":                                   "quality quantiser crf compression",
}

// lacks are words for what the player does not have, with what it says instead.
var lacks = map[string]string{
	"subtitles captions":          "The player shows no subtitles.",
	"language translation locale": "The player has English words only.",
}

// Lacks returns what to say about typed words for something that the player does not have; empty if it does not know them.
func Lacks(typed string) string {
	for _, word := range strings.Fields(strings.ToLower(typed)) {
		for words, answer := range lacks {
			if len(word) > 2 && WordBegins(words, word) {
				return answer
			}
		}
	}
	return ""
}

// spelling has what American spellings are in the player's texts.
var spelling = strings.NewReplacer("color", "colour", "quantiz", "quantis", "equaliz", "equalis", "maximiz", "maximis", "synchroniz", "synchronis")

// key returns the entry's key in the table of synonyms.
func (e *Entry) key() string {
	if c, ok := e.Curve(); ok {
		return "curve " + c.Of("quad").Name
	}
	return e.Title
}

// Synonyms returns words that people use for the entry and that its texts lack.
func (e *Entry) Synonyms() string { return synonyms[e.key()] }

// Orphans returns what has synonyms and is no entry.
func Orphans(entries []Entry) (keys []string) {
	for key := range synonyms {
		if !slices.ContainsFunc(entries, func(e Entry) bool { return e.key() == key }) {
			keys = append(keys, key)
		}
	}
	return keys
}
