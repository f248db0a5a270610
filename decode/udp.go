package decode

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// waiting is how many bytes of UDP may wait for a reader that is slow.
const waiting = 32 << 20

// listening returns a URL of UDP that has an address instead of a name, and the options for FFmpeg's protocol:
// without them it would listen on all addresses of this machine instead of the URL's, and give up when a slow
// reader loses some of what comes. What the URL's query asks for holds instead.
func listening(ctx context.Context, url string) (plain, options string, err error) {
	const scheme = "udp://"
	authority, query := strings.TrimPrefix(url, scheme), ""
	if i := strings.IndexAny(authority, "/?#"); i >= 0 {
		authority, query = authority[:i], authority[i:]
	}
	authority = authority[strings.LastIndex(authority, "@")+1:] // FFmpeg needs no user
	host, port, ok := strings.Cut(authority, ":")
	if inner, after, bracket := strings.Cut(strings.TrimPrefix(authority, "["), "]"); bracket && authority[0] == '[' {
		host = strings.Replace(inner, "%25", "%", 1) // a zone, as RFC 6874 has it and as FFmpeg does
		port, ok = strings.CutPrefix(after, ":")
	}
	if n, err := strconv.ParseUint(port, 10, 16); !ok || err != nil || n == 0 {
		return "", "", errors.New("it needs a port from 1 to 65535, as in udp://HOST:1234")
	}
	options = fmt.Sprintf("overrun_nonfatal=1&fifo_size=%d", waiting/188) // in FFmpeg's unit
	if host == "" {
		return scheme + ":" + port + query, options, nil
	}
	ip, err := addressOf(ctx, host)
	if err != nil {
		return "", "", err
	}
	if !ip.IsMulticast() { // FFmpeg listens on a group's own address by itself
		options += "&localaddr=" + ip.String()
	}
	return scheme + net.JoinHostPort(ip.String(), port) + query, options, nil
}

// addressOf returns the address of a host, of several one of IPv4.
func addressOf(ctx context.Context, host string) (netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip, nil
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return netip.Addr{}, err
	}
	for i := range ips {
		ips[i] = ips[i].Unmap()
	}
	return ips[max(slices.IndexFunc(ips, netip.Addr.Is4), 0)], nil
}
