package report

// JournalName is what the package takes for a journal.
const JournalName = journalName
