package cli

import (
	"strings"

	"github.com/alecthomas/kong"
)

// Example is a command line, and what it does.
type Example struct{ Line, Does string }

// examples has some for each command.
var examples = map[string][]Example{
	"play": {
		{"ffkvadrat clip.mp4 films/", "a film, then those of a folder, one after another"},
		{"ffkvadrat play clip.mp4 --threshold 0.05 --operator sobel", "with other quads than the last time"},
		{"ffkvadrat play --no-session", "the sample, as if for the first time"},
	},
	"export": {
		{"ffkvadrat export clip.mp4 -o quads.ndjson.zst", "the quads of all frames, compressed"},
		{"ffkvadrat export clip.mp4 --from 0.2 --to 0.8 --every 5 -o part.csv", "of every fifth frame of a part, as CSV"},
		{"ffkvadrat export clip.mp4 --fields frame_index,x,y,size --max-rows 1048575 -o sheet.csv", "as many rows as a spreadsheet takes, and no more columns than that"},
		{"ffkvadrat export clip.mp4 --strength 20 -o clip.kvzroi.bin", "a map for the encoder kvazaar: more bits for fine detail"},
		{"ffkvadrat export films/ clip.mp4 -o quads/ --jobs 2", "of many films, two at a time, each to a file in quads/"},
		{"ffkvadrat export films/ -o parts/ --shard 1/2 --resume", "of half of them, on one of two machines; the other one takes 2/2"},
		{"ffkvadrat export films/ -o results/ --queue local", "of many films, named by content and settings; nats://HOST shares them among machines"},
	},
	"convert": {
		{"ffkvadrat convert quads.ndjson -o quads.ffq", "the same quads in a few bits each"},
		{"ffkvadrat convert quads.ndjson -o quads.yuview.csv", "statistics for YUView, without the film"},
		{"ffkvadrat convert quads.ndjson --fields size,x,y -o sizes.ndjson", "only these fields of each quad, in this order"},
		{"ffkvadrat convert - -o quads.csv.zst <quads.ndjson", "an export from standard input"},
	},
	"verify": {
		{"ffkvadrat verify quads.ndjson", "whether an export keeps its own rules"},
		{"ffkvadrat verify quads.ndjson clip.mp4", "whether it is what the film gives"},
		{"ffkvadrat verify - <quads.ndjson", "an export from standard input"},
	},
	"render": {
		{"ffkvadrat render clip.mp4 -o with-quads.mp4", "the film with its quads, and its sound"},
		{"ffkvadrat render clip.mp4 --from 0.5 --frames 10 --look mosaic -o part.mkv", "ten frames as mosaics of mean colours"},
		{"ffkvadrat render clip.mp4 --clean --roi --encoder libx265 -o roi.mp4", "the film without quads, with more bits where its detail is"},
		{"ffkvadrat render clip.mp4 --overlay-only -o quads.mov", "the quads alone, transparent elsewhere"},
	},
	"snapshot": {
		{"ffkvadrat snapshot clip.mp4 --at 0.5 -o x.png", "the frame at half a second"},
		{"ffkvadrat snapshot clip.mp4 --at '#12' --quads 1000 -o few.png", "frame 12, with about 1,000 quads"},
		{"ffkvadrat snapshot clip.mp4 --no-overlay -o plain.png", "the first frame without quads"},
	},
	"sheet": {
		{"ffkvadrat sheet clip.mp4 -o sheet.png", "sixteen frames from all over a film, with their quads"},
		{"ffkvadrat sheet clip.mp4 --columns 5 --rows 2 --width 1000 --quads 500 --each -o small.png", "ten, each with about 500 quads"},
		{"ffkvadrat sheet clip.mp4 --no-overlay -o tiles.png", "the pictures alone"},
	},
	"histogram": {
		{"ffkvadrat histogram clip.mp4 -o lumas.csv", "the luma of all frames in 256 bins"},
		{"ffkvadrat histogram clip.mp4 --of red,green,blue --bins 64 --form relative -o colours.csv", "three channels, as parts of the picture"},
		{"ffkvadrat histogram clip.mp4 --of d --operator sobel --form cumulative -o edges.csv", "how strong the edges are"},
	},
	"measure": {
		{"ffkvadrat measure clip.mp4 -o siti.csv", "SI and TI of all frames, with siti-tools' columns and digits"},
		{"ffkvadrat measure clip.mp4 --domain legacy -o legacy.csv", "of luma itself, as before P.910's edition of 2023"},
		{"ffkvadrat measure clip.mp4 --from 0.2 --frames 5 -o -", "of five frames, to standard output"},
	},
	"shots": {
		{"ffkvadrat shots clip.mp4 -o clip.scenes.json", "the shots, for Av1an --scenes"},
		{"ffkvadrat shots clip.mp4 --min-length 5 -o clip.edl", "of at least five frames, for editing programs"},
		{"ffkvadrat shots clip.mp4 --form qpfile -o -", "the frames that x264 --qpfile begins anew with"},
		{"ffkvadrat shots clip.mp4 --from 0.5 --to 1 -o part.scenes.json", "of a part of it"},
	},
	"distortion": {
		{"ffkvadrat distortion clip.mp4 -o curve.csv --plot curve.png", "how far the quads' picture is from the first frame, and the plot"},
		{"ffkvadrat distortion clip.mp4 --at 0.5 --operator linear -o linear.csv", "of the frame at half a second, with quads where the picture is linear"},
		{"ffkvadrat distortion clip.mp4 --variant feature -o similar.csv", "with quads of similar colour"},
	},
	"compare": {
		{"ffkvadrat compare clip.mp4 small.mp4 -o quality.csv", "PSNR, SSIM and edges of an encode, frame by frame, and the worst frames"},
		{"ffkvadrat compare clip.mp4 crf23.mp4 crf30.mp4 -t 0.02 --worst 3 --worst-by lost -o both.ndjson", "two encodes at once; the frames that lose most edges"},
		{"ffkvadrat compare clip.mp4 360p.mp4 --scale -o rung.csv", "a smaller encode, scaled to the film's size"},
	},
	"agreement": {
		{"ffkvadrat agreement clip.mp4 -o agreement.csv", "where the codec divides more finely than the content, and the content more finely than the codec"},
		{"ffkvadrat agreement clip.mp4 --variant feature --threshold 0.001 -o similar.ndjson", "with quads of similar colour, as NDJSON"},
		{"ffkvadrat agreement clip.mp4 --trace trace.csv --trace-type CUDepth -o traced.csv", "with the blocks of a trace, such as of HEVC, AV1 or VVC"},
	},
	"report": {
		{"ffkvadrat report quads/ -o corpus.html", "one page of all exports, summaries and comparisons in quads/"},
		{"ffkvadrat report quads/ -o - >page.html", "the same to standard output"},
		{"ffkvadrat report quads/ --jobs 1 --force -o corpus.html", "once more, one file at a time; the page has the same bytes"},
	},
	"probe": {
		{"ffkvadrat probe clip.mp4", "what is in a film, and which engine would analyse it"},
		{"ffkvadrat probe --json clip.mp4", "the same for programs"},
		{"ffkvadrat probe --range full clip.mp4", "how it would be shown in another range"},
	},
	"bench": {
		{"ffkvadrat bench", "all engines on 1080p pictures"},
		{"ffkvadrat bench clip.mp4 --engines cpu,gpu --contents video", "two of them on a frame of a film"},
		{"ffkvadrat bench --all --json >bench.json", "everything, for programs"},
	},
}

