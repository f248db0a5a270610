package cli

import (
	"fmt"
	"strings"

	"ffkvadrat/export"
	"ffkvadrat/export/quads"
)

// largeExport is the size in bytes from which on the user is told of smaller
// forms.
var largeExport int64 = 200e6

// smallerForms says that an export is large, and which forms of it are smaller; "" if there is none.
func smallerForms(name string, o *quads.Options) string {
	var forms []string
	switch {
	case o.Format.Maps(): // encoders read no compressed ones
	case o.Format.Counts(): // it cannot be compressed
	case o.Format.Packed(), o.Format == export.FFQ, o.Format == export.NPZ: // they are compressed
	case o.Compression == export.Plain:
		forms = append(forms, "with .zst or .gz behind its name or its format it is several times smaller")
	case o.Compression == export.Gzip:
		forms = append(forms, ".zst instead of .gz is smaller")
	}
	if o.Format == export.CSV || o.Format == export.COCO {
		forms = append(forms, "ndjson lists the same quads in less")
	}
	if o.Format != export.FFQ && !o.Summary && (o.Format.Reads() || o.Format == export.CSV || o.Format == export.COCO) {
		forms = append(forms, "ffq lists the same quads in the least")
	}
	if o.Format == export.KvazaarMap {
		forms = append(forms, "kvzroi-bin has the same maps in less")
	}
	if o.Format.Summarises() && !o.Summary {
		forms = append(forms, "--summary only counts the quads of each size")
	}
	if !o.Format.Single() {
		forms = append(forms, "--every N takes each Nth frame")
	}
	if len(forms) == 0 {
		return ""
	}
	return fmt.Sprintf("%s passes %d MB: %s", name, largeExport/1e6, strings.Join(forms, "; "))
}
