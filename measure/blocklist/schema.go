package blocklist

import _ "embed"

//go:embed ffkvadrat-blocks.schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of NDJSON. Its root describes any line, "#/$defs/header"
// the first one and "#/$defs/frame" the others. It refers to that of quads as
// ffkvadrat-quads.schema.json.
func Schema() string { return schema }
