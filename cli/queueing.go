package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"ffkvadrat/pipeline/batch"
	"ffkvadrat/pipeline/queue"
)

// queueing has the flags for sharing a batch's videos among machines.
type queueing struct {
	Queue    queueAddress `placeholder:"ADDRESS" help:"Into a folder: share the videos of a NATS queue. Several machines run the same command over the same folders: nats://HOST or tls://HOST is a server, listen://HOST makes this process the server, local is for this process alone. listen://127.0.0.1 is for this machine. For others, such as listen://0.0.0.0, a token is made and printed, unless TOKEN@ stands before HOST or FFKVADRAT_QUEUE_TOKEN has one. A result's name has 16 digits for video and settings; finished results are kept. --allow-network is not needed."`
	QueueTLS []fileName   `name:"queue-tls" placeholder:"FILE" help:"Encrypt the queue. With listen://HOST, CERTIFICATE,KEY of this process; with tls://HOST, certificates that vouch for the server, if the system does not know them. The files are PEM."`
}

// queueToken is the environment variable of the server's token. As an argument it would be visible
// to other users.
const queueToken = "FFKVADRAT_QUEUE_TOKEN"

// check returns what is wrong with --queue. many: there can be several outputs.
func (q queueing) check(many, force bool, s sharding) error {
	switch {
	case q.Queue == (queueAddress{}) && q.QueueTLS != nil:
		return errors.New("--queue-tls needs --queue")
	case q.Queue == (queueAddress{}):
		return nil
	case !many:
		return errors.New("--queue is for several files, or a folder of them, and a folder to write to")
	case s.Shard != (shard{}):
		return errors.New("--queue and --shard both divide the videos: use one of them")
	case force:
		return errors.New("--force: --queue keeps finished results and replaces none")
	}
	_, err := q.address()
	return err
}

// address returns the queue's address and token.
func (q queueing) address() (queue.Address, error) {
	a, err := queue.Address(q.Queue).WithLogin(strings.TrimSpace(os.Getenv(queueToken)))
	if err != nil {
		return a, fmt.Errorf("%s: %w", queueToken, err)
	}
	if q.QueueTLS != nil {
		var files []string
		for _, name := range q.QueueTLS {
			files = append(files, string(name))
		}
		if a, err = a.WithTLS(files); err != nil {
			return a, fmt.Errorf("--queue-tls: %w", err)
		}
	}
	return a, nil
}

// queueAddress is the address of a queue.
type queueAddress queue.Address

// Decode implements kong's hook.
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

// join returns the function that joins the queue, or nil without one. It prints the address if this
// process serves it. times are the queue's, zero for the defaults.
func (q queueing) join(times queue.Options, line func(format string, args ...any)) func(ctx context.Context, name string, known func(string) bool) (batch.Queue, error) {
	if q.Queue == (queueAddress{}) {
		return nil
	}
	say := func(format string, args ...any) { line("ffkvadrat: "+format, args...) }
	return func(ctx context.Context, name string, known func(string) bool) (batch.Queue, error) {
		address, err := q.address()
		if err != nil {
			return nil, err
		}
		options := times
		options.Known, options.Say = known, say
		opened, err := queue.Open(ctx, address, name, options)
		if err != nil {
			return nil, err
		}
		if at := opened.Serves(); at != "" {
			say("others join with %s as --queue", invitation(at))
		}
		return opened, nil
	}
}
