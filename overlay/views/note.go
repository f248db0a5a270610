package views

// notes say what a view shows, in a few words.
var notes = [ViewCount]string{
	Video:          "as it plays",
	Strength:       "how pixels differ",
	Mask:           "which pixels are leaves",
	Pyramid:        "one level of it",
	False:          "luma in colours",
	Outside:        "outside the limits",
	Sorted:         "leaves by luma",
	Equalised:      "more contrast",
	Vectors:        "of the codec",
	Reconstruction: "from the quads",
	Map:            "QP for an encoder",
	Cloud:          "quads in time",
	Difference:     "A less a second video",
	BlockPSNR:      "of a second video",
}

// Note says what the view shows, in a few words.
func (v View) Note() string { return notes[v] }
