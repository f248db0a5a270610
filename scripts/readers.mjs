// readers.mjs FOLDER: reads each table of the folder with DuckDB, polars and Arrow's library, and compares it,
// row by row and value by value, with what the NDJSON file of the same name says. See scripts/readers.
import { readFileSync, readdirSync, writeFileSync, unlinkSync, existsSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { tableFromIPC } from "apache-arrow";
import pl from "nodejs-polars";

const folder = process.argv[2];
const duckdb = await (await DuckDBInstance.create()).connect();
const lines = (name) => readFileSync(name, "utf8").trimEnd().split("\n").map((line) => ({ text: line, value: JSON.parse(line) }));
const log2 = (size) => 31 - Math.clz32(size);

// facts are the columns of a frame, from its line.
function facts(header, frame) {
	const row = {
		frame_index: frame.frame_index ?? null,
		pts: frame.pts ?? null,
		pts_time: Number(frame.pts_time),
		key_frame: frame.key_frame === 1,
		pict_type: frame.pict_type ?? null,
		width: frame.width ?? header.source.width,
		height: frame.height ?? header.source.height,
		pix_fmt: frame.pix_fmt ?? header.source.pix_fmt ?? null,
		corrupt: frame.corrupt === 1,
		errors: frame.errors ?? 0,
	};
	if (header.analysis.each_frame) row.threshold = frame.threshold;
	if (header.analysis.cube) row.frames = frame.frames;
	return { ...row, quad_count: frame.quad_count, coverage: frame.coverage };
}

// summed are the columns of a frame of a summary.
function summed(header, frame) {
	const row = { ...facts(header, frame), area_entropy: frame.area_entropy };
	for (let level = 0; level <= 14; level++) row[`count_${1 << level}`] = 0;
	for (const [size, count] of frame.sizes) row[`count_${size}`] = count;
	for (const name of ["luma_mean", "luma_p1", "luma_p50", "luma_p99"]) row[name] = frame[name] ?? null;
	const more = [];
	if (header.fill) more.push("psnr", "ssim");
	if (header.siti) more.push("si", "ti");
	if (header.coded) more.push("bytes", "bytes_per_quad", "qp_mean", "qp_density", "intra_part", "skip_part", "depth_mean");
	for (const name of more) row[name] = frame[name] ?? null;
	if (header.fill && frame.psnr === null) row.psnr = Infinity;
	return row;
}

// ofQuads are the rows of a frame's quads.
function ofQuads(header, frame) {
	const { frame_index, pts, pts_time } = facts(header, frame);
	return frame.quads.map((quad) => {
		const row = { frame_index, pts, pts_time };
		header.quad_fields.forEach((field, i) => {
			if (field === "size") row.level = log2(quad[i]);
			row[field] = quad[i];
		});
		return row;
	});
}

// plain makes a value comparable: numbers are numbers, and what is unknown is null.
const plain = (v) => (typeof v === "bigint" ? Number(v) : v === undefined ? null : v);

// differs returns the first difference of two tables, or "".
function differs(got, want) {
	if (got.length !== want.length) return `${got.length} rows, want ${want.length}`;
	for (let i = 0; i < want.length; i++) {
		const names = Object.keys(want[i]);
		if (Object.keys(got[i]).join() !== names.join()) return `columns ${Object.keys(got[i])}, want ${names}`;
		for (const name of names)
			if (!Object.is(plain(got[i][name]), want[i][name])) return `row ${i}: ${name} is ${got[i][name]}, want ${want[i][name]}`;
	}
	return "";
}

async function parquet(name) {
	const { rows, columns } = await read(`SELECT * FROM read_parquet('${name}')`);
	const header = (await read(`SELECT decode(value) AS text FROM parquet_kv_metadata('${name}') WHERE decode(key) = 'ffkvadrat'`)).rows;
	return { rows, columns, header: header.length === 1 ? header[0].text : `${header.length} headers` };
}

async function read(query) {
	const result = await duckdb.runAndReadAll(query);
	return { rows: result.getRowObjects(), columns: result.columnNames() };
}

// polars reads a table with polars, which does not expose the header.
function polars(name) {
	const table = pl.readParquet(name);
	return { rows: table.toRecords(), columns: table.columns };
}

// stream reads an Arrow stream: its batches in order.
function stream(name) {
	const table = tableFromIPC(readFileSync(name));
	const columns = table.schema.fields.map((field) => field.name);
	const batches = table.batches.map((batch) => {
		const vectors = columns.map((name) => batch.getChild(name));
		return Array.from({ length: batch.numRows }, (_, i) => Object.fromEntries(columns.map((name, k) => [name, vectors[k].get(i)])));
	});
	return { rows: batches.flat(), columns, batches, header: table.schema.metadata.get("ffkvadrat") };
}

let failures = 0;
let compared = 0;
function fail(name, why) {
	failures++;
	console.error(`${name}: ${why}`);
}

function same(name, got, rows, header, columns) {
	const why = differs(got.rows, rows);
	if (why) fail(name, why);
	if (header !== undefined && got.header !== header) fail(name, `the header is ${got.header}, want ${header}`);
	if (columns && got.columns.join() !== columns.join()) fail(name, `columns ${got.columns}, want ${columns}`);
	compared += rows.length;
	if (rows.length && !differs(changed(got.rows), rows)) fail(name, "a difference is not noticed");
}

// changed returns a table with one value changed.
function changed(rows) {
	const copy = rows.slice();
	const last = { ...copy.at(-1) };
	const name = Object.keys(last).findLast((name) => typeof plain(last[name]) === "number");
	last[name] = plain(last[name]) + 1;
	copy[copy.length - 1] = last;
	return copy;
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".ndjson") && name !== "compare.ndjson")) {
	const stem = `${folder}/${file.slice(0, -".ndjson".length)}`;
	const [{ text, value: header }, ...frames] = lines(`${stem}.ndjson`);
	const values = frames.map((line) => line.value);
	const summary = header.format === "ffkvadrat-summary";
	const rows = values.flatMap((frame) => (summary ? [summed(header, frame)] : ofQuads(header, frame)));
	same(`${stem}.parquet`, await parquet(`${stem}.parquet`), rows, text);
	same(`${stem}.parquet in polars`, polars(`${stem}.parquet`), rows);
	if (summary !== !existsSync(`${stem}.frames.parquet`)) fail(stem, "the table of frames is missing, or too many");
	if (!summary) {
		const frames = values.map((frame) => facts(header, frame));
		same(`${stem}.frames.parquet`, await parquet(`${stem}.frames.parquet`), frames, text);
		same(`${stem}.frames.parquet in polars`, polars(`${stem}.frames.parquet`), frames);
	}
	const arrows = stream(`${stem}.arrows`);
	same(`${stem}.arrows`, arrows, rows, text);
	const counts = arrows.batches.map((batch) => batch.length).join();
	const want = values.map((frame) => (summary ? 1 : frame.quad_count)).join();
	// The library leaves out batches without rows where a stream has others.
	if (counts !== want && counts !== want.split(",").filter((n) => n !== "0").join()) fail(`${stem}.arrows`, `batches of ${counts} rows, want ${want}`);
}

