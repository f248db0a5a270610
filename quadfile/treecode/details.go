package treecode

// detailModels are the models of the details, which are coded after the tree.
type detailModels struct {
	means   meanModels
	values  [17]numberModels // by the length of the last difference
	classes [17][16]model    // by the last class, 16 for none; four bits as a binary tree
}

// values codes each value as a difference from the one before.
func (e *Encoder) values(values []uint16) {
	for i := range e.details.values {
		e.details.values[i].reset()
	}
	at, last := 0, 0
	for _, v := range values {
		step := int(v) - last
		e.w.putNumber(&e.details.values[at], step)
		at, last = length(step), int(v)
	}
}

// Values appends n values.
func (d *Decoder) Values(values []uint16, n int) []uint16 {
	for i := range d.details.values {
		d.details.values[i].reset()
	}
	at, last := 0, 0
	for range n {
		step := d.r.getNumber(&d.details.values[at])
		at, last = length(step), last+step
		if last < 0 || last > 1<<16-1 {
			d.fail(errValue)
		}
		if d.err != nil {
			break
		}
		values = append(values, uint16(last))
	}
	return values
}

// classes codes each class with the one before as context.
func (e *Encoder) classes(classes []uint8) {
	for i := range e.details.classes {
		renew(e.details.classes[i][:])
	}
	last := uint8(16)
	for _, v := range classes {
		at := uint32(1)
		for bit := 3; bit >= 0; bit-- {
			b := uint32(v) >> bit & 1
			e.w.put(&e.details.classes[last][at], b)
			at = at<<1 | b
		}
		last = v
	}
}

// Classes appends n classes.
func (d *Decoder) Classes(classes []uint8, n int) []uint8 {
	for i := range d.details.classes {
		renew(d.details.classes[i][:])
	}
	last := uint8(16)
	for range n {
		if d.err != nil {
			break
		}
		at := uint32(1)
		for range 4 {
			at = at<<1 | d.r.get(&d.details.classes[last][at])
		}
		last = uint8(at & 15)
		classes = append(classes, last)
	}
	return classes
}