// Examples returns some for a command, for the packages that document it.
func Examples(command string) []Example { return examples[command] }

// The groups of flags that all commands share, and those of commands.
var (
	forAll        = &kong.Group{Key: "all", Title: "All commands:"}
	commandGroups = groupsOfCommands()
)

func groupsOfCommands() map[string]*kong.Group {
	groups := map[string]*kong.Group{}
	for title, names := range map[string][]string{
		"Look at it:":  {"play", "probe"},
		"Write files:": {"export", "render", "snapshot", "sheet", "histogram", "measure", "shots", "distortion", "compare", "agreement", "report", "convert"},
		"Check:":       {"verify", "bench"},
	} {
		group := &kong.Group{Key: title, Title: title}
		for _, name := range names {
			groups[name] = group
		}
	}
	return groups
}

// grouped puts commands and the flags of all commands into their groups. Other
// flags have theirs in their tags.
func grouped(app *kong.Application) {
	for _, f := range app.Flags {
		f.Group = forAll
	}
	for _, c := range app.Children {
		c.Group = commandGroups[c.Name]
	}
}

// help prints the help, with examples at its end. If it cannot be written, the
// arguments are not wrong: run reports the error.
func help(o kong.HelpOptions, c *kong.Context) error {
	command := c.Selected()
	if command != nil { // the flags of all commands come last, but for devices where none is taken
		for _, f := range c.Model.Flags {
			if refusesLive[command.Name] == "" || !strings.HasPrefix(f.Name, "device") {
				command.Flags = append(command.Flags, f)
			}
		}
		c.Model.Flags = nil
	}
	kong.DefaultHelpPrinter(o, c)
	if command == nil {
		return nil
	}
	printLine(c.Stdout, "")
	printLine(c.Stdout, "Examples:")
	for _, e := range examples[command.Name] {
		printLine(c.Stdout, "  %s", e.Line)
		printLine(c.Stdout, "      %s", e.Does)
	}
	return nil
}
