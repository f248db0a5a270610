package quadfile

// Cut leaves out all but the first quads of a frame, at most n.
func (f *Frame) Cut(n int) {
	if n < len(f.Quads) {
		f.cutLists(0, n)
	}
}

// cutLists keeps entries first to end−1 of each of the frame's lists; if that is none, it sets the
// lists to nil.
func (f *Frame) cutLists(first, end int) {
	f.Quads = cut(f.Quads, first, end)
	f.Means = cut(f.Means, first, end)
	f.Values = cut(f.Values, first, end)
	f.Classes = cut(f.Classes, first, end)
	f.Colours = cut(f.Colours, first, end)
	f.Starts = cut(f.Starts, first, end)
}

func cut[T any](list []T, first, end int) []T {
	if len(list) == 0 || first == end {
		return nil
	}
	return list[first:end]
}

// copyLists copies the frame's lists and times into another frame's arrays, and lets the frame
// refer to the copies.
func (f *Frame) copyLists(to *Frame) {
	to.emptyLists()
	to.appendLists(f)
	to.Times = append(to.Times[:0], f.Times...)
	f.lendLists(to)
	f.Times = to.Times
}

// emptyLists empties the frame's lists and retains their arrays.
func (f *Frame) emptyLists() {
	f.Quads, f.Means, f.Values, f.Classes = f.Quads[:0], f.Means[:0], f.Values[:0], f.Classes[:0]
	f.Colours, f.Starts = f.Colours[:0], f.Starts[:0]
}

// appendLists appends another frame's lists to the frame's.
func (f *Frame) appendLists(from *Frame) {
	f.Quads = append(f.Quads, from.Quads...)
	f.Means = append(f.Means, from.Means...)
	f.Values = append(f.Values, from.Values...)
	f.Classes = append(f.Classes, from.Classes...)
	f.Colours = append(f.Colours, from.Colours...)
	f.Starts = append(f.Starts, from.Starts...)
}

// lendLists lets the frame refer to another frame's lists.
func (f *Frame) lendLists(from *Frame) {
	f.Quads, f.Means, f.Values, f.Classes, f.Colours, f.Starts = from.Quads, from.Means, from.Values, from.Classes, from.Colours, from.Starts
}
