//go:build !windows

package dialog

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

// bus is a session bus with a portal for one connection.
type bus struct {
	t      *testing.T
	asked  chan *dbus.Message // calls of OpenFile
	closed chan struct{}      // closed when the connection has ended
	conn   net.Conn
	serial uint32

	refuse  string // name of the error that OpenFile returns
	early   bool   // respond before the call returns
	respond []any  // body of the response; nil for none

	running, startable []string // names on the bus
	silent             bool     // does not answer requests for names
}

// newBus starts a bus and makes it the session's.
func newBus(t *testing.T) *bus {
	t.Helper()
	address := filepath.Join(t.TempDir(), "bus")
	listener, err := net.Listen("unix", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+address)
	b := &bus{t: t, asked: make(chan *dbus.Message, 1), closed: make(chan struct{})}
	go func() {
		defer close(b.closed)
		if b.conn, err = listener.Accept(); err == nil {
			b.serve()
			b.conn.Close()
		}
	}()
	t.Cleanup(func() {
		listener.Close()
		<-b.closed
	})
	return b
}

// serve authenticates the client and answers its calls until it disconnects.
func (b *bus) serve() {
	in := bufio.NewReader(b.conn)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimPrefix(strings.TrimSpace(line), "\x00")
		switch {
		case line == "BEGIN":
			for {
				m, err := dbus.DecodeMessage(in)
				if err != nil {
					return
				}
				b.answer(m)
			}
		case line == "AUTH":
			b.conn.Write([]byte("REJECTED EXTERNAL\r\n"))
		case strings.HasPrefix(line, "AUTH EXTERNAL"):
			b.conn.Write([]byte("OK 0123456789abcdef0123456789abcdef\r\n"))
		default:
			b.conn.Write([]byte("ERROR\r\n"))
		}
	}
}

func (b *bus) send(kind dbus.Type, headers map[dbus.HeaderField]any, body ...any) {
	b.serial++
	m := &dbus.Message{Type: kind, Headers: map[dbus.HeaderField]dbus.Variant{}, Body: body}
	for f, v := range headers {
		m.Headers[f] = dbus.MakeVariant(v)
	}
	if len(body) > 0 {
		m.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(body...))
	}
	// There is no setter for the serial, which is in bytes 8 to 11.
	var text strings.Builder
	if err := m.EncodeTo(&text, byteOrder); err != nil {
		b.t.Error(err)
		return
	}
	raw := []byte(text.String())
	byteOrder.PutUint32(raw[8:], b.serial)
	b.conn.Write(raw)
}

func (b *bus) answer(m *dbus.Message) {
	reply := map[dbus.HeaderField]any{dbus.FieldReplySerial: m.Serial(), dbus.FieldSender: "org.freedesktop.DBus"}
	switch member := m.Headers[dbus.FieldMember].Value().(string); member {
	case "Hello":
		b.send(dbus.TypeMethodReply, reply, ":1.42")
	case "ListNames", "ListActivatableNames":
		names := b.running
		if member != "ListNames" {
			names = b.startable
		}
		if !b.silent {
			b.send(dbus.TypeMethodReply, reply, names)
		}
	case "ShowItems", "ShowFolders":
		b.asked <- m
		b.send(dbus.TypeMethodReply, reply)
	case "OpenFile":
		b.asked <- m
		if b.refuse != "" {
			reply[dbus.FieldErrorName] = b.refuse
			b.send(dbus.TypeError, reply, "no")
			return
		}
		token := m.Body[2].(map[string]dbus.Variant)["handle_token"].Value().(string)
		handle := dbus.ObjectPath("/org/freedesktop/portal/desktop/request/1_42/" + token)
		respond := func() {
			if b.respond != nil {
				b.send(dbus.TypeSignal, map[dbus.HeaderField]any{
					dbus.FieldPath: handle, dbus.FieldInterface: requestName, dbus.FieldMember: "Response", dbus.FieldSender: ":1.7",
				}, b.respond...)
			}
		}
		if b.early {
			respond()
		}
		b.send(dbus.TypeMethodReply, reply, handle)
		if !b.early {
			respond()
		}
	case "Notify":
		b.asked <- m
		if b.refuse == "" {
			b.send(dbus.TypeMethodReply, reply, uint32(7))
			return
		}
		reply[dbus.FieldErrorName] = b.refuse
		b.send(dbus.TypeError, reply, "no")
	default:
		b.send(dbus.TypeMethodReply, reply)
	}
}

func results(uris any) map[string]dbus.Variant {
	return map[string]dbus.Variant{"uris": dbus.MakeVariant(uris)}
}

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name string
		bus  bus
		want []string
		err  string
	}{
		{"chosen", bus{respond: []any{uint32(0), results([]string{"file:///a+b%20c.mp4", "file:///%C3%A4/%ff"})}}, []string{"/a+b c.mp4", "/ä/\xff"}, ""},
		{"early", bus{early: true, respond: []any{uint32(0), results([]string{"file:///x"})}}, []string{"/x"}, ""},
		{"nothing chosen", bus{respond: []any{uint32(1), map[string]dbus.Variant{}}}, nil, ""},
		{"ended", bus{respond: []any{uint32(2), map[string]dbus.Variant{}}}, nil, "dialog: the portal ended the dialog, status 2"},
		{"elsewhere", bus{respond: []any{uint32(0), results([]string{"smb://x/y"})}}, nil, `dialog: "smb://x/y" is not a file on this machine`},
		{"no paths", bus{respond: []any{uint32(0), results(3)}}, nil, "dialog: the portal's answer: "},
		{"no results", bus{respond: []any{"yes"}}, nil, "dialog: the portal's answer: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBus(t)
			b.respond, b.early = c.bus.respond, c.bus.early
			got, err := Open(context.Background(), Request{Title: "Films", Parent: 0x2a, Multiple: true, Filters: []Filter{{"Videos", []string{"*.mp4", "*.mkv"}}}})
			if !slices.Equal(got, c.want) || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%q, %v; want %q, %s", got, err, c.want, c.err)
			}
			m := <-b.asked
			options := m.Body[2].(map[string]dbus.Variant)
			if m.Body[0] != "x11:2a" || m.Body[1] != "Films" || options["multiple"].Value() != true {
				t.Errorf("asked with %v", m.Body)
			}
			// The portal's documentation gives this signature for filters.
			if s := options["filters"].Signature().String(); s != "a(sa(us))" {
				t.Errorf("the filters are %s, %v", s, options["filters"])
			}
		})
	}
}

