//go:build !unix

package doctor

import "errors"

func freeSpace(string) (int64, error) { return 0, errors.ErrUnsupported }
