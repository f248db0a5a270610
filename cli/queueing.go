package cli

import (
	"context"
	"errors"

	"github.com/alecthomas/kong"

	"ffkvadrat/export/batch"
	"ffkvadrat/export/batch/queue"
)

// queueing is the part of the arguments that has several machines share the films of a batch.
type queueing struct {
	Queue queueAddress `placeholder:"ADDRESS" help:"Into a folder: take the films from a queue of NATS, which several machines share: nats://HOST or tls://HOST is a server, listen://HOST makes this process the server of others, local is for this process alone. All run the same command over the same folders. A result's name has 16 digits that tell film and settings; what is finished is kept. No other permission is needed to connect."`
}

// check returns what is wrong with --queue. many is whether there may be several outputs.
func (q queueing) check(many, force bool, s sharding) error {
	switch {
	case q.Queue == (queueAddress{}):
		return nil
	case !many:
		return errors.New("--queue is for several files, or a folder of them, and a folder to write to")
	case s.Shard != (shard{}):
		return errors.New("--queue and --shard both divide the films: use one of them")
	case force:
		return errors.New("--force: under --queue no result takes the place of another, and finished ones are kept")
	}
	return nil
}

// queueAddress says where a queue is.
type queueAddress queue.Address

// Decode is called by kong.
func (a *queueAddress) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	text, _ := token.Value.(string)
	parsed, err := queue.ParseAddress(text)
	if err != nil {
		return err
	}
	*a = queueAddress(parsed)
	return nil
}

// join returns what joins a queue, or nil without one. It tells the address at which this
// process serves one.
func (q queueing) join(line func(format string, args ...any)) func(ctx context.Context, name string) (batch.Queue, error) {
	if q.Queue == (queueAddress{}) {
		return nil
	}
	return func(ctx context.Context, name string) (batch.Queue, error) {
		opened, err := queue.Open(ctx, queue.Address(q.Queue), name, queue.Options{})
		if err != nil {
			return nil, err
		}
		if at := opened.Serves(); at != "" {
			line("ffkvadrat: others join with --queue %s", at)
		}
		return opened, nil
	}
}
