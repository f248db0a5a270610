//go:build !windows

package dialog

import (
	"context"
	"fmt"
	"strings"

	"github.com/godbus/dbus/v5"
)

// notifyMethod is that of the Desktop Notifications Specification 1.2.
const notifyMethod = "org.freedesktop.Notifications.Notify"

// Notify shows a notification of the desktop that stays until the user closes it. It does not wait for
// that, and no longer than two seconds for the desktop.
func Notify(ctx context.Context, title, text string) error {
	ctx, cancel := context.WithTimeout(ctx, presentTime)
	defer cancel()
	bus, err := connect(ctx)
	if err != nil {
		return fmt.Errorf("dialog: notify: %w", err)
	}
	defer bus.Close()
	desktop := bus.Object("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
	const critical, never = byte(2), int32(0)
	hints := map[string]dbus.Variant{"urgency": dbus.MakeVariant(critical), "desktop-entry": dbus.MakeVariant("ffkvadrat")}
	plain := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text) // the text may have markup
	if err := desktop.CallWithContext(ctx, notifyMethod, 0, "ffkvadrat", uint32(0), "ffkvadrat", title, plain, []string{}, hints, never).Err; err != nil {
		return fmt.Errorf("dialog: notify: %w", err)
	}
	return nil
}
