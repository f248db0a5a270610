// Package cli is the command line: arguments in; calls of other packages; text, progress and an
// exit status out.
//
// It is the only package that prints: data on standard output, everything else on standard error.
// Call [Main] on the process's first thread, which the player's window needs.
package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"ffkvadrat/analysis/bench"
	"ffkvadrat/atomicfile/programcache"
	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline/queue"
	"ffkvadrat/player"
)

// The exit statuses.
const (
	statusDone        = 0
	statusFailed      = 1
	statusUsage       = 2
	statusPartly      = 3   // done, but input was damaged or missing
	statusExists      = 4   // nothing was written, because a file exists
	statusInterrupted = 130 // by SIGINT, SIGTERM or SIGHUP
)

// errPartly is the result of a job that finished with damaged input.
var errPartly = errors.New("the input is damaged")

type commands struct {
	Play        playCommand       `cmd:"" default:"withargs" help:"Play a video with its quadtree on top (the default command)."`
	Export      exportCommand     `cmd:"" help:"Write the quads of every frame to a file."`
	Verify      verifyCommand     `cmd:"" help:"Check an export, alone or against its video."`
	Convert     convertCommand    `cmd:"" help:"Write an export in another format, without its video."`
	Render      renderCommand     `cmd:"" help:"Write the video with its quads drawn in."`
	Snapshot    snapshotCommand   `cmd:"" help:"Write one frame with its overlay to a PNG file."`
	Sheet       sheetCommand      `cmd:"" help:"Write frames from the whole video, with quads, into one PNG file."`
	Histogram   histogramCommand  `cmd:"" help:"Write histograms and mutual information of every frame."`
	Measure     measureCommand    `cmd:"" help:"Write spatial and temporal information (SI, TI) of every frame."`
	Shots       shotsCommand      `cmd:"" help:"Find the shots of a video, for encoders, editors and players."`
	Distortion  distortionCommand `cmd:"" help:"Measure how well quads rebuild a frame, next to JPEG and x264."`
	Compare     compareCommand    `cmd:"" help:"Compare encodes with their reference: PSNR, SSIM, edges."`
	Agreement   agreementCommand  `cmd:"" help:"Compare the quads of every frame with the blocks of its codec."`
	Blocks      blocksCommand     `cmd:"" help:"Write the codec's blocks and motion vectors of every frame."`
	Report      reportCommand     `cmd:"" help:"Make one page of HTML from a folder of results."`
	Probe       probeCommand      `cmd:"" help:"Print what is in a file and how it would be analysed."`
	Bench       benchCommand      `cmd:"" help:"Measure how fast the engines are on this machine."`
	Help        helpCommand       `cmd:"" help:"Print the help on a command, or on quads."`
	ShowVersion versionCommand    `cmd:"" name:"version" help:"Print the versions of the program and of FFmpeg."`
	common
}

// common has the flags of all commands.
type common struct {
	Version versionFlag `help:"Print the versions of the program and of FFmpeg."`
	access
	pictured
}

// environment is the context of a command. say, warn and answer print text for people.
type environment struct {
	ctx            context.Context
	stdout, stderr io.Writer
	stdin          *os.File            // answers questions, if it is a terminal
	programs       *programcache.Cache // or nil
	live           bool                // the video is a live source
	opens          access              // what may be opened
	reads          reads
	instead        instead
}

// instead has replacements for tests; zero values mean the default.
type instead struct {
	queue  queue.Options // its times
	plan   func(*bench.Plan)
	papers func(context.Context, *bench.PaperPlan) ([]bench.PaperRow, error)
	pace   player.Pace
}

// Main runs the program and returns its exit status. The first signal ends the job in an orderly
// way, a second one at once. Some programs, such as timeout, send a signal twice in a row, which
// counts as one.
func Main(args []string) int { return MainAt(player.Pace{}, args) }

// MainAt is Main with the pace of the player's messages, for tests.
func MainAt(pace player.Pace, args []string) int {
	if message := lackOfDescriptors(); message != "" {
		sayPlainly("ffkvadrat: " + message + "\n")
		return statusFailed
	}
	signalled, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// In Go 1.26.0 the cause of signalled is not context.Canceled.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	context.AfterFunc(signalled, cancel)
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second/2, stop) })
	e := &environment{ctx: ctx, stdout: standardOutput(ctx), stderr: os.Stderr, stdin: os.Stdin, instead: instead{pace: pace}}
	e.programs = programs()
	defer e.programs.Close()
	return run(e, args)
}

func run(e *environment, args []string) int {
	out := &noticing{Writer: e.stdout}
	e.stdout = out
	status := e.parse(args)
	if err := out.failed(); err != nil && (status == statusDone || status == statusPartly) {
		return e.conclude(err)
	}
	return status
}

// parse parses the arguments and runs their command.
func (e *environment) parse(args []string) int {
	if len(args) == 1 && (args[0] == "--version" || args[0] == "version") { // faster than making the parser
		printVersion(e.stdout)
		return statusDone
	}
	var c commands
	parser := newParser(&c, meant(args)...)
	parser.Stdout, parser.Stderr = e.stdout, e.stderr
	return e.execute(parser, &c, args)
}

// exit is kong's request to exit after --help and --version.
type exit int

func (e *environment) execute(parser *kong.Kong, c *commands, args []string) (status int) {
	defer func() {
		if r := recover(); r != nil {
			code, ok := r.(exit)
			if !ok {
				panic(r)
			}
			status = int(code)
		}
	}()
	err := mistyped(args)
	if err != nil {
		e.warn("%s; see ffkvadrat --help", wording.Line(err))
		return statusUsage
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		e.warn("%s; see %s", wording.Line(usage(err)), seeHelp(err))
		return statusUsage
	}
	e.opens = c.access
	e.ctx = c.pictured.apply(c.access.apply(e.ctx, e.sayGuess), e.warn)
	if err := e.findSequences(parsed.Selected(), c.access); err != nil {
		e.warn("%s", wording.Line(err))
		return statusUsage
	}
	if err := e.checkRaw(parsed); err != nil {
		e.warn("%s", wording.Line(err))
		return statusUsage
	}
	if err := e.checkLive(parsed, c); err != nil {
		e.warn("%s", wording.Line(err))
		return statusUsage
	}
	if err := e.guardAll(parsed.Selected()); err != nil {
		return e.conclude(err)
	}
	if shows := []string{"play", "probe"}; slices.Contains(shows, parsed.Selected().Name) { // the values of a frame
		return e.conclude(advised(parsed.Run(e)))
	}
	var limited outside
	e.ctx = limited.apply(e.ctx)
	err = parsed.Run(e)
	limited.say(e)
	return e.conclude(advised(err))
}

// conclude prints an error and returns its status.
func (e *environment) conclude(err error) int {
	switch {
	case err == nil:
		return statusDone
	case e.ctx.Err() != nil && errors.Is(err, context.Canceled):
		e.warn("interrupted")
		return statusInterrupted
	case errors.Is(err, errPartly):
		e.warn("%s", wording.Line(err))
		return statusPartly
	case errors.Is(err, errExists):
		e.warn("%s", wording.Line(err))
		return statusExists
	default:
		e.warn("%s", wording.Line(err))
		return statusFailed
	}
}
