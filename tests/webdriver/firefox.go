//go:build unix

package webdriver

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"ffkvadrat/tests/wait"
)

// marionette is a connection to Firefox: messages are JSON after their length and a colon.
type marionette struct {
	conn net.Conn
	in   *bufio.Reader
	last int
}

// Firefox starts Firefox without a window. It ends with the test. Pages may ask the
// test's own server for files, whose address site is, or empty.
func Firefox(t *testing.T, site string) *Browser {
	t.Helper()
	profile := folder(t)
	preferences := `user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("media.autoplay.default", 0);
user_pref("toolkit.startup.max_resumed_crashes", -1);
`
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(preferences), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+profile)
	run(t, cmd)
	var port []byte
	wait.For(t, "Firefox listens", func() bool {
		port, _ = os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		return len(port) > 0
	})
	conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", string(port)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	m := &marionette{conn: conn, in: bufio.NewReader(conn)}
	if err := m.read(&struct{}{}); err != nil { // its greeting
		t.Fatal(err)
	}
	if _, err := m.call(command{firefox: "WebDriver:NewSession"}, map[string]any{}); err != nil {
		t.Fatal(err)
	}
	return open(t, site, m)
}

func (m *marionette) call(c command, parameters map[string]any) (json.RawMessage, error) {
	m.last++
	text, err := json.Marshal([]any{0, m.last, c.firefox, parameters})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(text), text); err != nil {
		return nil, err
	}
	var failure *struct{ Message string }
	var result struct{ Value json.RawMessage }
	if err := m.read(&[]any{new(int), new(int), &failure, &result}); err != nil {
		return nil, err
	}
	if failure != nil {
		return nil, errors.New(failure.Message)
	}
	return result.Value, nil
}

// read reads a message.
func (m *marionette) read(v any) error {
	length, err := m.in.ReadString(':')
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(length[:len(length)-1])
	if err != nil {
		return err
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(m.in, text); err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}
