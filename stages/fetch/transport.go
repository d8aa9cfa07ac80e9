package fetch

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// HTTP says how servers are talked to. The defaults are polite: one connection, a second between requests. None of
// it changes what comes, so it is no part of the fingerprint; allowed_hosts is.
type HTTP struct {
	UserAgent    string        `yaml:"user_agent" fingerprint:"-"` // who asks; add an address where you can be reached
	Parallel     int           `yaml:"parallel" fingerprint:"-"`   // downloads at the same time, so at most as many per host
	Delay        time.Duration `yaml:"delay" fingerprint:"-"`      // between the starts of two requests to one host
	Attempts     int           `yaml:"attempts" fingerprint:"-"`   // tries in a row without progress
	Backoff      time.Duration `yaml:"backoff" fingerprint:"-"`    // wait after the first failure; doubles, with jitter
	MaxWait      time.Duration `yaml:"max_wait" fingerprint:"-"`   // longest single wait; a server that asks for more fails the archive
	Connect      time.Duration `yaml:"connect" fingerprint:"-"`    // time limit for TCP and for TLS, each
	Answer       time.Duration `yaml:"answer" fingerprint:"-"`     // time limit for the header of the answer
	Stall        time.Duration `yaml:"stall" fingerprint:"-"`      // time within which at least 1 KiB must arrive
	Total        time.Duration `yaml:"total" fingerprint:"-"`      // time limit for one try at one archive
	AllowedHosts []string      `yaml:"allowed_hosts"`              // further hosts that a redirect may lead to
}

func defaultHTTP() HTTP {
	return HTTP{
		UserAgent: "plyquet (batch toolkit for chess data)",
		Parallel:  1,
		Delay:     time.Second,
		Attempts:  5,
		Backoff:   time.Second,
		MaxWait:   10 * time.Minute,
		Connect:   15 * time.Second,
		Answer:    time.Minute,
		Stall:     time.Minute,
		Total:     12 * time.Hour,
	}
}

func (h HTTP) validate() []problem {
	var found []problem
	atLeast := func(key string, have, least time.Duration) {
		if have < least {
			found = append(found, problem{"http." + key, fmt.Sprintf("%v is too short: at least %v", have, least)})
		}
	}
	if h.UserAgent == "" {
		found = append(found, problem{"http.user_agent", "must say who asks"})
	}
	if h.Parallel < 1 || h.Parallel > 16 {
		found = append(found, problem{"http.parallel", fmt.Sprintf("%d is not in 1..16", h.Parallel)})
	}
	if h.Attempts < 1 || h.Attempts > 100 {
		found = append(found, problem{"http.attempts", fmt.Sprintf("%d is not in 1..100", h.Attempts)})
	}
	atLeast("delay", h.Delay, 0)
	atLeast("backoff", h.Backoff, time.Millisecond)
	atLeast("max_wait", h.MaxWait, time.Millisecond)
	atLeast("connect", h.Connect, time.Millisecond)
	atLeast("answer", h.Answer, time.Millisecond)
	atLeast("stall", h.Stall, time.Millisecond)
	atLeast("total", h.Total, time.Millisecond)
	return found
}

// maxRedirects is far more than honest sites need and ends circles soon.
const maxRedirects = 5

// httpClient builds a client of its own: nothing is shared with http.DefaultClient. Compression by the transport is
// off because it hides the length and would change the bytes that a range refers to.
func (h HTTP) httpClient() *http.Client {
	dialer := &net.Dialer{Timeout: h.Connect}
	return &http.Client{
		CheckRedirect: h.checkRedirect,
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    h.Connect,
			ResponseHeaderTimeout:  h.Answer,
			IdleConnTimeout:        30 * time.Second,
			MaxConnsPerHost:        h.Parallel,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true,
			ForceAttemptHTTP2:      true,
		},
	}
}

func (h HTTP) checkRedirect(next *http.Request, via []*http.Request) error {
	first, last := via[0].URL, via[len(via)-1].URL
	if len(via) > maxRedirects {
		return permanent(badRedirect, "more than %d redirects, the last to %s", maxRedirects, next.URL)
	}
	if err := checkScheme(next.URL); err != nil {
		return permanent(badRedirect, "redirect to %s refused: not http or https", next.URL)
	}
	if last.Scheme == "https" && next.URL.Scheme == "http" {
		return permanent(badRedirect, "redirect from https to %s refused", next.URL)
	}
	if !sameSite(first, next.URL) && !slices.ContainsFunc(h.AllowedHosts, func(host string) bool {
		return strings.EqualFold(host, next.URL.Host) || strings.EqualFold(host, next.URL.Hostname())
	}) {
		return permanent(badRedirect, "redirect to another host, %s, refused (allow it in http.allowed_hosts)", next.URL.Host)
	}
	return nil
}

// checkScheme refuses everything but HTTP: file:, ftp: and data: have no business in a list from the network.
func checkScheme(u *url.URL) error {
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return permanent(badAddress, "%q is not an http or https address", u.String())
	}
	return nil
}

// sameSite compares hosts with their ports; "www." makes no difference, nor does http against https on their
// usual ports.
func sameSite(a, b *url.URL) bool { return site(a) == site(b) }

func site(u *url.URL) string {
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if p := u.Port(); p != "" && !(u.Scheme == "http" && p == "80") && !(u.Scheme == "https" && p == "443") {
		host += ":" + p
	}
	return host
}
