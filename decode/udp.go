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

// waiting is how many bytes of UDP are buffered for a slow reader.
const waiting = 32 << 20

// listening returns a UDP URL with an address instead of a name, and options for FFmpeg's protocol. By
// default FFmpeg would listen on all addresses of this machine instead of the URL's, and give up when a
// slow reader loses data. The URL's query overrides the options.
func listening(ctx context.Context, url string) (plain, options string, err error) {
	const scheme = "udp://"
	authority, query := strings.TrimPrefix(url, scheme), ""
	if i := strings.IndexAny(authority, "/?#"); i >= 0 {
		authority, query = authority[:i], authority[i:]
	}
	authority = authority[strings.LastIndex(authority, "@")+1:] // FFmpeg needs no user
	host, port, ok := strings.Cut(authority, ":")
	if inner, after, bracket := strings.Cut(strings.TrimPrefix(authority, "["), "]"); bracket && authority[0] == '[' {
		host = strings.Replace(inner, "%25", "%", 1) // a zone as RFC 6874 and FFmpeg write it
		port, ok = strings.CutPrefix(after, ":")
	}
	if n, err := strconv.ParseUint(port, 10, 16); !ok || err != nil || n == 0 {
		return "", "", errors.New("it needs a port from 1 to 65535, as in udp://HOST:1234")
	}
	options = fmt.Sprintf("overrun_nonfatal=1&fifo_size=%d", waiting/188) // in packets, FFmpeg's unit
	if host == "" {
		return scheme + ":" + port + query, options, nil
	}
	ip, err := addressOf(ctx, host)
	if err != nil {
		return "", "", err
	}
	if !ip.IsMulticast() { // FFmpeg itself listens on a group's address
		options += "&localaddr=" + ip.String()
	}
	return scheme + net.JoinHostPort(ip.String(), port) + query, options, nil
}

// addressOf returns an address of a host, preferably IPv4.
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
