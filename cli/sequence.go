package cli

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
	"ffkvadrat/decode/sequence"
	"ffkvadrat/playback/playlist"
)

// rate is a number of frames per second; the zero value means none.
type rate decode.Rational

// Decode implements kong's hook.
func (r *rate) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	text, _ := token.Value.(string)
	of, err := decode.ParseRate(text)
	*r = rate(of)
	return err
}

// findSequences replaces, with --sequence, the pictures and folders that a command reads with the
// patterns of their sequences. It returns an error if flags for sequences have none.
func (e *environment) findSequences(command *kong.Node, a access) error {
	if command == nil || !a.Sequence && !a.NoHoles && a.Rate == (rate{}) {
		return nil
	}
	values := command.Positional
	for _, flag := range command.Flags {
		values = append(values[:len(values):len(values)], flag.Value)
	}
	found := false
	for _, v := range values {
		switch names := v.Target.Interface().(type) {
		case fileName:
			name, is, err := sequenceOf(names, a.Sequence)
			if err != nil {
				return err
			}
			if found = found || is; is {
				v.Target.Set(reflect.ValueOf(name))
			}
		case []fileName:
			for i := range names {
				name, is, err := sequenceOf(names[i], a.Sequence)
				if err != nil {
					return err
				}
				names[i], found = name, found || is
			}
		}
	}
	switch {
	case found || command.Name == "play": // the player can open others
		return nil
	case a.Sequence:
		return errors.New("--sequence: name a picture or its folder")
	case a.NoHoles:
		return errors.New("--no-holes is for numbered pictures: name their pattern, such as shot_####.png")
	}
	return errors.New("--rate is for numbered pictures: name their pattern, such as shot_####.png")
}

// sequenceOf returns the pattern of the sequence that a picture or a folder belongs to; is reports
// whether name is then a pattern.
func sequenceOf(name fileName, search bool) (pattern fileName, is bool, err error) {
	path := string(name)
	var s *sequence.Sequence
	switch {
	case decode.IsSequence(path):
		return name, true, nil
	case !search:
		return name, false, nil
	case isFolder(path):
		s, err = sequence.In(path, playlist.Takes)
	case decode.ClaimsStill(path) && !decode.IsURL(path):
		s, err = sequence.Of(path)
	default:
		return name, false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("--sequence: %s: %w", path, err)
	}
	if pattern := s.String(); decode.IsSequence(pattern) {
		return fileName(pattern), true, nil
	}
	return "", false, fmt.Errorf("--sequence: %s: %s cannot be a pattern", path, s)
}
