package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
)

// formatVars are the variables in the tags of exports.
func formatVars() map[string]string {
	return map[string]string{
		"format_extensions": quadfile.FormatExtensions("or", true),
		"format_groups":     quadfile.FormatGroups("or"),
		"cube_names":        quadfile.FormatNames("or", quadfile.Cubes),
		"summary_names":     quadfile.FormatNames("or", quadfile.Summaries),
		"map_names":         quadfile.FormatNames("and", quadfile.Maps),
		"choosing_names":    quadfile.FormatNames("and", quadfile.Fields),
		"row_names":         quadfile.FormatNames("and", quadfile.Rows),
		"most_strength":     strconv.Itoa(regions.MaxStrength),
		"usual_strength":    strconv.Itoa(regions.DefaultStrength),
	}
}

type exportCommand struct {
	Files          []fileName `arg:"" optional:"" name:"file" help:"Videos, pictures, and folders of them. Without any, the embedded sample."`
	Output         outName    `short:"o" required:"" placeholder:"OUT" help:"File to write; its extension is the format. One of ${format_extensions}. A .gz or .zst after it compresses. - is standard output, as ndjson unless --format is given. With several files or a folder, the folder to write to." group:"Output:"`
	Format         string     `placeholder:"FORMAT" help:"Format, whatever the file's name. ${format_groups}. A .gz or .zst after it compresses. Into a folder, the default is ndjson." group:"Output:"`
	overwriting    `group:"Output:"`
	Summary        bool   `help:"Count the quads of each size instead of writing them. For ${summary_names}." group:"Output:"`
	Distortion     bool   `help:"With --summary: PSNR and SSIM of the rebuilt luma. The quads are filled as --fill says." group:"Output:"`
	Codec          bool   `help:"With --summary: bytes and quantisers of each frame. Its bytes, its bytes per quad, the codec's mean quantiser, its correlation with small quads, the parts of intra and skipped blocks, and their depth. Quantisers are those of HEVC, AV1, H.264, MPEG-1, MPEG-2, MPEG-4, and VP9 with segments; all but HEVC and AV1 are decoded in software." group:"Output:"`
	Fill           string `default:"mean" enum:"${fill_words}" help:"With --distortion: how quads are filled. mean is one value, linear interpolates between the corners." group:"Output:"`
	Siti           bool   `name:"siti" help:"With --summary: spatial and temporal information. --domain says of which signal." group:"Output:"`
	measuring      `group:"Output:"`
	trimming       `group:"Output:"`
	Stream         int `default:"-1" help:"Index of the video stream. -1 is FFmpeg's choice." group:"Input:"`
	decoding       `group:"Input:"`
	selectionFlags `group:"Frames:"`
	tuning         `group:"Quads:"`
	goals          `group:"Number of quads:"`
	cubing         `group:"Cubes:"`
	mapping        `group:"Maps for encoders:"`
	Jobs           int  `placeholder:"N" help:"Into a folder: files processed at a time. Default: the number of processors, at most 8." group:"Many files:"`
	Resume         bool `help:"Into a folder: keep finished files of an earlier run. They must come from the same videos with the same settings." group:"Many files:"`
	sharding       `group:"Many files:"`
	queueing       `group:"Many files:"`
}

