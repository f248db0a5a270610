package queue

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/measure/report"
	"ffkvadrat/pipeline/batch"
)

var rounds = flag.Int("rounds", 6, "how often TestAnyMoment has workers killed and stopped")

// corpus is folders of videos that are exported into one folder, and all previous states of their
// files.
type corpus struct {
	t      *testing.T
	roots  []string
	states map[string][]state // by name
	now    map[string]state   // by path
	change func(c *corpus, random *rand.Rand)
}

// state is a state of a video's file.
type state struct {
	root string
	data []byte
}

// corpora are made anew for each round.
var corpora = map[string]func(t *testing.T) *corpus{
	"growing": func(t *testing.T) *corpus {
		c := newCorpus(t, 1)
		c.change = func(c *corpus, random *rand.Rand) {
			path := c.any(random)
			c.put(path, append(bytes.Clone(c.now[path].data), 0), os.O_APPEND)
		}
		return c
	},
	"replaced": func(t *testing.T) *corpus {
		c := newCorpus(t, 1)
		c.change = func(c *corpus, random *rand.Rand) {
			path := c.any(random)
			data := bytes.Clone(c.now[path].data)
			data[len(data)-1-random.IntN(4)] ^= 1 << random.IntN(8) // in the samples of the last frame
			c.put(path, data, 0)
		}
		return c
	},
	"equal stamps": func(t *testing.T) *corpus { return newCorpus(t, 2) },
}

// mostStates limits the number of changes of a corpus's files.
const mostStates = 40

// when is the modification time of all files of a corpus but growing ones.
var when = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

func newCorpus(t *testing.T, roots int) *corpus {
	t.Helper()
	c := &corpus{t: t, states: map[string][]state{}, now: map[string]state{}}
	for root := range roots {
		dir := t.TempDir()
		c.roots = append(c.roots, dir)
		for i, sample := range []string{"tiny-420.mp4", "tiny-gray.mp4", "tiny-vp9.webm", "tiny-420.mp4", "tiny-palette.gif", "tiny-420.mp4"} {
			data, err := os.ReadFile("../../samples/" + sample)
			path := filepath.Join(dir, []string{"", "sub"}[i%2], fmt.Sprintf("%d%s", i, filepath.Ext(sample)))
			if err == nil {
				err = os.MkdirAll(filepath.Dir(path), 0o777)
			}
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(sample) == ".mp4" {
				data[len(data)-1] ^= byte(root)
			}
			c.put(path, data, 0)
		}
	}
	return c
}

// put changes a file's bytes: in place, at its end, or by another file in its place, with the same
// time.
func (c *corpus) put(path string, data []byte, how int) {
	c.t.Helper()
	root := c.roots[len(c.roots)-1]
	name, err := filepath.Rel(root, path)
	s := state{root, data}
	c.states[name] = append(c.states[name], s)
	if how == os.O_APPEND {
		f, openErr := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if openErr != nil {
			c.t.Fatal(openErr)
		}
		_, err = f.Write(data[len(c.now[path].data):])
		f.Close()
	} else {
		temp := path + ".new"
		for _, e := range []error{os.WriteFile(temp, data, 0o666), os.Chtimes(temp, when, when), os.Rename(temp, path)} {
			if err == nil {
				err = e
			}
		}
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.now[path] = s
}

// any returns the path of a video that may change.
func (c *corpus) any(random *rand.Rand) string {
	paths := slices.Sorted(maps.Keys(c.now))
	paths = slices.DeleteFunc(paths, func(path string) bool { return filepath.Ext(path) != ".mp4" })
	return paths[random.IntN(len(paths))]
}

// check checks that each video in its current state has its result, that every other result belongs
// to an earlier state of its video, that there are no partial files, and that journals and the
// report agree.
func (c *corpus) check(folder string) {
	c.t.Helper()
	made, settings, records := files(c.t, folder), c.records(folder), 0
	wanted := map[string]bool{}
	for name, states := range c.states {
		for _, s := range states {
			hash := fmt.Sprintf("%x", sha256.Sum256(append(bytes.Clone(s.data), settings.text...)))[:16]
			result := name + "." + hash + ".ndjson"
			current := bytes.Equal(c.now[filepath.Join(s.root, name)].data, s.data)
			text, ok := made[result]
			if current && !ok {
				c.t.Errorf("%s has no result %s", filepath.Join(s.root, name), result)
			}
			if !ok {
				continue
			}
			wanted[result] = true
			for _, root := range c.roots { // equal bytes in two folders have one result
				text = strings.ReplaceAll(text, root, "")
			}
			if want := c.alone(s, name); text != want {
				c.t.Errorf("%s has %d bytes, want %d, or others", result, len(text), len(want))
			}
		}
	}
	for name := range made {
		if !wanted[name] {
			c.t.Errorf("%s is no result of what a video has ever been", name)
		}
		if settings.stands[name] {
			records++
		} else {
			c.t.Errorf("no journal has %s as it is", name)
		}
	}
	gathered, err := report.Gather(c.t.Context(), report.Options{Folder: folder})
	if err != nil || len(gathered.Videos) != len(made) || len(gathered.Broken) > 0 || records != len(made) {
		c.t.Errorf("the report has %d videos and %v, the journals %d, the folder %d; %v", len(gathered.Videos), gathered.Broken, records, len(made), err)
	}
}

// alone returns the export of a state of a video by one process without a queue, with a path below
// its folder.
func (c *corpus) alone(s state, name string) string {
	c.t.Helper()
	dir := c.t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, s.data, 0o666); err != nil {
		c.t.Fatal(err)
	}
	return strings.ReplaceAll(alone(c.t, dir)[name+".ndjson"], dir, "")
}

