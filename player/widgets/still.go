package widgets

import "strings"

// stillWords are what texts about the video say of a still picture, longer phrases first. What names a thing stays: the tab Video, all
// videos, a second video.
var stillWords = strings.NewReplacer(
	", so that it stays while the video plays", "",
	"while the video plays on", "now",
	"in each frame", "in the picture",
	"of the whole video", "of the picture",
	"from the whole video", "of the picture",
	"of all frames, or the video", "of the picture, or the picture",
	"for each video", "for each picture",
	"the video's", "the picture's",
	"the video ", "the picture ",
	"the video,", "the picture,",
	"the video.", "the picture.",
	"the video:", "the picture:",
	"over the video", "over the picture",
)

// Worded returns a text about the video in words for a still picture, if it is one.
func (k *Kit) Worded(text string) string {
	if !k.Still {
		return text
	}
	return stillWords.Replace(text)
}
