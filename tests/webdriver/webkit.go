//go:build unix

package webdriver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"testing"

	"ffkvadrat/tests/wait"
	"ffkvadrat/tests/xvfb"
)

// session is the address of a session of WebKitWebDriver.
type session string

// WebKit starts WebKit's small browser. It ends with the test. Pages may ask the
// test's own server for files, whose address site is, or empty.
func WebKit(t *testing.T, site string) *Browser {
	t.Helper()
	display := xvfb.For(t, "-screen", "0", "1400x1000x24")
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().(*net.TCPAddr)
	free.Close()
	cmd := exec.Command("WebKitWebDriver", fmt.Sprintf("--port=%d", address.Port))
	// Its sandbox does not start as root, nor in most containers.
	cmd.Env = append(os.Environ(), "DISPLAY="+display.Name, "HOME="+folder(t), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1")
	run(t, cmd)
	driver := session("http://" + address.String())
	var made struct{ SessionID string }
	wait.For(t, "WebKit's driver listens", func() bool {
		_, err := driver.call(command{method: "GET", path: "status"}, nil)
		return err == nil
	})
	text, err := driver.call(command{method: "POST", path: "session"}, map[string]any{"capabilities": map[string]any{}})
	if err == nil {
		err = json.Unmarshal(text, &made)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := driver + "/session/" + session(made.SessionID)
	t.Cleanup(func() { s.call(command{method: "DELETE"}, nil) }) // which ends the browser
	return open(t, site, s)
}

func (s session) call(c command, parameters map[string]any) (json.RawMessage, error) {
	var body bytes.Buffer
	if c.method == "POST" {
		if err := json.NewEncoder(&body).Encode(parameters); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequest(c.method, string(s)+"/"+c.path, &body)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var r struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&r); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		var failure struct{ Message string }
		json.Unmarshal(r.Value, &failure)
		return nil, errors.New(failure.Message)
	}
	return r.Value, nil
}
