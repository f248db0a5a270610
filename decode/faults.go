package decode

import "fmt"

// Faults counts what was wrong with the input so far. Everything that decodes is delivered anyway.
// Parts that are decoded again after a seek are not counted again.
type Faults struct {
	Packets int   // packets that the container marks as corrupt or truncated
	Decode  int   // packets that the decoder refused, and frames it marked as damaged
	Read    int   // read errors, damaged containers, and files that end too early
	Missing int   // pictures of a sequence that do not exist
	Blocks  int   // frames whose packets do not parse to their ends; only if [Video.Need] asks for data from packets
	First   error // the first fault; nil if there is none
	Cut     error // the fault after which nothing more could be read; nil if there is none
}

// Any reports whether there was a fault.
func (f Faults) Any() bool { return f.First != nil }

// Count returns the number of all faults.
func (f Faults) Count() int { return f.Damage() + f.Missing + f.Blocks }

// Damage returns the number of faults that threads can make differ; see [Options].
func (f Faults) Damage() int { return f.Packets + f.Decode + f.Read }

// ofDecoding reports whether there was a fault that depends on how the input is decoded.
func (f *Faults) ofDecoding() bool { return f.Count() > f.Blocks }

// keepBlocks drops all faults of decoding.
func (f *Faults) keepBlocks() {
	kept := Faults{Blocks: f.Blocks}
	if kept.Blocks > 0 {
		kept.First = f.First // those of decoding end the use of a device
	}
	*f = kept
}

// fault is an error about a file.
type fault struct {
	path string
	err  error
}

func (f *fault) Error() string { return fmt.Sprintf("decode: %q: %v", WithoutPassword(f.path), f.err) }
func (f *fault) Unwrap() error { return f.err }

// bare returns a fault without package and file, for an error that already names them.
func bare(err error) error {
	if f, ok := err.(*fault); ok {
		return f.err
	}
	return err
}

func (f *Faults) add(counter *int, err error) {
	*counter++
	if f.First == nil {
		f.First = err
	}
}
