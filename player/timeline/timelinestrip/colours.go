package timelinestrip

import (
	"image/color"

	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// colours are those of the curves and of their labels in each theme. A search has maximised the least
// distance of two of them in Lab, for usual colour vision and for deuteranopia, with the contrast of text.
var colours = [session.CurveCount][session.ThemeCount]color.NRGBA{
	session.QuadsCurve:        {session.Dark: widgets.Themed(session.Dark).Accent, session.Light: widgets.Themed(session.Light).Accent},
	session.CoverageCurve:     {session.Dark: widgets.Themed(session.Dark).CoverageColour, session.Light: widgets.Themed(session.Light).CoverageColour},
	session.LumaCurve:         {session.Dark: {235, 235, 240, 255}, session.Light: {24, 27, 34, 255}},
	session.StillCurve:        {session.Dark: {189, 255, 212, 255}, session.Light: {0, 57, 29, 255}},
	session.PSNRCurve:         {session.Dark: {249, 153, 109, 255}, session.Light: {204, 40, 0, 255}},
	session.SSIMCurve:         {session.Dark: {245, 93, 223, 255}, session.Light: {206, 0, 186, 255}},
	session.SICurve:           {session.Dark: {241, 250, 168, 255}, session.Light: {83, 89, 46, 255}},
	session.TICurve:           {session.Dark: {49, 200, 168, 255}, session.Light: {0, 129, 106, 255}},
	session.BytesCurve:        {session.Dark: {251, 189, 255, 255}, session.Light: {88, 0, 100, 255}},
	session.BytesPerQuadCurve: {session.Dark: {168, 114, 137, 255}, session.Light: {110, 41, 74, 255}},
	session.QPCurve:           {session.Dark: {63, 140, 152, 255}, session.Light: {2, 111, 123, 255}},
	session.DensityCurve:      {session.Dark: {255, 139, 13, 255}, session.Light: {147, 104, 71, 255}},
	session.IntraCurve:        {session.Dark: {231, 67, 120, 255}, session.Light: {203, 57, 105, 255}},
	session.SkipCurve:         {session.Dark: {134, 119, 196, 255}, session.Light: {75, 72, 222, 255}},
	session.DepthCurve:        {session.Dark: {141, 101, 255, 255}, session.Light: {5, 20, 254, 255}},
	session.SecondPSNRCurve:   {session.Dark: {235, 72, 7, 255}, session.Light: {122, 33, 0, 255}},
	session.SecondBytesCurve:  {session.Dark: {252, 32, 76, 255}, session.Light: {227, 0, 64, 255}},
	session.SecondQPCurve:     {session.Dark: {232, 176, 161, 255}, session.Light: {81, 35, 12, 255}},
}

// ink returns a curve's colour in the theme of some inks.
func ink(inks *widgets.Inks, c session.Curve) color.NRGBA { return colours[c][inks.Theme] }

// The colours of damaged and of interlaced frames, in the dark theme.
var damageColour, fieldsColour = color.NRGBA{255, 112, 72, 255}, color.NRGBA{80, 200, 200, 255}
