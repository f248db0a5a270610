package decode

// Tags are a frame's colour tags in FFmpeg's numbers. They are H.273's numbers except for Range and
// ChromaLocation. An encoder that gets the frames as they are coded copies them.
type Tags struct{ Matrix, Range, Primaries, Transfer, ChromaLocation int }

// Tags returns the frame's tags; unspecified ones are taken from the stream.
func (f *Frame) Tags() Tags {
	t := f.tags
	return Tags{int(t.space), int(t.span), int(t.primaries), int(t.transfer), int(f.c.chroma_location)}
}
