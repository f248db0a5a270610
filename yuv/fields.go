package yuv

import "fmt"

// Fields says whether the pictures of a video are its frames or fields of them. A field is a picture of
// half the height: the top field has the frame's rows 0, 2, 4 …, the bottom field rows 1, 3, 5 …; the
// planes of chroma also. All frames have fields, progressive ones too, so that times stay regular.
type Fields uint8

const (
	WholeFrames  Fields = iota
	BothFields          // both fields, each at its own time
	TopFields           // the top field of each frame, at the frame's time
	BottomFields        // the bottom field
	FieldsCount         // number of values
)

var fieldsWords = [FieldsCount]struct{ name, title string }{
	{"frames", "Whole frames"}, {"split", "Both fields"}, {"top", "Top fields"}, {"bottom", "Bottom fields"},
}

// ParseFields returns the value with a name, as String returns it.
func ParseFields(name string) (Fields, error) {
	for i, w := range fieldsWords {
		if w.name == name {
			return Fields(i), nil
		}
	}
	return WholeFrames, fmt.Errorf("yuv: no fields are called %q", name)
}

func (f Fields) String() string { return fieldsWords[f].name }

// Title is the value's name in the window.
func (f Fields) Title() string { return fieldsWords[f].title }

// Grain says whether pictures have the film grain that a stream describes and the decoder makes.
type Grain uint8

const (
	GrainOn    Grain = iota // as the stream says
	GrainOff                // pictures as they are coded
	GrainCount              // number of values
)

var grainWords = [GrainCount]struct{ name, title string }{{"on", "As the stream says"}, {"off", "Left out"}}

// ParseGrain returns the value with a name, as String returns it.
func ParseGrain(name string) (Grain, error) {
	for i, w := range grainWords {
		if w.name == name {
			return Grain(i), nil
		}
	}
	return GrainOn, fmt.Errorf("yuv: film grain is on or off, not %q", name)
}

func (g Grain) String() string { return grainWords[g].name }

// Title is the value's name in the window.
func (g Grain) Title() string { return grainWords[g].title }
