package cli

import "ffkvadrat/analysis/siti"

// measuring has the flag for the domain of SI and TI.
type measuring struct {
	Domain string `default:"pq" enum:"pq,legacy" help:"Signal of SI and TI. One of ${enum}. pq is the default of siti-tools, light on the scale of the perceptual quantiser; legacy is its --legacy, luma itself."`
}

// domain returns the domain by the flag.
func (m measuring) domain() (siti.Domain, error) { return siti.ParseDomain(m.Domain) }
