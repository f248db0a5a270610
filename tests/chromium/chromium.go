// Package chromium drives a headless Chromium in tests of pages.
package chromium

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/tests/wait"
)

// Browser is a headless Chromium, controlled through a pipe: the DevTools protocol, with a JSON
// object and a zero byte each way.
type Browser struct {
	T       *testing.T // the test that owns it
	Site    string     // address of the test's own server; pages may ask it for files
	to      io.Writer
	session string

	mu      sync.Mutex
	last    int
	waiting map[int]chan answer
	errors  []string      // the page's errors, and its network requests
	loaded  chan struct{} // a page has loaded
}

type answer struct {
	Result json.RawMessage `json:"result"`
	Error  *failure        `json:"error"`
}

type failure struct {
	Message string `json:"message"`
}

// Open starts a browser. It ends with the test.
func Open(t *testing.T) *Browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err) // make page installs it
	}
	hereIn, toBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromBrowser, hereOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars", "--force-device-scale-factor=1",
		"--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{hereIn, hereOut}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hereIn.Close()
	hereOut.Close()
	b := &Browser{T: t, to: toBrowser, waiting: map[int]chan answer{}, loaded: make(chan struct{}, 16)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		b.read(fromBrowser)
	}()
	t.Cleanup(func() {
		toBrowser.Close() // which ends the browser
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		defer cmd.Process.Kill() // if it does not end
		wait.Receive(t, "the end of the browser", done)
		fromBrowser.Close()
		<-read
	})
	var target struct{ TargetID string }
	b.Call(&target, "Target.createTarget", map[string]any{"url": "about:blank"})
	var session struct{ SessionID string }
	b.Call(&session, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true})
	b.session = session.SessionID
	b.Call(nil, "Performance.enable", map[string]any{"timeDomain": "threadTicks"})
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.Call(nil, domain+".enable", nil)
	}
	return b
}

// read reads the browser's answers and events until it ends.
func (b *Browser) read(from io.Reader) {
	in := bufio.NewReader(from)
	for {
		text, err := in.ReadBytes(0)
		if err != nil {
			b.mu.Lock()
			for _, c := range b.waiting {
				c <- answer{Error: &failure{"the browser has ended"}}
			}
			b.waiting = nil
			b.mu.Unlock()
			return
		}
		var m struct {
			ID     int
			Method string
			Params json.RawMessage
			answer
		}
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		switch m.Method {
		case "":
			if c := b.waiting[m.ID]; c != nil {
				delete(b.waiting, m.ID)
				c <- m.answer
			}
		case "Page.loadEventFired":
			b.loaded <- struct{}{}
		case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
			b.errors = append(b.errors, string(m.Params))
		case "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			json.Unmarshal(m.Params, &p)
			if scheme, _, _ := strings.Cut(p.Request.URL, ":"); scheme != "file" && scheme != "blob" && scheme != "data" && (b.Site == "" || !strings.HasPrefix(p.Request.URL, b.Site)) {
				b.errors = append(b.errors, "asked for "+p.Request.URL)
			}
		}
		b.mu.Unlock()
	}
}

// Call calls a method and waits for its result.
func (b *Browser) Call(result any, method string, params map[string]any) {
	b.T.Helper()
	c := make(chan answer, 1)
	b.mu.Lock()
	b.last++
	id := b.last
	if b.waiting == nil {
		b.mu.Unlock()
		b.T.Fatalf("%s: the browser has ended", method)
	}
	b.waiting[id] = c
	b.mu.Unlock()
	message := map[string]any{"id": id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	var a answer
	if err == nil {
		a = wait.Receive(b.T, "the answer to "+method, c)
	}
	if err == nil && a.Error != nil {
		err = errors.New(a.Error.Message)
	}
	if err == nil && result != nil {
		err = json.Unmarshal(a.Result, result)
	}
	if err != nil {
		b.T.Fatalf("%s: %v", method, err)
	}
}

// Show opens a page from a file and waits until it has loaded.
func (b *Browser) Show(file string) {
	b.T.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		b.T.Fatal(err)
	}
	b.Visit("file://" + abs)
}

// Visit opens an address and waits until the page has loaded.
func (b *Browser) Visit(address string) {
	b.T.Helper()
	var r struct{ ErrorText string }
	b.Call(&r, "Page.navigate", map[string]any{"url": address})
	if r.ErrorText != "" {
		b.T.Fatalf("%s: %s", address, r.ErrorText)
	}
	wait.Receive(b.T, "the page "+address, b.loaded)
}

// Eval evaluates an expression in the page, and waits for a promise.
func (b *Browser) Eval(result any, expression string) {
	b.T.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.Call(&r, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true})
	if r.ExceptionDetails != nil {
		b.T.Fatalf("%s: %s", expression, r.ExceptionDetails)
	}
	if result != nil {
		if err := json.Unmarshal(r.Result.Value, result); err != nil {
			b.T.Fatalf("%s: %v in %q", expression, err, r.Result.Value)
		}
	}
}

// Size sets the size of the window, and its preferred colour scheme.
func (b *Browser) Size(width, height int, scheme string) {
	b.T.Helper()
	b.Call(nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false})
	b.Call(nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}})
}

// Busy returns the page's thread's processor time in milliseconds, which other work does not
// affect.
func (b *Browser) Busy() float64 {
	b.T.Helper()
	var r struct {
		Metrics []struct {
			Name  string
			Value float64
		}
	}
	b.Call(&r, "Performance.getMetrics", nil)
	for _, m := range r.Metrics {
		if m.Name == "TaskDuration" {
			return 1000 * m.Value
		}
	}
	b.T.Fatal("the browser has no TaskDuration")
	return 0
}

// Shoot writes a screenshot of the window.
func (b *Browser) Shoot(file string) {
	b.T.Helper()
	var r struct{ Data string }
	b.Call(&r, "Page.captureScreenshot", map[string]any{"format": "png"})
	data, err := base64.StdEncoding.DecodeString(r.Data)
	if err == nil {
		err = os.WriteFile(file, data, 0o666)
	}
	if err != nil {
		b.T.Fatal(err)
	}
}

// Quiet fails if the page has had errors or made requests.
func (b *Browser) Quiet() {
	b.T.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.errors {
		b.T.Error(e)
	}
	b.errors = nil
}
