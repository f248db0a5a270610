package cli

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// nonEmpty refuses empty values and list elements before a flag's mapper gets them. A shell passes
// an empty value for an unset variable. fileName has its own check, for flags and arguments.
type nonEmpty struct{ kong.Mapper }

// Decode implements kong's hook.
func (n nonEmpty) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	if text, ok := ctx.Scan.Peek().Value.(string); ok && !ctx.Scan.Peek().IsEOL() {
		switch {
		case text == "":
			return errors.New("its value is empty")
		case target.Kind() == reflect.Slice && slices.Contains(strings.Split(text, ","), ""):
			return errors.New("a part of its value is empty")
		}
	}
	return n.Mapper.Decode(ctx, target)
}

// refuseEmpty applies nonEmpty to all flags with values, of a command and those below it.
func refuseEmpty(node *kong.Node) {
	for _, f := range node.Flags {
		if !f.IsBool() {
			f.Mapper = nonEmpty{f.Mapper}
		}
	}
	for _, child := range node.Children {
		refuseEmpty(child)
	}
}
