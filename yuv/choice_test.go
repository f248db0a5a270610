package yuv_test

import (
	"testing"

	"ffkvadrat/yuv"
)

func TestChoice(t *testing.T) {
	hdr := yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "smpte2084", MaxCLL: 4000}
	format := yuv.Format{Model: yuv.YUV, Depth: 10}
	for _, c := range []struct {
		tags   yuv.Colour
		choice yuv.Choice
		want   yuv.Account
	}{
		{yuv.Colour{}, yuv.Choice{}, yuv.Account{Matrix: "BT.709 (guessed)", Range: "limited (guessed)", Transfer: "SDR (guessed)"}},
		{hdr, yuv.Choice{}, yuv.Account{Matrix: "BT.2020 (tagged)", Range: "limited (tagged)", Transfer: "PQ (tagged)", Gamut: "BT.2020 to BT.709", Light: "4000 to 203 cd/m²"}},
		// A choice that equals the tag still counts as chosen.
		{hdr, yuv.Choice{Matrix: yuv.BT601, Range: yuv.Full, Transfer: yuv.PQ}, yuv.Account{Matrix: "BT.601 (chosen)", Range: "full (chosen)", Transfer: "PQ (chosen)", Gamut: "BT.2020 to BT.709", Light: "4000 to 203 cd/m²"}},
		// A transfer of another kind changes the primaries.
		{hdr, yuv.Choice{Transfer: yuv.SDR}, yuv.Account{Matrix: "BT.2020 (tagged)", Range: "limited (tagged)", Transfer: "SDR (chosen)"}},
		{yuv.Colour{Primaries: "bt709", Transfer: "bt709"}, yuv.Choice{Transfer: yuv.HLG}, yuv.Account{Matrix: "BT.709 (guessed)", Range: "limited (guessed)", Transfer: "HLG (chosen)", Gamut: "BT.2020 to BT.709", Light: "1000 to 203 cd/m²"}},
		// Untagged primaries follow the matrix.
		{yuv.Colour{}, yuv.Choice{Matrix: yuv.BT2020}, yuv.Account{Matrix: "BT.2020 (chosen)", Range: "limited (guessed)", Transfer: "SDR (guessed)", Gamut: "BT.2020 to BT.709"}},
	} {
		if got := c.choice.Account(format, c.tags, 1280, 720); got != c.want {
			t.Errorf("%+v of %+v:\n%+v, want\n%+v", c.choice, c.tags, got, c.want)
		}
	}
	if got := (yuv.Choice{Matrix: yuv.BT601}).Account(yuv.Format{Model: yuv.RGB, Depth: 8}, yuv.Colour{}, 1, 1); got.Matrix != "RGB" || got.Range != "full" || !got.Fixed {
		t.Errorf("an RGB picture has %+v", got)
	}
}

func TestChoiceNames(t *testing.T) {
	n := 0
	for matrix := yuv.MatrixUnspecified; matrix <= yuv.BT2020; matrix++ {
		for span := yuv.RangeUnspecified; span <= yuv.Full; span++ {
			for transfer := yuv.TransferUnspecified; transfer <= yuv.HLG; transfer++ {
				want := yuv.Choice{Matrix: matrix, Range: span, Transfer: transfer}
				if got, err := yuv.ParseChoice(want.Names()); err != nil || got != want {
					t.Errorf("%+v comes back as %+v, %v", want, got, err)
				}
				n++
			}
		}
	}
	if n != 4*3*4 {
		t.Errorf("%d choices", n)
	}
	for _, names := range [][3]string{{"", "tagged", "tagged"}, {"tagged", "pc", "tagged"}, {"tagged", "tagged", "smpte2084"}} {
		if got, err := yuv.ParseChoice(names[0], names[1], names[2]); err == nil {
			t.Errorf("%v is taken for %+v", names, got)
		}
	}
}
