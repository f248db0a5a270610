package survey

import (
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/yuv"
)

// Measures says what a survey measures of pictures besides their quads and their light. Each takes time.
type Measures struct {
	// Rebuilt is how far the picture that the quads make is from the video's, which takes more time than all
	// else, and Fill how that picture is filled.
	Rebuilt bool
	Fill    reconstruction.Fill
	// Information is spatial and temporal information in the domain PQ, whatever the parameters are.
	Information bool
	// Codec is the codec's quantisers, if its decoder tells them.
	Codec bool
}

// SetMeasures sets what is measured from now on. If pictures lack some of it that were analysed before, the
// survey restarts, and SetMeasures returns true.
func (s *Survey) SetMeasures(m Measures) bool {
	m.Codec = m.Codec && s.info.TellsBlocks()
	s.mu.Lock()
	if m == s.measures {
		s.mu.Unlock()
		return false
	}
	s.measures = m
	if !s.series.isWhole() {
		s.lacks.add(m)
	}
	restarts := s.turn > 0 && (m.Rebuilt && rebuilds(s.params) && (s.lacks.rebuilt || m.Fill != s.lacks.unless) ||
		m.Information && s.lacks.information || m.Codec && s.lacks.codec)
	if restarts {
		s.restart()
	}
	s.mu.Unlock()
	if restarts {
		s.nudge()
	}
	return restarts
}

// lacks says what pictures of a turn may not have.
type lacks struct {
	rebuilt, information, codec bool
	unless                      reconstruction.Fill // with others none is rebuilt
}

// add notes that pictures have just these measures.
func (l *lacks) add(m Measures) {
	l.rebuilt = l.rebuilt || !m.Rebuilt
	l.information = l.information || !m.Information
	l.codec = l.codec || !m.Codec
}

// needs are what pictures have to come with, wherever they are in the video.
func (m *Measures) needs() yuv.Needs { return yuv.Needs{Vectors: m.Codec, Blocks: m.Codec} }
