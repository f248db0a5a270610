package timelinestrip

import (
	"image/color"

	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// colours are those of the curves and of their labels in each theme. A search has maximised the least
// distance of two of them by CIEDE2000, for usual colour vision and for deuteranopia, with the contrast of text; curves that
// are shown often are further apart.
var colours = [session.CurveCount][session.ThemeCount]color.NRGBA{
	session.QuadsCurve:        {session.Dark: widgets.Themed(session.Dark).Accent, session.Light: widgets.Themed(session.Light).Accent},
	session.CoverageCurve:     {session.Dark: widgets.Themed(session.Dark).CoverageColour, session.Light: widgets.Themed(session.Light).CoverageColour},
	session.LumaCurve:         {session.Dark: {225, 255, 250, 255}, session.Light: {7, 0, 18, 255}},
	session.StillCurve:        {session.Dark: {0, 151, 84, 255}, session.Light: {79, 91, 45, 255}},
	session.PSNRCurve:         {session.Dark: {255, 184, 201, 255}, session.Light: {228, 0, 6, 255}},
	session.SSIMCurve:         {session.Dark: {28, 214, 199, 255}, session.Light: {75, 70, 255, 255}},
	session.SICurve:           {session.Dark: {255, 113, 126, 255}, session.Light: {221, 1, 115, 255}},
	session.TICurve:           {session.Dark: {119, 138, 31, 255}, session.Light: {0, 67, 42, 255}},
	session.BytesCurve:        {session.Dark: {238, 140, 255, 255}, session.Light: {65, 0, 172, 255}},
	session.CodedCurve:        {session.Dark: {160, 168, 152, 255}, session.Light: {24, 24, 0, 255}},
	session.BytesPerQuadCurve: {session.Dark: {176, 113, 135, 255}, session.Light: {136, 74, 85, 255}},
	session.QPCurve:           {session.Dark: {11, 145, 141, 255}, session.Light: {4, 126, 132, 255}},
	session.DensityCurve:      {session.Dark: {255, 203, 168, 255}, session.Light: {200, 0, 204, 255}},
	session.IntraCurve:        {session.Dark: {255, 18, 184, 255}, session.Light: {156, 100, 66, 255}},
	session.SkipCurve:         {session.Dark: {219, 203, 255, 255}, session.Light: {85, 75, 121, 255}},
	session.DepthCurve:        {session.Dark: {117, 127, 180, 255}, session.Light: {114, 0, 79, 255}},
	session.SecondPSNRCurve:   {session.Dark: {251, 118, 2, 255}, session.Light: {100, 38, 5, 255}},
	session.SecondSSIMCurve:   {session.Dark: {190, 140, 70, 255}, session.Light: {20, 0, 65, 255}},
	session.SecondBytesCurve:  {session.Dark: {248, 209, 255, 255}, session.Light: {122, 76, 196, 255}},
	session.SecondQPCurve:     {session.Dark: {157, 211, 209, 255}, session.Light: {2, 63, 66, 255}},
}

// ink returns a curve's colour in the theme of some inks.
func ink(inks *widgets.Inks, c session.Curve) color.NRGBA { return colours[c][inks.Theme] }

// hue returns the curve whose hue a curve has: a second video's has that of the first one's, is lighter or darker, and
// is dashed.
func hue(c session.Curve) session.Curve {
	switch c {
	case session.SecondBytesCurve:
		return session.BytesCurve
	case session.SecondQPCurve:
		return session.QPCurve
	}
	return c
}

// The colours of damaged and of interlaced frames, in the dark theme.
var damageColour, fieldsColour = color.NRGBA{255, 112, 72, 255}, color.NRGBA{80, 200, 200, 255}