func TestNoDialog(t *testing.T) {
	b := newBus(t)
	b.refuse = "org.freedesktop.DBus.Error.ServiceUnknown"
	if _, err := Open(context.Background(), Request{}); !errors.Is(err, ErrNone) {
		t.Errorf("a bus without a portal: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	if _, err := Open(context.Background(), Request{}); !errors.Is(err, ErrNone) {
		t.Errorf("no bus: %v", err)
	}
}

// An open dialog ends with its context and leaves no goroutine.
func TestCancel(t *testing.T) {
	leak.Check(t)
	b := newBus(t)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-b.asked
		cancel()
	}()
	if paths, err := Open(ctx, Request{}); paths != nil || err != nil {
		t.Errorf("%q, %v", paths, err)
	}
	wait.Receive(t, "the end of the connection, with which the portal closes the dialog", b.closed)
}

// Close ends a dialog that runs; closed is called before.
func TestClose(t *testing.T) {
	leak.Check(t)
	b := newBus(t)
	called := 0
	d := Start(t.Context(), Request{}, func(paths []string, err error) {
		if called++; paths != nil || err != nil {
			t.Errorf("%q, %v", paths, err)
		}
	})
	<-b.asked
	if d.Close(); called != 1 {
		t.Errorf("closed was called %d times", called)
	}
	d = nil
	d.Close()
}

// byteOrder is the byte order of the bus's messages.
var byteOrder = binary.LittleEndian

// Present uses the names on the bus, and does not wait for a silent bus.
func TestPresent(t *testing.T) {
	for _, c := range []struct {
		name               string
		running, startable []string
		silent, want       bool
	}{
		{"none", []string{"org.freedesktop.DBus"}, []string{"org.example"}, false, false},
		{"running", []string{"org.freedesktop.DBus", portalName}, nil, false, true},
		{"startable", []string{"org.freedesktop.DBus"}, []string{portalName}, false, true},
		{"silent", nil, nil, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBus(t)
			b.running, b.startable, b.silent = c.running, c.startable, c.silent
			if c.silent {
				defer func(before time.Duration) { presentTime = before }(presentTime)
				presentTime = time.Millisecond
			}
			if got := Present(t.Context()); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	if Present(t.Context()) {
		t.Error("a dialog without a bus")
	}
}

// The file manager selects the file; it opens the folder if the file is missing. Without one, there
// is nothing to show it.
func TestReveal(t *testing.T) {
	t.Setenv("PATH", "")
	b := newBus(t)
	b.startable = []string{managerName}
	if !Reveals(t.Context()) {
		t.Error("there is a file manager")
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "a b.png")
	for want, name := range map[string]string{"ShowItems": file, "ShowFolders": filepath.Join(folder, "none-%05d.png")} {
		if want == "ShowItems" {
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		b := newBus(t)
		if err := Reveal(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		m := <-b.asked
		shown := "file://" + strings.ReplaceAll(file, " ", "%20")
		if want == "ShowFolders" {
			shown = "file://" + folder
		}
		if m.Headers[dbus.FieldMember].Value() != want || !slices.Equal(m.Body[0].([]string), []string{shown}) {
			t.Errorf("%s: %v", name, m)
		}
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	if Reveals(t.Context()) || Reveal(t.Context(), file) == nil {
		t.Error("nothing here shows files")
	}
}

// A folder is asked for, from the one that the user sees.
func TestFolder(t *testing.T) {
	b := newBus(t)
	b.respond = []any{uint32(0), results([]string{"file:///there"})}
	if got, err := Open(t.Context(), Request{Folders: true, Folder: "/here"}); err != nil || !slices.Equal(got, []string{"/there"}) {
		t.Errorf("%q, %v", got, err)
	}
	options := (<-b.asked).Body[2].(map[string]dbus.Variant)
	if options["directory"].Value() != true || string(options["current_folder"].Value().([]byte)) != "/here\x00" {
		t.Errorf("asked with %v", options)
	}
}

// A notification has the types of the specification, and no markup.
func TestNotify(t *testing.T) {
	b := newBus(t)
	if err := Notify(t.Context(), "A title", "a < b & c"); err != nil {
		t.Fatal(err)
	}
	m := <-b.asked
	if s := m.Headers[dbus.FieldSignature].Value().(dbus.Signature).String(); s != "susssasa{sv}i" {
		t.Errorf("the signature is %s", s)
	}
	if m.Body[3] != "A title" || m.Body[4] != "a &lt; b &amp; c" {
		t.Errorf("notified with %v", m.Body)
	}
	b = newBus(t)
	b.refuse = "org.freedesktop.DBus.Error.ServiceUnknown"
	if Notify(t.Context(), "", "") == nil {
		t.Error("a desktop without notifications")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	if Notify(t.Context(), "", "") == nil {
		t.Error("no bus")
	}
}
