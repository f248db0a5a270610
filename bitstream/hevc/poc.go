package hevc

import "slices"

// startPicture derives the order count and the reference picture set of a picture from the header of
// its first slice (clauses 8.3.1 and 8.3.2).
func (s *Stream) startPicture(p *Picture, h *SliceHeader) {
	restart := p.Type.IDR() || p.Type.BLA() || !s.started && p.Type.IRAP() // NoRaslOutputFlag
	p.POC = h.POCLSB
	if !restart {
		size := int32(1) << p.SPS.POCLSBBits
		before := s.previous & (size - 1)
		p.POC += s.previous - before
		switch {
		case h.POCLSB < before && before-h.POCLSB >= size/2:
			p.POC += size
		case h.POCLSB > before && h.POCLSB-before > size/2:
			p.POC -= size
		}
	}
	s.started = true
	if p.TemporalID == 0 && !p.Type.RASL() && !p.Type.RADL() && !p.Type.subLayerNonReference() {
		s.previous = p.POC
	}
	if restart {
		s.available = s.available[:0]
	}
	s.kept = s.kept[:0]
	set := &p.References
	*set = ReferenceSet{}
	for i, delta := range h.ShortTerm.Delta[:h.ShortTerm.Negative+h.ShortTerm.Positive] {
		ref := Reference{POC: p.POC + delta}
		ref.Missing = !s.keep(ref.POC)
		switch {
		case !h.ShortTerm.Used[i]:
			set.add(&set.Later, ref)
		case i < h.ShortTerm.Negative:
			set.add(&set.Before, ref)
		default:
			set.add(&set.After, ref)
		}
	}
	for _, l := range h.longTerm[:h.longTerms] {
		ref := Reference{POC: l.poc, LongTerm: true}
		if l.msb {
			ref.POC += p.POC
		} else if i := slices.IndexFunc(s.available, func(poc int32) bool { return poc&(1<<p.SPS.POCLSBBits-1) == l.poc }); i >= 0 {
			ref.POC = s.available[i]
		}
		ref.Missing = !s.keep(ref.POC)
		if l.used {
			set.add(&set.LongTerm, ref)
		} else {
			set.add(&set.Later, ref)
		}
	}
	s.kept = append(s.kept, p.POC)
	s.available, s.kept = s.kept, s.available
}

// keep keeps a picture for later ones, and reports whether the stream has it.
func (s *Stream) keep(poc int32) bool {
	if !slices.Contains(s.available, poc) {
		return false
	}
	if !slices.Contains(s.kept, poc) {
		s.kept = append(s.kept, poc)
	}
	return true
}

// A ReferenceSet is the reference picture set of a picture (clause 8.3.2).
type ReferenceSet struct {
	Before, After, LongTerm References // for the picture itself: PocStCurrBefore, PocStCurrAfter, PocLtCurr
	Later                   References // only for pictures after it in decoding order
}

// References are at most 16 pictures.
type References struct {
	list [maxReferences]Reference
	n    int
}

// All returns the pictures; the slice belongs to r.
func (r *References) All() []Reference { return r.list[:r.n] }

// add appends a picture to a list of the set. All lists together have at most 16 (clause 7.4.8).
func (*ReferenceSet) add(to *References, ref Reference) {
	if to.n < maxReferences {
		to.list[to.n] = ref
		to.n++
	}
}

// lists makes the slice's reference picture lists (clause 8.3.4). Without any reference picture, which
// the syntax excludes for slices with inter prediction, their entries are missing.
func (h *SliceHeader) lists(p *Picture) {
	h.Lists = [2][maxReferences]Reference{}
	set := &p.References
	for list, order := range [2][3]*References{{&set.Before, &set.After, &set.LongTerm}, {&set.After, &set.Before, &set.LongTerm}} {
		var all [3 * maxReferences]Reference
		n := 0
		for _, from := range order {
			n += copy(all[n:], from.All())
		}
		for i := range h.Active[list] {
			switch {
			case n == 0:
				h.Lists[list][i] = Reference{Missing: true}
			case h.modified[list]:
				h.Lists[list][i] = all[int(h.entries[list][i])%n]
			default:
				h.Lists[list][i] = all[i%n]
			}
		}
	}
}
