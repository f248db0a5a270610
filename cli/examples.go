package cli

// Example is a command line and what it does.
type Example struct{ Line, Does string }

// examples has examples for each command. The short help shows the first three.
var examples = map[string][]Example{
	"": {
		{"ffkvadrat clip.mp4", "play a video with its quads"},
		{"ffkvadrat export clip.mp4 -o quads.ndjson", "write the quads of every frame"},
		{"ffkvadrat snapshot clip.mp4 -o x.png", "write a frame with its quads, without a display"},
	},
	"play": {
		{"ffkvadrat clip.mp4 videos/", "a video, then those of a folder, one after another"},
		{"ffkvadrat play clip.mp4 --threshold 0.05 --operator sobel", "with other quads than last time"},
		{"ffkvadrat play --no-session", "the sample, without the settings of the last session"},
	},
	"export": {
		{"ffkvadrat export clip.mp4 -o quads.ndjson.zst", "the quads of all frames, compressed"},
		{"ffkvadrat export clip.mp4 --from 0.2 --to 0.8 --every 5 -o part.csv", "every fifth frame of a part, as CSV"},
		{"ffkvadrat export videos/ clip.mp4 -o quads/ --jobs 2", "many videos, two at a time, each to a file in quads/"},
		{"ffkvadrat export clip.mp4 --fields frame_index,x,y,size -o columns.csv", "only these columns"},
		{"ffkvadrat export clip.mp4 --max-rows 1048575 -o sheet.csv", "as many rows as a spreadsheet holds"},
		{"ffkvadrat export clip.mp4 --strength 20 -o clip.kvzroi.bin", "a map for the encoder kvazaar: more bits for fine detail"},
		{"ffkvadrat export videos/ -o parts/ --shard 1/2 --resume", "half of the videos on one of two machines; the other takes 2/2"},
		{"ffkvadrat export videos/ -o results/ --queue local", "results named by video and settings; nats://HOST shares them"},
	},
	"convert": {
		{"ffkvadrat convert quads.ndjson -o quads.ffq", "the same quads in a few bits each"},
		{"ffkvadrat convert quads.ndjson -o quads.yuview.csv", "statistics for YUView, without the video"},
		{"ffkvadrat convert quads.ndjson --fields size,x,y -o sizes.ndjson", "only these fields of each quad, in this order"},
		{"ffkvadrat convert - -o quads.csv.zst <quads.ndjson", "an export from standard input"},
	},
	"verify": {
		{"ffkvadrat verify quads.ndjson", "check that an export keeps the rules of its format"},
		{"ffkvadrat verify quads.ndjson clip.mp4", "check that analysing the video again gives the same quads"},
		{"ffkvadrat verify - <quads.ndjson", "an export from standard input"},
	},
	"render": {
		{"ffkvadrat render clip.mp4 -o with-quads.mp4", "the video with its quads, and its sound"},
		{"ffkvadrat render clip.mp4 --from 0.5 --frames 10 --look mosaic -o part.mkv", "ten frames as mosaics of mean colours"},
		{"ffkvadrat render clip.mp4 --overlay-only -o quads.mov", "the quads alone on a transparent background"},
		{"ffkvadrat render clip.mp4 --clean --roi --encoder libx265 -o roi.mp4", "the video without quads, with more bits for its detail"},
	},
	"snapshot": {
		{"ffkvadrat snapshot clip.mp4 --at 0.5 -o x.png", "the frame at half a second"},
		{"ffkvadrat snapshot clip.mp4 --frame 12 --quads 1000 -o few.png", "the frame with index 12, with about 1,000 quads"},
		{"ffkvadrat snapshot clip.mp4 --at 0.5 --caption -o caption.png", "with the frame's numbers below the picture"},
		{"ffkvadrat snapshot clip.mp4 --no-overlay -o plain.png", "the first frame without quads"},
	},
	"sheet": {
		{"ffkvadrat sheet clip.mp4 -o sheet.png", "sixteen frames from the whole video, with their quads"},
		{"ffkvadrat sheet clip.mp4 --columns 5 --rows 2 --quads 500 --each -o small.png", "ten frames, each with about 500 quads"},
		{"ffkvadrat sheet clip.mp4 --no-overlay -o tiles.png", "the frames alone"},
	},
	"histogram": {
		{"ffkvadrat histogram clip.mp4 -o lumas.csv", "the luma of all frames in 256 bins"},
		{"ffkvadrat histogram clip.mp4 --of red,green,blue --bins 64 -o colours.csv", "three channels in 64 bins each"},
		{"ffkvadrat histogram clip.mp4 --of d --values cumulative -o edges.csv", "how strong the edges are"},
	},
	"measure": {
		{"ffkvadrat measure clip.mp4 -o siti.csv", "SI and TI of all frames, with the columns of siti-tools"},
		{"ffkvadrat measure clip.mp4 --domain legacy -o legacy.csv", "of luma itself, as before the 2023 edition of P.910"},
		{"ffkvadrat measure clip.mp4 --from 0.2 --frames 5 -o -", "of five frames, to standard output"},
	},
	"shots": {
		{"ffkvadrat shots clip.mp4 -o clip.scenes.json", "the shots, for Av1an --scenes"},
		{"ffkvadrat shots clip.mp4 --min-length 5 -o clip.edl", "shots of at least five frames, for editing programs"},
		{"ffkvadrat shots clip.mp4 --format qpfile -o -", "the first frames of shots, for x264 --qpfile"},
		{"ffkvadrat shots clip.mp4 --from 0.5 --to 1 -o part.scenes.json", "the shots of a part"},
	},
	"distortion": {
		{"ffkvadrat distortion clip.mp4 -o curve.csv --plot curve.png", "the first frame's curve, and its plot"},
		{"ffkvadrat distortion clip.mp4 --at 0.5 --operator linear -o linear.csv", "the frame at half a second, with sloping quads"},
		{"ffkvadrat distortion clip.mp4 --variant feature -o similar.csv", "with quads of similar colour"},
	},
	"compare": {
		{"ffkvadrat compare clip.mp4 small.mp4 -o quality.csv", "PSNR, SSIM and edges frame by frame, and the worst frames"},
		{"ffkvadrat compare clip.mp4 crf23.mp4 crf30.mp4 --worst-by lost -o both.csv", "two encodes at once; the frames that lose most edges"},
		{"ffkvadrat compare clip.mp4 small.mp4 -t 0.02 --edges -o quality.ndjson", "with the quads of lost and invented edges"},
	},
	"agreement": {
		{"ffkvadrat agreement clip.mp4 -o agreement.csv", "where codec and content divide the picture differently"},
		{"ffkvadrat agreement clip.mp4 --variant feature -t 0.001 -o similar.ndjson", "with quads of similar colour, as NDJSON"},
		{"ffkvadrat agreement clip.mp4 --trace trace.csv -o traced.csv", "with the blocks of a trace, such as of VVC"},
	},
	"blocks": {
		{"ffkvadrat blocks clip.mp4 -o blocks.ndjson", "all blocks and vectors, a line for each frame"},
		{"ffkvadrat blocks clip.mp4 --to 1 -o blocks.parquet", "tables of blocks and of vectors, of the first second"},
		{"ffkvadrat blocks clip.mp4 -o blocks.yuview.csv", "statistics for YUView, and a playlist that opens them"},
	},
	"report": {
		{"ffkvadrat report quads/ -o corpus.html", "one page of all exports, summaries and comparisons in quads/"},
		{"ffkvadrat report quads/ -o - >page.html", "the same to standard output"},
		{"ffkvadrat report quads/ --jobs 1 --force -o corpus.html", "again, reading one file at a time; the page is the same"},
	},
	"probe": {
		{"ffkvadrat probe clip.mp4", "what is in a video, and which engine would analyse it"},
		{"ffkvadrat probe --json clip.mp4", "the same for programs"},
		{"ffkvadrat probe --range full clip.mp4", "how it would be shown with another range"},
	},
	"bench": {
		{"ffkvadrat bench", "all engines on 1080p pictures"},
		{"ffkvadrat bench clip.mp4 --engines cpu,gpu --contents video", "two engines on a frame of a video"},
		{"ffkvadrat bench --all --json >bench.json", "everything, for programs"},
	},
	"help": {
		{"ffkvadrat help", "the commands"},
		{"ffkvadrat help export", "all flags of export"},
		{"ffkvadrat help quads", "the flags that decide what a quad is"},
	},
	"version": {
		{"ffkvadrat version", "the versions of the program and of FFmpeg"},
	},
}

