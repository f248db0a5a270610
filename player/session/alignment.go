package session

import (
	"errors"
	"fmt"
	"strings"

	"ffkvadrat/measure/align"
)

const pairFolder, pairFormat = "pairs", "ffkvadrat-pair"

// Alignment returns how a video's frames were matched last with those of a reference. An error is a
// *[FormatError] or one of package io/fs.
func (s *Store) Alignment(reference, encode VideoFile) (align.Rule, error) {
	return read(s.pathOf(pairFolder, encode), pairFormat, align.Rule{}, func(o *object) (align.Rule, error) { return parsePair(o, reference) })
}

// parsePair parses the content of a video's file. What it has for another reference is nothing.
func parsePair(o *object, reference VideoFile) (rule align.Rule, err error) {
	of, err := o.takeVideo()
	if err != nil {
		return rule, err
	}
	for _, m := range o.members {
		var text string
		if m.name != "align" {
			return rule, m.fail(errors.New("there is no such field"))
		}
		if err := strict(m.value, &text); err != nil {
			return rule, m.fail(err)
		}
		if rule, err = align.ParseRule(text); err != nil {
			return align.Rule{}, m.fail(err)
		}
	}
	if of != reference {
		return align.Rule{}, nil
	}
	return rule, nil
}

// KeepAlignment stores how a video's frames are matched with those of a reference, the last one only. It
// forgets the zero value.
func (s *Store) KeepAlignment(reference, encode VideoFile, rule align.Rule) error {
	return s.changeOf(pairFolder, encode, func() (string, error) {
		if rule == (align.Rule{}) {
			return "", nil
		}
		return reference.content(pairFormat, func(w *strings.Builder) error {
			_, err := fmt.Fprintf(w, "  \"align\": %q", rule)
			return err
		})
	})
}
