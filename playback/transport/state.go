package transport

// State is what playback does, and how well, at one time. The names are those of the player's status
// lines.
type State struct {
	Paused   bool      `json:"paused"`
	Ended    bool      `json:"ended"`   // the picture on the screen is the video's last one
	Replays  bool      `json:"replays"` // playing on starts from the beginning
	Sound    bool      `json:"sound"`   // the video's sound is on the device
	Shown    int64     `json:"shown"`
	Dropped  int64     `json:"dropped"`
	Drift    float64   `json:"av_ms"` // of the last picture shown: picture minus clock
	Speed    float64   `json:"speed"` // seconds of the video that pass in a second
	Loop     []float64 `json:"loop"`  // where it begins and ends, in seconds, as far as marked
	LoopFile bool      `json:"loop_file"`
	Live     bool      `json:"live,omitempty"`
	Gone     bool      `json:"gone,omitempty"` // the live source has ended
	// Behind is how much later than it was taken the picture of a live source appeared or, where nobody
	// knows when that was, than it was decoded. It is 0 for pictures that were kept.
	Behind float64 `json:"behind_ms,omitempty"`

	HasDrift bool   `json:"-"`
	BySound  bool   `json:"-"` // the sound is the master clock
	NoSound  string `json:"-"` // why there is no sound; else empty
	HadSound bool   `json:"-"` // a video's sound has played on the device
}
