package fetch

import (
	"context"
	"fmt"
	"net/url"
	"path"

	"plyquet/pipeline/stage"
)

// urls takes addresses as they are.
type urls struct{ addresses []string }

func (u urls) validate() []problem {
	var found []problem
	if len(u.addresses) == 0 {
		found = append(found, problem{"urls", "is empty: name at least one address"})
	}
	for i, text := range u.addresses {
		if _, err := parseAddress(text); err != nil {
			found = append(found, problem{fmt.Sprintf("urls[%d]", i), err.Error()})
		}
	}
	return found
}

func (u urls) list(context.Context, *stage.Job, *client) ([]Archive, error) {
	archives := make([]Archive, len(u.addresses))
	for i, text := range u.addresses {
		address, err := parseAddress(text)
		if err != nil {
			return nil, err
		}
		archives[i] = Archive{Name: path.Base(address.Path), URL: text}
	}
	return archives, nil
}

func parseAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, permanent(badAddress, "%q is not an address", text)
	}
	return u, checkScheme(u)
}
