package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// transfer makes one request. It returns with a complete .part file and the receipt that belongs to it, or with
// old, when the server says that the complete file of old is still current (the receipt then has its SHA256).
func (c *client) transfer(ctx context.Context, r request, address *url.URL, old receipt) (receipt, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opt.Total)
	defer cancel()
	ctx, guard := guardStall(ctx, c.opt.Stall)
	defer guard.stop()

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return receipt{}, permanent(badAddress, "%q: %v", r.url, err)
	}
	part := c.resumable(r)
	c.setHeaders(req, r, old, part)
	guard.pause() // the transport has its own limits up to the header of the answer
	answer, err := c.http.Do(req)
	if err != nil {
		return receipt{}, requestFault(err)
	}
	defer answer.Body.Close()
	guard.resume()
	return c.answered(ctx, r, answer, guard, old, part)
}

func (c *client) setHeaders(req *http.Request, r request, old, part receipt) {
	req.Header.Set("User-Agent", c.opt.UserAgent)
	req.Header.Set("Accept-Encoding", "identity")
	if r.accept != "" {
		req.Header.Set("Accept", r.accept)
	}
	if validator, strong := part.validator(); strong {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", part.Bytes))
		req.Header.Set("If-Range", validator)
		return // a range and "not modified" would be two questions at once
	}
	if old.ETag != "" {
		req.Header.Set("If-None-Match", old.ETag)
	}
	if old.LastModified != "" {
		req.Header.Set("If-Modified-Since", old.LastModified)
	}
}

// answered acts on the status of an answer.
func (c *client) answered(ctx context.Context, r request, answer *http.Response, guard *stallGuard, old, part receipt) (receipt, error) {
	body := guard.reader(answer.Body)
	got := receipt{
		URL: r.url, ETag: answer.Header.Get("ETag"), LastModified: answer.Header.Get("Last-Modified"),
		ContentType: answer.Header.Get("Content-Type"), Total: max(answer.ContentLength, 0),
	}
	if final := answer.Request.URL.String(); final != r.url {
		got.Final = final
	}
	switch answer.StatusCode {
	case http.StatusNotModified:
		if old.SHA256 == "" {
			return receipt{}, transient(httpStatus, nil, "%s: 304 without a condition", r.url)
		}
		old.Checked, old.Session = c.clock.now().UTC().Truncate(time.Second), c.session
		return old, nil
	case http.StatusOK:
		return got, c.receive(ctx, r, body, got, 0)
	case http.StatusPartialContent:
		start, total, ok := contentRange(answer.Header.Get("Content-Range"))
		if !ok || start != part.Bytes || (got.ETag != "" && got.ETag != part.ETag) {
			return receipt{}, errors.Join(remove(c.slot(r).part()),
				transient(httpStatus, nil, "%s: 206 for another range than asked for (%q)", r.url, answer.Header.Get("Content-Range")))
		}
		got.ETag, got.LastModified, got.Total = part.ETag, part.LastModified, total
		return got, c.receive(ctx, r, body, got, start)
	case http.StatusRequestedRangeNotSatisfiable:
		return receipt{}, errors.Join(remove(c.slot(r).part()), transient(httpStatus, nil, "%s: 416, starting over", r.url))
	default:
		return receipt{}, c.statusFault(r, answer)
	}
}

// statusFault sorts the refusals into those that may pass and those that will not.
func (c *client) statusFault(r request, answer *http.Response) *fault {
	f := permanent(httpStatus, "%s: HTTP %d %s", r.url, answer.StatusCode, http.StatusText(answer.StatusCode))
	switch answer.StatusCode {
	case http.StatusTooManyRequests:
		f.retry, f.wait = true, tooMany
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		f.retry = true
	}
	if asked := retryAfter(answer.Header, c.clock.now()); f.retry && answer.Header.Get("Retry-After") != "" {
		f.wait = asked
	}
	return f
}

// receive appends the body to the .part file from offset start on and makes sure that all of it came.
func (c *client) receive(ctx context.Context, r request, body io.Reader, got receipt, start int64) error {
	if got.Total > r.limit {
		return permanent(tooLarge, "%s: %d bytes announced, above limits.archive of %d", r.url, got.Total, r.limit)
	}
	file, err := openPart(c.slot(r).part(), start)
	if err != nil {
		return err
	}
	// Truncated first, described afterwards: old bytes never come under a new validator.
	if err := writeJSON(c.slot(r).partReceipt(), got); err != nil {
		return errors.Join(err, file.Close())
	}
	size, err := c.copyBody(ctx, r, file, body, start)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if got.Total > 0 && size != got.Total {
		return transient(cutShort, nil, "%s: %d of %d bytes came", r.url, size, got.Total)
	}
	return nil
}

func openPart(path string, start int64) (*os.File, error) {
	if start > 0 {
		return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o644)
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
}

func (c *client) copyBody(ctx context.Context, r request, file *os.File, body io.Reader, size int64) (int64, error) {
	buf := make([]byte, 64<<10)
	for {
		n, err := body.Read(buf)
		size += int64(n)
		if size > r.limit {
			return size, errors.Join(remove(file.Name()), permanent(tooLarge, "%s: more bytes than limits.archive of %d", r.url, r.limit))
		}
		if _, werr := file.Write(buf[:n]); werr != nil {
			return size, werr
		}
		if cerr := c.charge(int64(n)); cerr != nil {
			return size, cerr
		}
		switch {
		case err == io.EOF:
			return size, nil
		case err != nil:
			return size, bodyFault(ctx, r, err)
		}
	}
}

// requestFault sorts the ways in which no answer comes.
func requestFault(err error) error {
	if f, ok := asFault(err); ok {
		return f
	}
	if untrusted, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return &fault{reason: unreachable, detail: "certificate refused", err: untrusted}
	}
	return transient(unreachable, err, "no answer")
}

func bodyFault(ctx context.Context, r request, err error) error {
	if errors.Is(context.Cause(ctx), errStalled) {
		return transient(stalled, nil, "%s: fewer than %d bytes came within http.stall", r.url, leastPerStall)
	}
	return transient(cutShort, err, "%s: cut", r.url)
}

// contentRange reads "bytes 100-199/200"; total is 0 when it is "*".
func contentRange(text string) (start, total int64, ok bool) {
	spec, found := strings.CutPrefix(text, "bytes ")
	if !found {
		return 0, 0, false
	}
	var end int64
	if n, err := fmt.Sscanf(spec, "%d-%d/%d", &start, &end, &total); err == nil && n == 3 {
		return start, total, start <= end && end < total
	}
	n, err := fmt.Sscanf(spec, "%d-%d/*", &start, &end)
	return start, 0, err == nil && n == 2 && start <= end
}
