package cli

import (
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// oldName is a former name of a flag. It still works, but no help shows it.
type oldName struct {
	command  string // the only command with it; empty for all that have the flag
	old, new string // without the dashes
}

// oldNames are the former names of flags.
var oldNames = []oldName{
	{"", "bounds", "classes"},
	{"", "sort", "order"},
	{"", "color", "colour"},
	{"", "color-by", "colour-by"},
	{"play", "start", "at"},
	{"play", "quads", "stored"},
	{"render", "no-sound", "mute"},
	{"render", "turned", "yaw"},
	{"render", "raised", "pitch"},
	{"render", "nearness", "zoom"},
	{"histogram", "form", "values"},
	{"shots", "form", "format"},
}

// oldValue is a former value of a flag, or the files' word for it. It still works.
type oldValue struct{ flag, old, new string }

// oldValues are the former values of flags.
var oldValues = []oldValue{
	{"variant", "edge-threshold", "edge"},
	{"variant", "common-feature", "feature"},
	{"variant", "leaf-points", "points"},
	{"variant", "template-hits", "template"},
	{"order", "none", "morton"},
}

// nameFlags gives flags their former names and values.
func nameFlags(app *kong.Application) {
	for _, command := range app.Children {
		for _, f := range command.Flags {
			for _, n := range oldNames {
				if n.new == f.Name && (n.command == "" || n.command == command.Name) {
					f.Aliases = append(f.Aliases, n.old)
				}
			}
			words := map[string]string{}
			for _, v := range oldValues {
				if v.flag == f.Name || v.flag+"s" == f.Name {
					words[v.old] = v.new
				}
			}
			if kind := f.Target.Kind(); len(words) > 0 && (kind == reflect.String || kind == reflect.Slice) {
				f.Mapper = renaming{f.Mapper, words}
			}
		}
	}
}

// renaming replaces former values of a flag.
type renaming struct {
	kong.Mapper
	words map[string]string
}

// Decode implements kong's hook.
func (r renaming) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	if err := r.Mapper.Decode(ctx, target); err != nil {
		return err
	}
	replace := func(v reflect.Value) {
		if word, ok := r.words[v.String()]; ok {
			v.SetString(word)
		}
	}
	if target.Kind() == reflect.String {
		replace(target)
		return nil
	}
	for i := range target.Len() {
		replace(target.Index(i))
	}
	return nil
}

// foreign is the equivalent of another program's flag: the first of these flags that the command
// has, or else advice.
type foreign struct {
	flags []string
	other string
}

// foreignFlags are flags of ffmpeg, mpv, x264 and others that people type, without dashes.
var foreignFlags = map[string]foreign{
	"i":              {other: "name the video without a flag"},
	"input":          {other: "name the video without a flag"},
	"crf":            {flags: []string{"quality"}, other: "render has --quality"},
	"cq":             {flags: []string{"quality"}, other: "render has --quality"},
	"qp":             {flags: []string{"quality"}, other: "render has --quality"},
	"q:v":            {flags: []string{"quality"}, other: "render has --quality"},
	"tune":           {other: "render has --preset and --quality"},
	"c:v":            {flags: []string{"encoder"}, other: "render has --encoder"},
	"vcodec":         {flags: []string{"encoder"}, other: "render has --encoder"},
	"pix_fmt":        {flags: []string{"pix-fmt"}, other: "render has --pix-fmt"},
	"ss":             {flags: []string{"from", "at"}},
	"seek":           {flags: []string{"from", "at"}},
	"begin":          {flags: []string{"from", "at"}},
	"start":          {flags: []string{"from", "at"}},
	"end":            {flags: []string{"to"}},
	"duration":       {flags: []string{"to", "frames"}},
	"length":         {flags: []string{"to", "frames"}},
	"framerate":      {flags: []string{"rate"}},
	"start_number":   {other: "the first number is found"},
	"vframes":        {flags: []string{"frames"}},
	"frames:v":       {flags: []string{"frames"}},
	"frame-step":     {flags: []string{"every"}},
	"fps":            {flags: []string{"every"}, other: "the video's own rate is kept"},
	"vf":             {other: "filter the video first, such as with ffmpeg -vf"},
	"filter:v":       {other: "filter the video first, such as with ffmpeg -vf"},
	"filter_complex": {other: "filter the video first, such as with ffmpeg"},
	"map":            {flags: []string{"stream"}},
	"vid":            {flags: []string{"stream"}},
	"hwaccel":        {flags: []string{"hwdec"}},
	"y":              {flags: []string{"force"}},
	"overwrite":      {flags: []string{"force"}},
	"an":             {flags: []string{"mute"}, other: "sound plays no part here"},
	"no-audio":       {flags: []string{"mute"}, other: "sound plays no part here"},
	"volume":         {flags: []string{"mute"}, other: "sound plays no part here"},
	"sub":            {other: "subtitles are not shown"},
	"sub-file":       {other: "subtitles are not shown"},
	"sid":            {other: "subtitles are not shown"},
	"fs":             {flags: []string{"fullscreen"}},
	"loop-file":      {flags: []string{"loop"}},
	"vo":             {flags: []string{"engine"}},
	"gpu":            {flags: []string{"engine"}},
	"threads":        {flags: []string{"jobs"}, other: "all cores are used"},
	"json":           {flags: []string{"format"}},
	"csv":            {flags: []string{"format"}},
	"depth":          {flags: []string{"min-size"}},
	"max-depth":      {flags: []string{"min-size"}},
	"tolerance":      {flags: []string{"threshold"}},
	"export-frames":  {other: "ffkvadrat export writes the quads, ffkvadrat render -o out-%05d.png pictures"},
	"export":         {other: "export is a command: ffkvadrat export"},
	"screenshot":     {other: "ffkvadrat snapshot writes a frame"},
	"config":         {other: "ffkvadrat play --settings reads a file of settings"},
}

// suggestion returns an unknown flag as typed, and the command's flag that was meant, or "". args
// are all arguments, because the parser reads -ss as -s.
func suggestion(flag string, command *kong.Node, args []string) (typed, meant string) {
	if !strings.HasPrefix(flag, "--") {
		for _, arg := range args {
			if name, _, _ := strings.Cut(arg, "="); strings.HasPrefix(name, flag) && foreignFlags[name[1:]].known() {
				flag = name
				break
			}
		}
	}
	f := foreignFlags[strings.TrimLeft(flag, "-")]
	for _, name := range f.flags {
		if slices.ContainsFunc(command.Flags, func(has *kong.Flag) bool { return has.Name == name }) {
			return flag, "here it is --" + name
		}
	}
	return flag, f.other
}

func (f foreign) known() bool { return len(f.flags) > 0 || f.other != "" }
