package ladder

import (
	"io"
	"math"
	"strconv"

	"ffkvadrat/atomicfile/decimal"
)

// WriteCSV writes a row for each point (RFC 4180). Values that a kind does not have are empty; the
// ratio of an equal picture is "inf".
func WriteCSV(w io.Writer, list []Point) error {
	text := []byte("kind,setting,value,quads,pixels_left,bytes,psnr,ssim\r\n")
	for _, p := range list {
		text = append(text, p.Kind.String()+","+kinds[p.Kind].setting+","...)
		text = append(decimal.Append(text, p.Setting), ',')
		for _, n := range [...]int{p.Quads, p.Left} {
			if kinds[p.Kind].quads {
				text = strconv.AppendInt(text, int64(n), 10)
			}
			text = append(text, ',')
		}
		text = append(strconv.AppendInt(text, int64(p.Bytes), 10), ',')
		if psnr := p.Distortion.PSNR(); math.IsInf(psnr, 1) {
			text = append(text, "inf"...)
		} else {
			text = strconv.AppendFloat(text, psnr, 'f', 6, 64)
		}
		text = append(text, ',')
		if p.Distortion.HasSSIM {
			text = strconv.AppendFloat(text, p.Distortion.SSIM, 'f', 6, 64)
		}
		text = append(text, "\r\n"...)
	}
	_, err := w.Write(text)
	return err
}
