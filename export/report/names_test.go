package report_test

import (
	"testing"

	"ffkvadrat/export/batch"
	"ffkvadrat/export/report"
)

// The journal is that of package batch, which this package does not link.
func TestJournalName(t *testing.T) {
	if report.JournalName != batch.JournalName {
		t.Errorf("%s, want %s", report.JournalName, batch.JournalName)
	}
}
