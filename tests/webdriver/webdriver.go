//go:build unix

// Package webdriver drives Firefox and WebKit in tests of pages, by W3C's WebDriver: Firefox through its own
// socket (Marionette), WebKit's small browser through WebKitWebDriver, on an X server without a screen.
package webdriver

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Browser is a browser with one window.
type Browser struct {
	t    *testing.T // the test that owns it
	site string     // address of the test's own server; pages may ask it for files
	wire wire
}

// A wire carries commands of WebDriver.
type wire interface {
	// call sends a command and waits for its value. Each wire has its own name for a command.
	call(c command, parameters map[string]any) (json.RawMessage, error)
}

// command is a command of WebDriver.
type command struct {
	firefox      string // its name in Marionette
	method, path string // in HTTP, below the session
}

var (
	timeouts   = command{"WebDriver:SetTimeouts", "POST", "timeouts"}
	navigate   = command{"WebDriver:Navigate", "POST", "url"}
	execute    = command{"WebDriver:ExecuteAsyncScript", "POST", "execute/async"}
	resize     = command{"WebDriver:SetWindowRect", "POST", "window/rect"}
	screenshot = command{"WebDriver:TakeScreenshot", "GET", "screenshot"}
)

func open(t *testing.T, site string, w wire) *Browser {
	b := &Browser{t, site, w}
	b.call(nil, timeouts, map[string]any{"script": 300_000, "pageLoad": 300_000})
	return b
}

// call calls a command and waits for its value.
func (b *Browser) call(value any, c command, parameters map[string]any) {
	b.t.Helper()
	text, err := b.wire.call(c, parameters)
	if err == nil && value != nil {
		err = json.Unmarshal(text, value)
	}
	if err != nil {
		b.t.Fatalf("%s: %v", c.path, err)
	}
}

// Show opens a page from a file and waits until it has loaded.
func (b *Browser) Show(file string) {
	b.t.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		b.t.Fatal(err)
	}
	b.Visit("file://" + abs)
}

// Visit opens an address and waits until the page has loaded.
func (b *Browser) Visit(address string) {
	b.t.Helper()
	b.call(nil, navigate, map[string]any{"url": address})
	b.Eval(nil, `self.pageErrors = [], self.onerror = message => pageErrors.push(message), self.onunhandledrejection = e => pageErrors.push(String(e.reason))`)
}

// Eval evaluates an expression in the page, and waits for a promise.
func (b *Browser) Eval(result any, expression string) {
	b.t.Helper()
	// In Firefox, scripts of WebDriver do not see the page's constants, but eval does. Pages whose policy forbids eval have none that tests need.
	script := `const [expression, done] = arguments, page = window.wrappedJSObject || window;
		const evaluated = () => { try { return page.eval(expression); } catch (e) { if (e.name !== "EvalError") throw e; return (` + expression + `); } };
		(async () => evaluated())().then(value => done(JSON.stringify({value})), error => done(JSON.stringify({error: String(error)})))`
	var text string
	b.call(&text, execute, map[string]any{"script": script, "args": []string{expression}, "sandbox": nil})
	var r struct {
		Value json.RawMessage
		Error string
	}
	err := json.Unmarshal([]byte(text), &r)
	if err == nil && r.Error != "" {
		err = fmt.Errorf("%s", r.Error)
	}
	if err == nil && result != nil {
		err = json.Unmarshal(r.Value, result)
	}
	if err != nil {
		b.t.Fatalf("%.200s: %v", expression, err)
	}
}

// Size sets the size of the window. The preferred colour scheme is the browser's own.
func (b *Browser) Size(width, height int, _ string) {
	b.t.Helper()
	b.call(nil, resize, map[string]any{"width": width, "height": height})
}

// Shoot writes a screenshot of the page.
func (b *Browser) Shoot(file string) {
	b.t.Helper()
	var text string
	b.call(&text, screenshot, map[string]any{"full": false})
	data, err := base64.StdEncoding.DecodeString(text)
	if err == nil {
		err = os.WriteFile(file, data, 0o666)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// Quiet fails if the page has had errors or loaded something.
func (b *Browser) Quiet() {
	b.t.Helper()
	var errors, loaded []string
	b.Eval(&errors, "pageErrors.splice(0)")
	for _, e := range errors {
		b.t.Error(e)
	}
	b.Eval(&loaded, `performance.getEntriesByType("resource").map(e => e.name)`)
	for _, name := range loaded {
		if scheme, _, _ := strings.Cut(name, ":"); scheme != "file" && scheme != "blob" && scheme != "data" && (b.site == "" || !strings.HasPrefix(name, b.site)) {
			b.t.Error("asked for " + name)
		}
	}
}
