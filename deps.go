//go:build deps

package main

import (
	_ "github.com/PuerkitoBio/goquery"
	_ "github.com/alitto/pond/v2"
	_ "github.com/apache/arrow-go/v18/arrow"
	_ "github.com/apache/arrow-go/v18/parquet/pqarrow"
	_ "github.com/corentings/chess/v2"
	_ "github.com/goccy/go-yaml"
	_ "github.com/invopop/jsonschema"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/notnil/chess"
	_ "github.com/notnil/chess/image"
	_ "github.com/notnil/chess/opening"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/spf13/cobra"
	_ "github.com/spf13/cobra/doc"
	_ "github.com/vbauerster/mpb/v8"
	_ "go.uber.org/goleak"
	_ "golang.org/x/net/html"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/term"
	_ "golang.org/x/text/encoding/charmap"
	_ "gonum.org/v1/gonum/stat"
	_ "gonum.org/v1/plot"
	_ "gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgsvg"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"
)
