package cli

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// nonEmpty refuses an empty value, which a shell makes of a variable that is not set, before a flag's own mapper sees it. An
// empty element of a list is refused as well. fileName does so by itself, for flags and arguments.
type nonEmpty struct{ kong.Mapper }

// Decode is called by kong.
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

// refuseEmpty makes all flags with values of a command, and of those below it, refuse empty ones.
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