// The comparison of videos: the columns of its CSV, the values of its NDJSON.
{
	const [{ text, value: header }, ...lined] = lines(`${folder}/compare.ndjson`);
	const columns = readFileSync(`${folder}/compare.csv`, "utf8").split("\r\n")[0].split(",");
	const rows = lined.map(({ value }) => Object.fromEntries(columns.map((name) => {
		let v = value[name] ?? null;
		if (name === "encode") v = header.encodes[v].path;
		else if (v !== null && name.endsWith("pts_time")) v = Number(v);
		else if (value[name] === null && name.startsWith("psnr")) v = Infinity;
		return [name, v];
	})));
	same("compare.parquet", await parquet(`${folder}/compare.parquet`), rows, text, columns);
}

// Files with other bytes: either a reader refuses them, or a row differs.
for (const stem of ["edge", "rgb"]) {
	const [{ value: header }, ...frames] = lines(`${folder}/${stem}.ndjson`);
	const rows = frames.flatMap(({ value }) => ofQuads(header, value));
	for (const ending of ["parquet", "arrows"]) {
		const bytes = readFileSync(`${folder}/${stem}.${ending}`);
		bytes[Math.floor(bytes.length / 3)] ^= 0x10;
		const name = `${folder}/damaged.${ending}`;
		writeFileSync(name, bytes);
		let noticed;
		try {
			noticed = differs((ending === "parquet" ? await parquet(name) : stream(name)).rows, rows);
		} catch (error) {
			noticed = String(error);
		}
		if (!noticed) fail(name, `${stem}.${ending} with another byte passes`);
		unlinkSync(name);
	}
}

console.log(`${compared} rows compared, ${failures} failures`);
process.exit(failures ? 1 : 0);
