package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"ffkvadrat/pipeline"
	"ffkvadrat/playback/playlist"
)

// reads has the files that a command reads.
type reads struct {
	arguments []pipeline.File // with the videos in their folders
	flags     []pipeline.File
}

// guardAll records what a command reads, and refuses arguments and a standard output that would
// overwrite it. Commands with further outputs call guard.
func (e *environment) guardAll(command *kong.Node) error {
	if command == nil {
		return nil
	}
	var outputs []string
	see := func(values []*kong.Value, to *[]pipeline.File) {
		for _, v := range values {
			read, write := filesOf(v)
			for _, name := range read {
				*to = append(*to, inputOf(name)...)
			}
			outputs = append(outputs, write...)
		}
	}
	see(command.Positional, &e.reads.arguments)
	var flags []*kong.Value
	for _, f := range command.Flags {
		flags = append(flags, f.Value)
	}
	see(flags, &e.reads.flags)
	if err := e.guardFile(pipeline.File{Name: "standard error", Open: os.Stderr}); err != nil {
		e.stderr = io.Discard // standard error is the input
		return err
	}
	if err := e.guardFile(outputOf("-")); err != nil {
		return err
	}
	return e.guard(outputs...)
}

// filesOf returns the names of the files that an argument or a flag makes a command read and write.
func filesOf(v *kong.Value) (read, write []string) {
	switch name := v.Target.Interface().(type) {
	case fileName:
		read = append(read, string(name))
	case []fileName:
		for _, name := range name {
			read = append(read, string(name))
		}
	case templateName:
		if of, err := parseTemplate(string(name)); err == nil {
			read = append(read, of.file)
		}
	case outName:
		write = append(write, string(name))
	}
	return read, write
}

// inputOf returns the files of a name.
func inputOf(name string) []pipeline.File {
	if name == "-" {
		return []pipeline.File{{Name: "standard input", Open: os.Stdin}}
	}
	list := []pipeline.File{{Name: name}}
	if isFolder(name) {
		videos, _ := playlist.Folder(name) // opening the folder reports errors
		for _, video := range videos {
			list = append(list, pipeline.File{Name: video})
		}
	}
	return list
}

// guard refuses outputs that are files which the command reads, or that are the same file.
func (e *environment) guard(outputs ...string) error {
	for i, name := range outputs {
		if err := e.guardFile(outputOf(name)); err != nil {
			return err
		}
		for _, other := range outputs[:i] {
			err := pipeline.Guard(outputOf(name), outputOf(other))
			if err != nil || isStdout(name) && isStdout(other) {
				return fmt.Errorf("%s and %s are the same file: write to two different files", other, name)
			}
		}
	}
	return nil
}

// outputOf returns the file of a name.
func outputOf(name string) pipeline.File {
	if name == "-" {
		return pipeline.File{Name: "standard output", Open: os.Stdout}
	}
	return pipeline.File{Name: name}
}

func (e *environment) guardFile(output pipeline.File) error {
	if err := pipeline.Guard(output, e.reads.arguments...); err != nil {
		return err
	}
	return pipeline.Guard(output, e.reads.flags...)
}