// Examples returns the examples of a command, of the program for "", for packages that document it.
func Examples(command string) []Example { return examples[command] }

// mainFlags are the flags in the short help of a command.
var mainFlags = map[string][]string{
	"play":       {"at", "pause", "fullscreen", "loop", "speed", "mute", "threshold", "operator", "stored", "beside", "view", "no-session"},
	"export":     {"output", "format", "force", "from", "to", "every", "frames", "threshold", "quads", "summary", "fields", "jobs"},
	"convert":    {"output", "format", "force", "fields", "max-rows", "strength"},
	"render":     {"output", "force", "from", "to", "threshold", "quads", "look", "view", "overlay-only", "clean", "encoder", "quality"},
	"snapshot":   {"output", "force", "caption", "at", "frame", "threshold", "quads", "look", "colour-by", "view", "overlay"},
	"sheet":      {"output", "force", "columns", "rows", "width", "threshold", "quads", "each", "look", "overlay"},
	"histogram":  {"output", "force", "of", "bins", "values", "from", "to", "operator"},
	"measure":    {"output", "force", "domain", "from", "to", "every", "frames"},
	"shots":      {"output", "format", "force", "min-length", "from", "to"},
	"distortion": {"output", "plot", "force", "at", "frame", "variant", "operator"},
	"compare":    {"output", "force", "worst", "worst-by", "edges", "vmaf", "align", "scale", "coded", "threshold", "from", "to"},
	"agreement":  {"output", "force", "trace", "trace-type", "variant", "threshold", "from", "to"},
	"blocks":     {"output", "format", "force", "trace", "from", "to", "every", "frames"},
	"report":     {"output", "force", "jobs"},
	"probe":      {"json", "containers", "stream"},
	"bench":      {"engines", "sizes", "contents", "variants", "thresholds", "paper", "all", "runs", "limit", "json"},
	"verify":     {"max-pixels", "allow-network"},
}

// pages are the documentation pages of commands.
var pages = map[string]string{
	"play":       "docs/tutorial.md",
	"export":     "docs/how-to/export.md",
	"verify":     "docs/how-to/export.md",
	"convert":    "docs/how-to/export.md",
	"render":     "docs/how-to/render.md",
	"snapshot":   "docs/how-to/render.md",
	"sheet":      "docs/how-to/render.md",
	"histogram":  "docs/reference/flags.md",
	"measure":    "docs/reference/measures.md",
	"shots":      "docs/how-to/encoders.md",
	"distortion": "docs/reference/measures.md",
	"compare":    "docs/how-to/compare.md",
	"agreement":  "docs/how-to/blocks.md",
	"blocks":     "docs/how-to/blocks.md",
	"report":     "docs/how-to/report.md",
	"probe":      "docs/reference/flags.md",
	"bench":      "docs/explanation/results.md",
}