// Validate implements kong's hook.
func (c *exportCommand) Validate() error {
	if c.Output == "" {
		return nil // kong reports it
	}
	many := c.many()
	format, compression, err := c.format(many)
	switch {
	case err == nil && c.Summary && !format.Has(quadfile.Summaries):
		err = fmt.Errorf("--summary is for %s, not for %v", quadfile.FormatNames("and", quadfile.Summaries), format)
	case err == nil && format.Has(quadfile.Seekable) && (c.Output == "-" || compression != streams.Plain):
		err = fmt.Errorf("--output: %v %w", format, quadfile.ErrNotSeekable)
	case err == nil && format.TakesCompression(compression) != nil:
		err = fmt.Errorf("--output: %w", format.TakesCompression(compression))
	case many && c.Output == "-":
		err = errors.New("--output: standard output holds one export: name a folder")
	case many && namesFile(string(c.Output)):
		err = fmt.Errorf("--output: %s names a file, but several files or a folder of them need a folder", c.Output)
	case many && len(c.Files) == 0:
		err = fmt.Errorf("--output: %s is a folder: name a file in it for the embedded sample, or for a device", c.Output)
	case !many && (c.Jobs != 0 || c.Resume):
		err = errors.New("--jobs and --resume are for several files, or a folder of them, and a folder to write to")
	case c.Jobs < 0:
		err = fmt.Errorf("--jobs: %d is negative", c.Jobs)
	}
	if err == nil {
		err = errors.Join(c.mapping.check(format), c.mapping.tune(&c.tuning, format))
	}
	if variant, bad := c.tuning.variant(); err == nil && bad == nil {
		err = format.Takes(quadfile.Contents{Points: variant == analysis.Points, Hits: variant.Searches(), Classes: c.Classes != "", Cubes: c.Cube != 0})
	}
	if err == nil {
		err = c.checkFields(format)
	}
	_, badFrames := c.selectionFlags.parse()
	return errors.Join(c.tuning.Validate(), c.goals.check(c.tuning), c.cubing.check(c.tuning, c.Each), c.sharding.check(many), c.queueing.check(many, c.Force, c.sharding), badFrames, c.checkDistortion(), c.checkInformation(), c.checkCodec(), err)
}

// checkFields returns what is wrong with --fields and --max-rows.
func (c *exportCommand) checkFields(format quadfile.Format) error {
	if err := c.trimming.check(format, c.Summary); err != nil || c.Fields == nil {
		return err
	}
	params, err := c.params()
	if err != nil {
		return nil // tuning reports it
	}
	h := quads.NewHeader("", decode.Info{Interlaced: true}, params) // the video may be
	h.Analysis.Cube, h.Analysis.EachFrame = c.Cube, c.Each
	return c.checkNames(format, h)
}

// checkDistortion returns what is wrong with --distortion.
func (c *exportCommand) checkDistortion() error {
	variant, err := c.tuning.variant()
	switch {
	case !c.Distortion:
		return nil
	case !c.Summary:
		return errors.New("--distortion is for --summary")
	case err == nil && !variant.Merges():
		return fmt.Errorf("--distortion: the pixels of the variant %v make no picture", variant)
	}
	return nil
}

// checkInformation returns what is wrong with --siti.
func (c *exportCommand) checkInformation() error {
	switch {
	case !c.Siti:
		return nil
	case !c.Summary:
		return errors.New("--siti is for --summary; ffkvadrat measure writes SI and TI alone")
	case c.Cube != 0:
		return errors.New("--siti and --cube: SI and TI are of frames, not of windows")
	}
	return nil
}

// checkCodec returns what is wrong with --codec.
func (c *exportCommand) checkCodec() error {
	switch {
	case !c.Codec:
		return nil
	case !c.Summary:
		return errors.New("--codec is for --summary, which says how the codec coded each frame")
	case c.Cube != 0:
		return errors.New("--codec: cubes are of several frames")
	}
	return nil
}

// many reports whether there can be several outputs, which go to a folder.
func (c *exportCommand) many() bool { return manyOutputs(c.Files, c.Output) }

