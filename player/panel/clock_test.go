package panel

import "time"

// SetClock replaces the panel's clock.
func (p *Panel) SetClock(now func() time.Time) { p.now = now }
