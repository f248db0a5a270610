package cli

import (
	"errors"

	"github.com/alecthomas/kong"

	"ffkvadrat/pipeline/batch"
)

// sharding has the flag for dividing a batch's videos among machines.
type sharding struct {
	Shard shard `placeholder:"I/N" help:"Into a folder: process only part I of N, such as 3/8. All parts together make what one run would make. A video's path relative to the folder decides its part. Parts may run at the same time."`
}

// check returns what is wrong with --shard. many: there can be several outputs.
func (s sharding) check(many bool) error {
	if s.Shard != (shard{}) && !many {
		return errors.New("--shard is for several files, or a folder of them, and a folder to write to")
	}
	return nil
}

// shard is a part of a batch.
type shard batch.Shard

// Decode implements kong's hook.
func (s *shard) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	text, _ := token.Value.(string)
	parsed, err := batch.ParseShard(text)
	if err != nil {
		return err
	}
	*s = shard(parsed)
	return nil
}
