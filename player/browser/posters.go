package browser

import "ffkvadrat/measure/survey"

// Video is a video in a list.
type Video struct {
	Path string
	Bad  bool // cannot be played, or no longer exists
	// Poster is nil while it is being made. Only some of the recent videos have one.
	Poster *survey.Poster
}

// Gone reports whether a recent video no longer exists.
func (v *Video) Gone() bool { return v.Bad || v.Poster.Gone() }

// Posters makes posters of recent videos and of the selected file.
type Posters struct {
	Start  func() *survey.Posters // starts a worker, when it is first needed
	worker *survey.Posters
	wanted []string // memory of Want's argument
}

// Retry tries again to make the posters that have failed.
func (p *Posters) Retry() { p.started().Retry() }

// Show requests posters, the selected file's first, and sets those of the videos that are finished.
// It returns that of the selected file; an empty name means none.
func (p *Posters) Show(selected string, videos []Video) (made *survey.Poster) {
	if p.worker == nil && len(videos) == 0 {
		return nil
	}
	worker := p.started()
	p.wanted = p.wanted[:0]
	if selected != "" {
		p.wanted = append(p.wanted, selected)
		made = worker.Of(selected)
	}
	for i := range videos {
		if v := &videos[i]; !v.Bad {
			p.wanted = append(p.wanted, v.Path)
			v.Poster = worker.Of(v.Path)
		}
	}
	worker.Want(p.wanted)
	return made
}

// Close ends the worker.
func (p *Posters) Close() { p.worker.Close() }

func (p *Posters) started() *survey.Posters {
	if p.worker == nil {
		p.worker = p.Start()
	}
	return p.worker
}
