package render

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Container is a kind of media file, or of image files with a frame each, by the extension.
type Container string

// containerTraits are the properties of a container.
type containerTraits struct {
	name     Container
	muxer    string   // FFmpeg's name
	encoders []string // the first available one is the default
	alpha    []string // the same for frames with transparency; empty if the container has no such codec
	goesBack bool     // the muxer seeks back to complete what it has written
	pictures bool     // not a container: each frame has its own file
}

// containers are those that keep every frame's own time stamp.
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

// ParseContainer returns the container with a name such as "mp4".
func ParseContainer(name string) (Container, error) {
	for _, c := range containers {
		if strings.EqualFold(string(c.name), name) {
			return c.name, nil
		}
	}
	return "", fmt.Errorf("render: %q is not a container for video; the containers are %s", name, containerNames())
}

// ContainerForName returns the container of a file by the extension of its name.
func ContainerForName(file string) (Container, error) {
	c, err := ParseContainer(strings.TrimPrefix(filepath.Ext(file), "."))
	if err != nil {
		return "", fmt.Errorf("render: the extension of %q is not that of a container for video; the containers are %s", file, containerNames())
	}
	return c, nil
}

// Pictures reports whether each frame has its own file, whose name is that of a [Sequence].
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

// traits returns the container's row, or nil.
func (c Container) traits() *containerTraits {
	for i := range containers {
		if containers[i].name == c {
			return &containers[i]
		}
	}
	return nil
}

// turns reports whether the container can store how to rotate the frames.
func (t *containerTraits) turns() bool {
	return t.muxer == "mp4" || t.muxer == "mov" || turnsMatroska && (t.muxer == "matroska" || t.muxer == "webm")
}
