package survey

import (
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/yuv"
)

// Measures selects what a survey measures besides quads and luma. Each takes time.
type Measures struct {
	// Rebuilt selects PSNR and SSIM of the reconstruction, which take more time than everything
	// else; Fill is the reconstruction's fill.
	Rebuilt bool
	Fill    reconstruction.Fill
	// Information selects spatial and temporal information in the domain PQ.
	Information bool
	// Codec selects the codec's QPs, if the decoder reports them.
	Codec bool
}

// SetMeasures changes what is measured. If frames already analysed lack some of it, the survey
// begins another pass and SetMeasures returns true. What is known of the frames stays until the pass reaches them.
func (s *Survey) SetMeasures(m Measures) bool {
	m.Codec = m.Codec && s.info.ExportsBlocks()
	s.mu.Lock()
	if m == s.measures {
		s.mu.Unlock()
		return false
	}
	s.measures = m
	if !s.series.isWhole() {
		s.lacks.add(m)
	}
	refills := m.Rebuilt && m.Fill != s.lacks.unless
	restarts := s.turn > 0 && (m.Rebuilt && rebuilds(s.params) && (s.lacks.rebuilt || refills) ||
		m.Information && s.lacks.information || m.Codec && s.lacks.codec)
	if restarts {
		s.begin(s.series.again(refills))
	}
	s.mu.Unlock()
	if restarts {
		s.nudge()
	}
	return restarts
}

// lacks says which measures some frames of a turn may lack.
type lacks struct {
	rebuilt, information, codec bool
	unless                      reconstruction.Fill // no frame has a reconstruction with another fill
}

// add records that some frames have exactly these measures.
func (l *lacks) add(m Measures) {
	l.rebuilt = l.rebuilt || !m.Rebuilt
	l.information = l.information || !m.Information
	l.codec = l.codec || !m.Codec
}

// needs returns what frames must include.
func (m *Measures) needs() yuv.Needs { return yuv.Needs{Vectors: m.Codec, Blocks: m.Codec} }
