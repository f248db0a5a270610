package quadfile

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
	to.Quads = append(to.Quads[:0], f.Quads...)
	to.Means = append(to.Means[:0], f.Means...)
	to.Values = append(to.Values[:0], f.Values...)
	to.Classes = append(to.Classes[:0], f.Classes...)
	to.Colours = append(to.Colours[:0], f.Colours...)
	to.Starts = append(to.Starts[:0], f.Starts...)
	to.Times = append(to.Times[:0], f.Times...)
	f.Quads, f.Means, f.Values, f.Classes, f.Colours, f.Starts = to.Quads, to.Means, to.Values, to.Classes, to.Colours, to.Starts
	f.Times = to.Times
}
