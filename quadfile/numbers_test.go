package quadfile

import (
	"strings"
	"testing"

	"ffkvadrat/yuv"
)

// TestPictureNumbers: the header keeps the numbers of a sequence's pictures, and both fields belong
// together.
func TestPictureNumbers(t *testing.T) {
	h := sample()
	h.Source.First, h.Source.Step = 100, 2
	text := export(t, NDJSON, h)
	doc, err := Read(strings.NewReader(text))
	if err != nil || doc.Header.Source != h.Source || doc.Header.Source.FrameNumber(3) != 106 {
		t.Errorf("%+v, %v", doc, err)
	}
	if h.Source.Fields = yuv.BothFields; h.Source.FrameNumber(6) != 106 || h.Source.FrameNumber(7) != 106 {
		t.Error("fields have other numbers")
	}
	for _, field := range []string{`,"first_number":100`, `,"number_step":2`} {
		_, err := Read(strings.NewReader(strings.Replace(text, field, "", 1)))
		if err == nil || !strings.Contains(err.Error(), "first_number and number_step belong together") {
			t.Errorf("without %s: %v", field, err)
		}
	}
	for _, bad := range []string{`"number_step":0`, `"number_step":-1`, `"number_step":1000000000000000000`} {
		if _, err := Read(strings.NewReader(strings.Replace(text, `"number_step":2`, bad, 1))); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
