package player

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"ffkvadrat/atomicfile"
	"ffkvadrat/export/png"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// shots writes pictures of the screen into the working directory, each in a
// goroutine of its own. Close waits for these.
type shots struct {
	wake func()

	running  sync.WaitGroup
	mu       sync.Mutex
	messages []string // what became of them
	taken    map[string]bool
}

// save writes a picture under a name that is free, made from base.
func (s *shots) save(base string, img *image.RGBA) {
	name := s.name(base)
	s.running.Go(func() {
		message := "Saved " + name
		if err := writePNG(name, img); err != nil {
			message = fmt.Sprintf("Not saved: %v", err)
		}
		s.mu.Lock()
		s.messages = append(s.messages, message)
		s.mu.Unlock()
		s.wake()
	})
}

// name is base.png, or base-2.png and so on where that exists.
func (s *shots) name(base string) string {
	if s.taken == nil {
		s.taken = map[string]bool{}
	}
	name := base + ".png"
	for i := 2; s.taken[name] || exists(name); i++ {
		name = fmt.Sprintf("%s-%d.png", base, i)
	}
	s.taken[name] = true
	return name
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

func writePNG(name string, img *image.RGBA) error {
	f, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := png.Encode(f, img); err != nil {
		return err
	}
	return f.Commit()
}

// message is the next outcome that has not been told, or empty.
func (s *shots) message() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.messages) == 0 {
		return ""
	}
	m := s.messages[0]
	s.messages = s.messages[1:]
	return m
}

func (s *shots) close() { s.running.Wait() }

// shoot saves the picture on the screen in its own size, with or without its
// quads.
func (p *player) shoot(withQuads bool) {
	if p.frame == nil {
		return
	}
	var quads []quadpyramid.Quad
	style := styleOf(&p.applied)
	if withQuads {
		quads = p.screen.read()
		if ages := p.screen.aged(); ages != nil {
			style.Ages = ages.Read(len(quads))
		}
	}
	p.shots.save(p.shotName(withQuads), overlay.Still(&p.frame.Picture, p.screen.converter.Twin(), overlay.Orientation(p.info.Orientation), p.frame.SAR.Float(), quads, style))
}

// shotName tells the film, the frame and its time stamp, and with the quads the
// threshold.
func (p *player) shotName(withThreshold bool) string {
	name := strings.TrimSuffix(filepath.Base(p.path), filepath.Ext(p.path))
	if p.frame.Index >= 0 {
		name += fmt.Sprintf("-frame%06d", p.frame.Index)
	}
	if p.frame.HasPTS {
		name += fmt.Sprintf("-pts%d", p.frame.PTS)
	}
	if withThreshold {
		name += "-t" + strconv.FormatFloat(p.applied.Threshold, 'f', -1, 64)
	}
	return name
}
