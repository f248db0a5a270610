package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestTimeline: samples of a decoder's function, of a write and of our own code.
func TestTimeline(t *testing.T) {
	samples, err := read(strings.NewReader(`ffkvadrat  12 100.500000: 
	       350c64 [unknown] (/usr/lib/libavcodec.so.59)

ffkvadrat  13 100.600000: 
	ffffffff81 copy_folio_from_iter_atomic ([kernel.kallsyms])
	ffffffff82 ksys_write ([kernel.kallsyms])

ffkvadrat  13 100.700000: 
	    a00 ffkvadrat/quadpyramid.emitAVX512.abi0 (/bin/ffkvadrat)
	    b00 ffkvadrat/analysis.(*CPU).Analyze (/bin/ffkvadrat)

ffkvadrat  13 100.800000: 
	    c00 runtime.schedule (/bin/ffkvadrat)
`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range samples {
		got = append(got, kinds[s.kind].name)
	}
	if want := "decode, write the file, analyse, Go's runtime and the rest"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
	for d := xml.NewDecoder(strings.NewReader(draw(samples))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"", "no number:\n\tx\n\n"} {
		if _, err := read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}
