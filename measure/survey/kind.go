package survey

// Kind is how a frame depends on others, in ascending order of independence.
type Kind uint8

const (
	KindUnknown Kind = iota
	Bidirectional
	Predicted
	Intra
	KindCount // number of kinds
)

// KindOf returns the kind of a type of frames as in [Reading].
func KindOf(pictType byte) Kind {
	switch pictType {
	case 'I', 'i':
		return Intra
	case 'P', 'p', 'S':
		return Predicted
	case 'B', 'b':
		return Bidirectional
	}
	return KindUnknown
}

// Letter is the kind's usual name.
func (k Kind) Letter() string { return [KindCount]string{"?", "B", "P", "I"}[k] }
