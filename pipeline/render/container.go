package render

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Container is a kind of media file, or of files with a picture each, by the ending of
// its name.
type Container string

// containerTraits is what has to be known of one.
type containerTraits struct {
	name     Container
	muxer    string   // FFmpeg's name
	encoders []string // the first that is there is the default
	alpha    []string // likewise for pictures with transparency; none where the container has no such codec
	goesBack bool     // the muxer has to complete what it wrote before
	pictures bool     // no container: each picture has a file of its own
}

// containers are those that keep every picture's own time.
var containers = []containerTraits{
	{"mp4", "mp4", []string{"libx264", "libx265", "libsvtav1", "libaom-av1", "mpeg4"}, nil, true, false},
	{"m4v", "mp4", []string{"libx264", "libx265", "mpeg4"}, nil, true, false},
	{"mov", "mov", []string{"libx264", "libx265", "prores_ks"}, []string{"prores_ks", "qtrle", "png"}, true, false},
	{"mkv", "matroska", []string{"libx264", "libx265", "libvpx-vp9", "ffv1"}, []string{"ffv1", "png"}, false, false},
	{"webm", "webm", []string{"libvpx-vp9", "libaom-av1"}, []string{"libvpx-vp9"}, false, false},
	{"nut", "nut", []string{"ffv1"}, []string{"ffv1"}, false, false},
	{"png", "", []string{"png"}, []string{"png"}, false, true},
	{"tif", "", []string{"tiff"}, []string{"tiff"}, false, true},
	{"tiff", "", []string{"tiff"}, []string{"tiff"}, false, true},
	{"jpg", "", []string{"mjpeg"}, nil, false, true},
	{"jpeg", "", []string{"mjpeg"}, nil, false, true},
}

// ParseContainer gives the container of a name such as "mp4".
func ParseContainer(name string) (Container, error) {
	for _, c := range containers {
		if strings.EqualFold(string(c.name), name) {
			return c.name, nil
		}
	}
	return "", fmt.Errorf("render: %q is not a container for video; the containers are %s", name, containerNames())
}

// ContainerForName gives the container of a file by the ending of its name.
func ContainerForName(file string) (Container, error) {
	c, err := ParseContainer(strings.TrimPrefix(filepath.Ext(file), "."))
	if err != nil {
		return "", fmt.Errorf("render: the extension of %q is not that of a container for video; the containers are %s", file, containerNames())
	}
	return c, nil
}

// Pictures reports whether each picture has a file of its own, whose name is that of a
// [Sequence].
func (c Container) Pictures() bool {
	t := c.traits()
	return t != nil && t.pictures
}

func containerNames() string {
	var names []string
	for _, c := range containers {
		names = append(names, string(c.name))
	}
	return strings.Join(names, ", ")
}

// traits is the container's row, nil where there is no such container.
func (c Container) traits() *containerTraits {
	for i := range containers {
		if containers[i].name == c {
			return &containers[i]
		}
	}
	return nil
}

// turns reports whether the container says how players turn the pictures.
func (t *containerTraits) turns() bool {
	return t.muxer == "mp4" || t.muxer == "mov" || turnsMatroska && (t.muxer == "matroska" || t.muxer == "webm")
}
