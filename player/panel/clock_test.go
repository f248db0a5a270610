package panel

import "time"

// SetClock gives the panel another clock.
func (p *Panel) SetClock(now func() time.Time) { p.now = now }
