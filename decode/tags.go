package decode

// Tags are a picture's colour tags as FFmpeg numbers them, which are H.273's numbers but for Range and
// ChromaLocation. An encoder takes them over from pictures that it gets as they are coded.
type Tags struct{ Matrix, Range, Primaries, Transfer, ChromaLocation int }

// Tags returns the picture's tags; what it lacks itself, its stream says.
func (f *Frame) Tags() Tags {
	t := f.tags
	return Tags{int(t.space), int(t.span), int(t.primaries), int(t.transfer), int(f.c.chroma_location)}
}