// manyOutputs reports whether a command writes a folder of outputs.
func manyOutputs(files []fileName, output outName) bool {
	return len(files) > 1 || len(files) == 1 && isFolder(string(files[0])) ||
		isFolder(string(output)) || strings.HasSuffix(string(output), "/")
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// namesFile reports whether the name of an output means a file.
func namesFile(name string) bool {
	if info, err := os.Stat(name); err == nil {
		return !info.IsDir()
	}
	_, err := quadfile.FormatForName(name)
	return err == nil && !strings.HasSuffix(name, "/")
}

// format returns the format and the compression by the flags or, without them, by the output's
// name.
func (c *exportCommand) format(many bool) (quadfile.Format, streams.Compression, error) {
	name := string(c.Output)
	if many {
		name = quadfile.NDJSON.Extension()
	}
	return outputFormat(name, c.Format)
}

// outputFormat returns the format and the compression by a flag's value or, if that is empty, by an
// output's name. Standard output defaults to NDJSON.
func outputFormat(name, asked string) (quadfile.Format, streams.Compression, error) {
	if name == "-" {
		name = quadfile.NDJSON.Extension()
	}
	_, compression := streams.CutCompression(name)
	if asked == "" {
		format, err := quadfile.FormatForName(name)
		return format, compression, err
	}
	asked, packed := streams.CutCompression(asked)
	if packed != streams.Plain {
		compression = packed
	}
	format, err := quadfile.ParseFormat(asked)
	return format, compression, err
}

// options returns the export by the arguments, without its files.
func (c *exportCommand) options(many bool) (o quads.Options, err error) {
	o = quads.Options{Stream: c.Stream, Summary: c.Summary, Cube: c.Cube, Cuts: c.stops(), Distorts: c.Distortion, Informs: c.Siti, Codec: c.Codec, Playlist: true, Strength: c.strength(), Fields: c.Fields, MaxRows: c.most()}
	var err1, err2, err3 error
	if o.Domain, err = c.domain(); err != nil {
		return o, err
	}
	if o.Distorts {
		if o.Fill, err = reconstruction.ParseFill(c.Fill); err != nil {
			return o, err
		}
	}
	o.Format, o.Compression, err1 = c.format(many)
	o.Selection, err2 = c.selectionFlags.parse()
	o.Params, err3 = c.params()
	o.Goal = c.goals.target(c.tuning)
	return o, errors.Join(err1, err2, err3)
}

func (c *exportCommand) Run(e *environment) error {
	if err := c.find(e, c.Stream, c.Files...); err != nil {
		return err
	}
	if c.many() {
		return c.runMany(e)
	}
	s := source{Stream: c.Stream}
	if len(c.Files) == 1 {
		s.File = c.Files[0]
	}
	o, err := c.options(false)
	if err != nil {
		return err
	}
	o.Out = string(c.Output)
	if err := c.mayWrite(e, o.Outputs()...); err != nil {
		return err
	}
	return s.with(e, c.tuning, func(in *input, engine *headless.Engine) error {
		o.Path = in.path
		if in.name != in.path {
			o.Name = in.name
		}
		if err := in.settle(e.ctx, &o.Params, &o.Goal); err != nil {
			return err
		}
		w, err := c.begin(e, o.Out)
		if err != nil {
			return err
		}
		o.To = w.to
		if w.to == nil {
			o.Large = largeExport
			o.Foresee = func(f quads.Forecast) { e.sayAbove(w.bar, "ffkvadrat: %s", smallerForms(&o, f)) }
		}
		if text := c.unplaced(o.Out, o.Format); text != "" && o.Selection.Frames != 1 {
			e.sayAbove(w.bar, "ffkvadrat: %s", text)
		}
		report, err := quads.Run(w.ctx, engine, o, w.show)
		w.end()
		if err != nil {
			return in.about(selectionError(err))
		}
		if report.NoBlocks != nil {
			e.warn("%s", unknownCodec(in.name, report.NoBlocks))
		}
		if report.Full {
			e.warn("%s", fullExport(o.Out, report.Frames, o.MaxRows))
		}
		if report.LeftOut > 0 {
			e.warn("%s", framesLeftOut(in.name, o.Out, report))
		}
		if err := in.damage(report.Faults, fmt.Sprintf("%s in %s", number(report.Frames, "frame"), o.Out)); err != nil {
			return err
		}
		e.say("%s: %s%s%s", o.Out, number(report.Frames, "frame"), missedText(report.Missed), c.taken(c.tuning, o.Params, o.Goal, c.Output))
		return nil
	})
}

func unknownCodec(name string, err error) string {
	return fmt.Sprintf("%s: no quantisers: %s", name, wording.Line(err))
}

func framesLeftOut(name, out string, r quads.Report) string {
	return fmt.Sprintf("%s: %s left out of %s: their size is not the first frame's", name, number(r.LeftOut, "frame"), out)
}
