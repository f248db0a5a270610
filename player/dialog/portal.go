//go:build !windows

package dialog

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"ffkvadrat/player/session"
)

const (
	portalName  = "org.freedesktop.portal.Desktop"
	portalPath  = "/org/freedesktop/portal/desktop"
	openMethod  = "org.freedesktop.portal.FileChooser.OpenFile"
	requestName = "org.freedesktop.portal.Request"
)

func open(ctx context.Context, r Request) ([]string, error) {
	// When the context ends, the connection closes, and with it every wait.
	connected, disconnect := context.WithCancel(context.WithoutCancel(ctx))
	defer disconnect()
	stop := context.AfterFunc(ctx, disconnect)
	defer stop()
	bus, err := connect(connected)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer bus.Close()

	// Subscribe before the call, as the response can arrive before the call returns. The response's
	// path consists of the connection's name and our token.
	token := fmt.Sprintf("ffkvadrat%d", rand.Uint32())
	sender := strings.ReplaceAll(strings.TrimPrefix(bus.Names()[0], ":"), ".", "_")
	path := dbus.ObjectPath(portalPath + "/request/" + sender + "/" + token)
	signals := make(chan *dbus.Signal, 8)
	bus.Signal(signals)
	err = bus.AddMatchSignalContext(ctx, dbus.WithMatchObjectPath(path), dbus.WithMatchInterface(requestName), dbus.WithMatchMember("Response"))
	if err != nil {
		return nil, err
	}
	portal := bus.Object(portalName, portalPath)
	err = portal.CallWithContext(ctx, openMethod, 0, r.parent(), r.Title, r.options(token)).Err
	if err != nil {
		var refused dbus.Error
		if errors.As(err, &refused) {
			return nil, fmt.Errorf("%w: %w", ErrNone, err)
		}
		return nil, err
	}
	for {
		select {
		case s, ok := <-signals:
			if !ok {
				return nil, errors.New("the session bus is gone")
			}
			if s.Path == path && s.Name == requestName+".Response" {
				return chosen(s)
			}
		case <-ctx.Done():
			// Closing the connection makes the portal close its dialog.
			return nil, ctx.Err()
		}
	}
}

// connect connects to the session bus. The connection closes when ctx ends.
func connect(ctx context.Context) (*dbus.Conn, error) {
	bus, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	if err = bus.Auth(nil); err == nil {
		err = bus.Hello()
	}
	if err != nil {
		bus.Close()
		return nil, err
	}
	return bus, nil
}

// presentTime limits the wait for the bus in Present, Reveals, Reveal and Notify.
var presentTime = 2 * time.Second

// Present reports whether the machine seems to have a dialog: the portal is running on the bus, or
// can be started.
func Present(ctx context.Context) bool {
	return provided(ctx, portalName)
}

// provided reports whether a service is running on the bus, or can be started.
func provided(ctx context.Context, service string) bool {
	ctx, cancel := context.WithTimeout(ctx, presentTime)
	defer cancel()
	bus, err := connect(ctx)
	if err != nil {
		return false
	}
	defer bus.Close()
	for _, method := range [...]string{"org.freedesktop.DBus.ListNames", "org.freedesktop.DBus.ListActivatableNames"} {
		var names []string
		if bus.BusObject().CallWithContext(ctx, method, 0).Store(&names) == nil && slices.Contains(names, service) {
			return true
		}
	}
	return false
}

func (r *Request) parent() string {
	if r.Parent == 0 {
		return ""
	}
	return fmt.Sprintf("x11:%x", r.Parent)
}

// options returns the options of the call. A filter has a name and patterns; the number 0 marks a
// shell pattern.
func (r *Request) options(token string) map[string]dbus.Variant {
	type pattern struct {
		Kind uint32
		Text string
	}
	type filter struct {
		Name     string
		Patterns []pattern
	}
	var filters []filter
	for _, f := range r.Filters {
		shown := filter{Name: f.Name}
		for _, p := range f.Patterns {
			shown.Patterns = append(shown.Patterns, pattern{0, p})
		}
		filters = append(filters, shown)
	}
	options := map[string]dbus.Variant{
		"handle_token": dbus.MakeVariant(token),
		"multiple":     dbus.MakeVariant(r.Multiple),
		"modal":        dbus.MakeVariant(true),
	}
	if r.Folder != "" {
		options["current_folder"] = dbus.MakeVariant(append([]byte(r.Folder), 0))
	}
	if len(filters) > 0 {
		options["filters"] = dbus.MakeVariant(filters)
	}
	if r.Folders {
		options["directory"] = dbus.MakeVariant(true)
	}
	return options
}

// chosen returns the paths in a response. Its status is 0 if the user chose something, 1 if not.
func chosen(s *dbus.Signal) ([]string, error) {
	var status uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(s.Body, &status, &results); err != nil {
		return nil, fmt.Errorf("the portal's answer: %w", err)
	}
	switch status {
	case 0:
	case 1:
		return nil, nil
	default:
		return nil, fmt.Errorf("the portal ended the dialog, status %d", status)
	}
	var uris []string
	if err := results["uris"].Store(&uris); err != nil {
		return nil, fmt.Errorf("the portal's answer: %w", err)
	}
	var paths []string
	for _, uri := range uris {
		path, err := session.PathOf(uri)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}
