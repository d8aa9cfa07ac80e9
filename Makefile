# plyquet: `make` lists the targets. Each target does its own set-up; only Go and make must be there before.
SHELL       := /bin/sh
GO          ?= go
CONFIG      ?= configs/default.yaml
FUZZTIME    ?= 10s
SOAKTIME    ?= 10m
FUZZSHORT   ?= 3s
SAMPLE      := github.com/corentings/chess/v2@v2.3.2
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
COMMIT      := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
LDFLAGS     := -s -w -X main.commit=$(COMMIT)
VENV        := .venv

.DEFAULT_GOAL := help
.PHONY: help pipeline build test race check fmt vet lint vuln tidy generate fuzz soak attack bench bench-once peers \
        engine sample report interop notebooks slurm dist clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

pipeline: build sample engine ## run the whole pipeline over the default input (CONFIG=file.yaml for another)
	./plyquet run $(CONFIG)

build: ## build ./plyquet
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o plyquet .

test: engine ## run the tests
	$(GO) test ./...

race: engine ## run the tests under the race detector, in random order; long ones that work in one goroutine are left to `test`
	$(GO) test -race -shuffle=on ./...

check: fmt vet lint vuln tidy generate test race bench-once fuzz ## everything CI checks

fmt:
	@out=$$(gofmt -l .); test -z "$$out" || { echo "gofmt needed:"; echo "$$out"; exit 1; }

vet:
	$(GO) vet ./...

lint:
	$(GO) run $(STATICCHECK) ./...

vuln: ## look for known vulnerabilities (needs the database; says so when it cannot be reached)
	@$(GO) run $(GOVULNCHECK) ./... > .vuln.out 2>&1; code=$$?; cat .vuln.out; \
	if [ $$code -ne 0 ] && grep -qE 'vuln.go.dev|dial tcp|no such host|Forbidden|connection refused' .vuln.out; then \
	  echo "govulncheck: the vulnerability database cannot be reached from here; not checked"; code=0; fi; rm -f .vuln.out; exit $$code

tidy:
	$(GO) mod tidy -diff

generate: ## check that generated files are up to date
	$(GO) generate ./...
	@git diff --exit-code -- . || { echo "generated files were out of date: commit the change"; exit 1; }

fuzz: ## run the fuzz targets: FEN, SAN, PGN reader and splitter for FUZZTIME (10s), the others for FUZZSHORT (3s)
	@set -e; for pkg in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    case $$f in FuzzFEN|FuzzSAN|FuzzReader|FuzzSplit) t=$(FUZZTIME);; *) t=$(FUZZSHORT);; esac; \
	    echo "fuzz $$pkg $$f $$t"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $$t $$pkg; done; done

soak: ## run for SOAKTIME (default 10m) while engines are killed at random; memory must stay flat
	$(GO) test ./stages/trust -run '^TestSoak$$' -v -timeout 0 -soak $(SOAKTIME)

attack: ## kill the program at every commit point of every step, and every combination of workers and processors
	$(GO) test ./stages/trust -v -timeout 0 -full

bench: build sample engine ## measure speedup over worker counts; tables and plots in data/runs/bench
	./plyquet bench configs/bench.yaml

bench-once:
	$(GO) test -run '^$$' -bench . -benchtime 1x ./...

peers: ## compare with other PGN software on the same file (FILE=games.pgn)
	./benchmarks/peers/run $(FILE)

engine: ## install Stockfish when there is none
	@if [ -n "$$STOCKFISH" ] || command -v stockfish >/dev/null 2>&1 || [ -x /usr/games/stockfish ] || [ -x /opt/homebrew/bin/stockfish ]; then exit 0; fi; \
	echo "No UCI engine found: installing Stockfish."; \
	if command -v brew >/dev/null 2>&1; then set -x; brew install stockfish; \
	elif command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then set -x; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq stockfish; \
	elif command -v apt-get >/dev/null 2>&1 && command -v sudo >/dev/null 2>&1; then set -x; sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq stockfish; \
	else echo "No package manager that this Makefile knows. Install Stockfish yourself, or point STOCKFISH at a UCI engine."; exit 1; fi

sample: data/sample/big.pgn data/sample/big_big.pgn ## copy the default input (11,000 Lichess games) into data/sample

data/sample/%.pgn:
	@mkdir -p data/sample
	@dir=$$($(GO) mod download -json $(SAMPLE) | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$$/\1/p'); \
	test -n "$$dir" || { echo "cannot download $(SAMPLE)"; exit 1; }; \
	cp "$$dir/fixtures/pgns/$*.pgn" $@.tmp && chmod u+w $@.tmp && mv $@.tmp $@ && echo "$@"

interop: build sample ## read every table with DuckDB, pyarrow and pandas
	./benchmarks/interop/run

notebooks: build sample engine ## execute the notebooks top to bottom
	./reports/notebooks/run

slurm: build sample ## run the default config through a real Slurm on this machine
	./benchmarks/slurm/check

dist: ## build the release binaries with checksums into dist/
	./.ci/dist

clean: ## remove what was built (not data/)
	rm -rf plyquet dist $(VENV)
