//go:build race

package stagetest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/compress"
)

func TestOnePressMakesTheSameBytes(t *testing.T) {
	codec, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		t.Fatal(err)
	}
	ours := codec.(onePress)
	for _, text := range []string{"", "e4", strings.Repeat("e4 e5 Nf3 ", 1000), strings.Repeat("x", 1<<20)} {
		if !bytes.Equal(ours.EncodeLevel(nil, []byte(text), 3), ours.Codec.EncodeLevel(nil, []byte(text), 3)) {
			t.Errorf("%d bytes: they differ", len(text))
		}
	}
}
