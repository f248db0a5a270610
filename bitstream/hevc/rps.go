package hevc

import "ffkvadrat/bitstream/nal"

// maxReferences limits a reference picture set: sps_max_dec_pic_buffering_minus1 is at most 15.
const maxReferences = 16

// A ShortTermSet is a short-term reference picture set: order counts relative to the picture's, first
// the negative ones from the nearest to the farthest, then the positive ones in the same way (clause 7.4.8).
type ShortTermSet struct {
	Negative, Positive int
	Delta              [maxReferences]int32
	Used               [maxReferences]bool // by the picture itself, not only by later ones
}

// read reads st_ref_pic_set( len( earlier ) ) (clause 7.3.7). In a slice header, a set may be predicted
// from each earlier one, in a parameter set only from the last.
func (s *ShortTermSet) read(r *nal.Reader, earlier []ShortTermSet, inSlice bool) {
	*s = ShortTermSet{}
	if len(earlier) > 0 && r.Flag("inter_ref_pic_set_prediction_flag") {
		back := 1
		if inSlice {
			back += r.UEMax("delta_idx_minus1", uint32(len(earlier)-1))
		}
		s.predict(r, &earlier[len(earlier)-back])
		return
	}
	s.Negative = r.UEMax("num_negative_pics", maxReferences)
	s.Positive = r.UEMax("num_positive_pics", uint32(maxReferences-s.Negative))
	delta := int32(0)
	for i := range s.Negative {
		delta -= int32(r.UEMax("delta_poc_s0_minus1", 1<<15-1)) + 1
		s.Delta[i], s.Used[i] = delta, r.Flag("used_by_curr_pic_s0_flag")
	}
	delta = 0
	for i := s.Negative; i < s.Negative+s.Positive; i++ {
		delta += int32(r.UEMax("delta_poc_s1_minus1", 1<<15-1)) + 1
		s.Delta[i], s.Used[i] = delta, r.Flag("used_by_curr_pic_s1_flag")
	}
}

// predict reads a set that is another one moved by a difference (equations 7-61 and 7-62).
func (s *ShortTermSet) predict(r *nal.Reader, from *ShortTermSet) {
	sign := r.Flag("delta_rps_sign")
	move := int32(r.UEMax("abs_delta_rps_minus1", 1<<15-1)) + 1
	if sign {
		move = -move
	}
	n := from.Negative + from.Positive
	var used, kept [maxReferences + 1]bool
	for j := range n + 1 {
		used[j] = r.Flag("used_by_curr_pic_flag")
		kept[j] = used[j] || r.Flag("use_delta_flag")
	}
	count := 0
	add := func(delta int32, j int) {
		if !kept[j] {
			return
		}
		if count == maxReferences {
			r.Fail("use_delta_flag", malformed("more than %d reference pictures", maxReferences))
			return
		}
		s.Delta[count], s.Used[count] = delta, used[j]
		count++
	}
	for j := n - 1; j >= from.Negative; j-- {
		if delta := from.Delta[j] + move; delta < 0 {
			add(delta, j)
		}
	}
	if move < 0 {
		add(move, n)
	}
	for j := range from.Negative {
		if delta := from.Delta[j] + move; delta < 0 {
			add(delta, j)
		}
	}
	s.Negative = count
	for j := from.Negative - 1; j >= 0; j-- {
		if delta := from.Delta[j] + move; delta > 0 {
			add(delta, j)
		}
	}
	if move > 0 {
		add(move, n)
	}
	for j := from.Negative; j < n; j++ {
		if delta := from.Delta[j] + move; delta > 0 {
			add(delta, j)
		}
	}
	s.Positive = count - s.Negative
}
