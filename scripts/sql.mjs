// sql.mjs: runs the statements of SQL on standard input with DuckDB, and writes the rows of each that has
// some as a line of JSON, a list of objects. It runs in the folder of @duckdb/node-api.
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const connection = await (await DuckDBInstance.create()).connect();
const statements = await connection.extractStatements(readFileSync(0, "utf8"));
for (let i = 0; i < statements.count; i++) {
	// Prepared one after the other: a statement may need the table of the one before.
	const rows = await (await statements.prepare(i)).runAndReadAll();
	if (rows.currentRowCount > 0) console.log(JSON.stringify(rows.getRowObjectsJson()));
}
