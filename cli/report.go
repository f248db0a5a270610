package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/report"
	"ffkvadrat/pipeline/progress"
)

type reportCommand struct {
	Folder      fileName `arg:"" help:"Folder of results, with its subfolders. Exports, summaries and comparisons are read, also compressed; other files are left out."`
	Output      outName  `short:"o" default:"report.html" placeholder:"OUT.html" help:"File to write. One page of HTML that opens without a server; - is standard output." group:"Output:"`
	overwriting `group:"Output:"`
	Playground  fileName `placeholder:"FOLDER" help:"Folder of the playground, for buttons that play a video with its .ffq. Default: the folder playground next to OUT.html, if there is one." group:"Output:"`
	Jobs        int      `placeholder:"N" help:"Files read at a time. Default: the number of processors, at most 8." group:"Many files:"`
}

// Validate implements kong's hook.
func (c *reportCommand) Validate() error {
	if c.Jobs < 0 {
		return fmt.Errorf("--jobs: %d is negative", c.Jobs)
	}
	return nil
}

func (c *reportCommand) Run(e *environment) error {
	name := string(c.Output)
	if err := c.mayWrite(e, name); err != nil {
		return err
	}
	options := report.Options{Folder: string(c.Folder), Output: name, Playground: string(c.Playground), Workers: c.Jobs}
	if isStdout(name) {
		options.Output = "/dev/stdout" // which may lead to a file in the folder
	}
	bar := progress.New(e.stderr).Counts("file")
	options.Read = func(done, of int) { bar.Show(int64(done), float64(done)/float64(of)) }
	corpus, err := report.Gather(e.ctx, options)
	bar.End()
	if err != nil {
		return err
	}
	for _, b := range corpus.Broken {
		e.warn("%s: %s", b.File, wording.Line(b.Err))
	}
	if len(corpus.Videos)+len(corpus.Comparisons) == 0 {
		return errors.New(c.total(corpus) + ": no page was made")
	}
	out, err := create(e, name)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := corpus.WriteHTML(out); err != nil {
		return err
	}
	if err := complete(e, out); err != nil {
		return err
	}
	if len(corpus.Broken) > 0 {
		return partlyError(fmt.Sprintf("%s; the page is %s", c.total(corpus), name))
	}
	e.say("%s: %s", name, c.total(corpus))
	return nil
}

// total summarises the folder.
func (c *reportCommand) total(corpus *report.Corpus) string {
	s := fmt.Sprintf("%s: %s", c.Folder, number(len(corpus.Videos), "result"))
	if n := len(corpus.Comparisons); n > 0 {
		s += "; " + number(n, "comparison")
	}
	if n := len(corpus.Broken); n > 0 {
		s += "; " + number(n, "damaged file")
	}
	if n := corpus.LeftOut; n > 0 {
		s += "; " + number(n, "other file") + " left out"
	}
	return s
}
