package quadfile

import _ "embed"

//go:embed ffkvadrat-quads.schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of the format. Its root describes a JSON document,
// "#/$defs/header" and "#/$defs/frame" the lines of NDJSON. It accepts only what this version
// writes.
func Schema() string { return schema }

//go:embed ffkvadrat-summary.schema.json
var summarySchema string

// SummarySchema returns the schema of summaries. It refers to Schema as
// ffkvadrat-quads.schema.json.
func SummarySchema() string { return summarySchema }

//go:embed ffkvadrat-compare.schema.json
var compareSchema string

// CompareSchema returns the schema of comparisons, which package compare writes; "#/$defs/header"
// and "#/$defs/row" describe the lines. It refers to Schema like SummarySchema.
func CompareSchema() string { return compareSchema }
