package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/overlay/views"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/yuv"
)

// viewing has the flags of the view below the quads.
type viewing struct {
	View string `default:"video" enum:"${view_words}" help:"Picture below the quads. One of ${enum}. edges: their strength. mask: which pixels are leaves. pyramid: the level --level of it. false-colour: luma in bands. range: samples outside the limited range. sorted: leaf pixels packed and sorted by luma. equalised: dark pictures with their light spread. vectors: what moves, tinted by the codec's motion vectors: right blue, left yellow, down red, up green. reconstruction: the picture that the quads make. map: what a map for an encoder gives each block, orange more bits, blue fewer. cloud: the quads of the last 64 frames in space, in play and render. difference: luma less that of a second video (--beside), in play: grey is equal, light is lighter than there. block-psnr: the PSNR of luma in each block of 16×16 pixels against a second video, in play: from dark blue for 50 dB to yellow for 20 dB, grey is equal."`
	Fill string `default:"mean" enum:"${fill_words}" help:"${fill_help}"`
	mapViewing
	Level int `default:"3" placeholder:"N" help:"In the view pyramid: its level. 0 is the finest; a cell of level N covers 2^N pixels a side."`
}

// mapViewing has the flag of the encoder whose map is shown.
type mapViewing struct {
	MapFor   string `default:"kvazaar" enum:"${map_for_words}" help:"${map_for_help}"`
	Strength int    `default:"12" placeholder:"S" help:"${strength_help}"`
}

// parse returns the view by the flags.
func (v viewing) parse() (views.View, error) {
	view, err := views.ParseView(v.View)
	if err != nil {
		return 0, err
	}
	if v.Level < 0 || v.Level > deepest {
		return 0, fmt.Errorf("--level: %d is not between 0 and %d", v.Level, deepest)
	}
	_, err = v.given()
	return view, err
}

// given returns the parameters of views of whole pictures, from the flags.
func (v viewing) given() (of views.Given, err error) {
	if of.Fill, err = reconstruction.ParseFill(v.Fill); err != nil {
		return of, err
	}
	if of.MapFor, err = regions.ParseForm(v.MapFor); err != nil {
		return of, err
	}
	if err = regions.CheckStrength(v.Strength); err != nil {
		return of, fmt.Errorf("--strength: %w", err)
	}
	of.Strength = v.Strength
	return of, nil
}

// drawn is parse for commands that write files.
func (v viewing) drawn() (views.View, error) {
	view, err := v.parse()
	if err == nil && view.NeedsSecond() {
		err = fmt.Errorf("--view: %v compares with a second video, in play only", view)
	}
	return view, err
}

// still is parse for commands that draw a single picture.
func (v viewing) still() (views.View, error) {
	view, err := v.drawn()
	if err == nil && view.InSpace() {
		err = fmt.Errorf("--view: %v shows the quads of several frames, in play and render only", view)
	}
	return view, err
}

// sorts reports whether the view has no place for quads.
func (v viewing) sorts() bool {
	view, err := v.parse()
	return err == nil && view.Sorts()
}

// needs returns what the view needs of pictures.
func (v viewing) needs() yuv.Needs {
	view, _ := v.parse()
	return view.Needs()
}

// deepest is the top level of the largest picture, of side 2^14.
const deepest = 14

// ground returns a function that paints the view, see [views.View.Ground]. shown is how pictures are
// displayed.
func (v viewing) ground(shown yuv.Choice) (render.Ground, error) {
	view, err := v.drawn()
	if err != nil {
		return nil, err
	}
	given, err := v.given()
	return view.Ground(given, v.Level, shown), err
}

// errAloneView refuses a view with --overlay-only.
var errAloneView = errors.New("--view: --overlay-only shows the quads alone")