// noted is the content of the journals of a folder.
type noted struct {
	text   string          // of the settings
	stands map[string]bool // outputs with a record that fits the file
}

func (c *corpus) records(folder string) noted {
	c.t.Helper()
	n := noted{stands: map[string]bool{}}
	journals, err := filepath.Glob(filepath.Join(folder, batch.QueueFolder, "*.ndjson"))
	if err != nil || len(journals) == 0 {
		c.t.Fatalf("journals %q, %v", journals, err)
	}
	for _, journal := range journals {
		text, err := os.ReadFile(journal)
		if err != nil {
			c.t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var record struct {
				Output string
				File   struct {
					Size  int64
					MTime time.Time
				}
			}
			if err := json.Unmarshal(line, &record); err != nil {
				c.t.Fatalf("%s: %v in %s", journal, err, line)
			}
			if record.Output == "" {
				continue
			}
			n.text = string(regexp.MustCompile(`"settings":(\{.*\}),"frames"`).FindSubmatch(line)[1])
			info, err := os.Stat(filepath.Join(folder, record.Output))
			if err == nil && info.Size() == record.File.Size && info.ModTime().Equal(record.File.MTime) {
				n.stands[record.Output] = true
			}
		}
	}
	return n
}

// Workers that are killed and stopped at random times, while videos grow, are replaced and share
// sizes and times, lose nothing and leave nothing wrong: afterwards each video's result exists once
// and is complete.
func TestAnyMoment(t *testing.T) {
	seed, n, moments := uint64(time.Now().UnixNano()), *rounds, 8
	if testing.Short() {
		seed, n, moments = 1, len(corpora), 4
	}
	s := startServer(t, 0, t.TempDir(), nil)
	address := fmt.Sprintf("nats://127.0.0.1:%d", portOf(s))
	killed, stopped, halves, unfinished := 0, 0, 0, 0
	kinds := slices.Sorted(maps.Keys(corpora))
	for round := range n {
		random := rand.New(rand.NewPCG(seed, uint64(round)))
		kind := kinds[round%len(kinds)]
		c := corpora[kind](t)
		folder := filepath.Join(t.TempDir(), "out")
		start := func(i int) *worker {
			return startWorker(t, c.roots[i%len(c.roots)], folder, address, 4*time.Millisecond)
		}
		var workers [4]*worker
		for i := range workers {
			workers[i] = start(i)
		}
		changes := 0
		change := func() {
			if c.change != nil && changes < mostStates {
				c.change(c, random)
				changes++
			}
		}
		for range moments {
			pause(t.Context(), time.Duration(random.IntN(120))*time.Millisecond)
			change()
			i := random.IntN(len(workers))
			if random.IntN(3) == 0 { // longer or shorter than the server waits
				workers[i].Process.Signal(syscall.SIGSTOP)
				stopped++
				for range random.IntN(4) {
					pause(t.Context(), quick.AckWait/2)
					change()
				}
				workers[i].Process.Signal(syscall.SIGCONT)
				continue
			}
			workers[i].Process.Kill()
			if err := workers[i].Wait(); err != nil && workers[i].ProcessState.ExitCode() == -1 {
				killed++
			}
			halves += len(half(t, folder))
			workers[i] = start(i)
		}
		for i, w := range workers {
			// A video that was killed three times, or that has changed, counts as failed.
			if err := w.Wait(); err != nil && w.ProcessState.ExitCode() != 3 {
				t.Errorf("worker %d: %v\n%s", i, err, &w.out)
			} else if err != nil {
				unfinished++
			}
		}
		for i := range c.roots {
			last := start(i)
			if err := last.Wait(); err != nil {
				t.Errorf("the last run: %v\n%s", err, &last.out)
			}
		}
		c.check(folder)
		if t.Failed() {
			t.Fatalf("round %d of seed %d, %s", round, seed, kind)
		}
	}
	t.Logf("%d rounds of seed %d: %d workers were killed and %d stopped; %d half-written files were seen; %d workers ended with videos that had failed", n, seed, killed, stopped, halves, unfinished)
	if killed == 0 || !testing.Short() && (killed < n || halves == 0) {
		t.Errorf("only %d workers were killed, and %d half-written files were seen", killed, halves)
	}
}
