# ffkvadrat's tasks; `make` alone lists them.

# Builds against the installed FFmpeg, any version from 5.1 to 9.
GO      := scripts/ffmpeg go
PROGRAM := bin/ffkvadrat

# The file that `make play` shows; if empty, the embedded sample.
FILE ?=
export FILE

# More flags for every `go test`, for instance TESTFLAGS=-v.
TESTFLAGS ?=
GOTEST    := scripts/test $(TESTFLAGS)

# Packages that need no cgo, and have to build for other systems, too.
PORTABLE := ./analysis ./analysis/analysistest ./analysis/histogram ./analysis/kerneltest ./analysis/levels ./analysis/partition \
	./analysis/partition/agreement ./analysis/partition/trace ./analysis/reconstruction ./analysis/regions ./analysis/response ./analysis/shots \
	./analysis/siti ./atomicfile ./atomicfile/decimal ./atomicfile/internal/tempname ./atomicfile/programcache ./atomicfile/statefile \
	./atomicfile/streams ./bitstream/av1 ./bitstream/hevc ./bitstream/nal ./decode/parsing ./decode/rawvideo ./decode/sequence ./decode/timecode \
	./decode/visible ./decode/wording ./edge ./edge/edgetest ./edge/kernel ./edge/morton ./feature ./imgui/layout ./match ./measure/align ./measure/cells \
	./measure/edges ./measure/edl ./measure/report ./overlay ./overlay/cloud ./overlay/lettering ./overlay/overlaytest ./overlay/png ./overlay/views \
	./playback/transport ./player/command ./player/dialog ./player/hint ./player/lesson ./player/marks ./player/palette ./player/playground \
	./player/quantity ./player/session ./player/sides ./quadfile ./quadfile/columns ./quadfile/columns/arrow ./quadfile/columns/parquet ./quadfile/stored \
	./quadfile/treecode ./quadpyramid ./quadpyramid/ocpyramid ./quadpyramid/ocpyramid/ocpyramidtest ./quadpyramid/points ./quadpyramid/pyramidtest \
	./samples ./samples/landscape ./samples/mesh ./samples/particles ./samples/voxels ./scripts ./scripts/interrupt ./shaders ./yuv ./yuv/channel \
	./yuv/distortion ./yuv/elementary ./yuv/yuvtest

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help play build program tools test race test-all mutation soak mutants bench check readers screenshot python page site playground systems arm64 packages trypackages portable tryportable windows trywindows clean

help:
	@echo 'make play [FILE=clip.mp4]  set up, build and play; without a display write files to build/'
	@echo 'make build                 set up, and build $(PROGRAM)'
	@echo 'make test                  set up, and test everything on small inputs'
	@echo 'make race                  the same under the race detector, where there are goroutines'
	@echo 'make test-all              everything on all inputs, before a release'
	@echo 'make mutation              put 200 faults into the core, and count how many make test finds'
	@echo 'make soak [TIME=10m]       press keys at random for TIME, and loop clips'
	@echo 'make mutants [MUTANTS=2000] export damaged files'
	@echo 'make bench                 run all benchmarks'
	@echo 'make check                 gofmt, go mod tidy, go vet, staticcheck'
	@echo 'make readers               read the tables with DuckDB and apache-arrow, from npm'
	@echo 'make screenshot            take the pictures of the player in docs/pictures/ again'
	@echo 'make python                test the package for Python, and run docs/how-to/notebook.md'
	@echo 'make page                  open reports and the playground in browsers, and check and measure them'
	@echo 'make site                  build the pages as a site in build/site'
	@echo 'make playground            build the page that analyses in a browser, in build/playground'
	@echo 'make systems [SYSTEMS=trixie]  try the README in bare systems'
	@echo 'make arm64                 cross-compile and test under emulation, as root'
	@echo 'make packages              write a Debian package to build/'
	@echo 'make trypackages           check it, and install it on a clean system, as root'
	@echo 'make portable [ARCH=arm64] write an archive for any Linux with glibc to build/portable/'
	@echo 'make tryportable           try it in bare systems, as root'
	@echo 'make windows               cross-compile an archive for Windows (beta) to build/portable/'
	@echo 'make trywindows            try it under Wine, as root'
	@echo 'make clean                 remove bin/ and build/'

play:
	@scripts/setup play
	@$(MAKE) --no-print-directory program
	@set -e; if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		$(PROGRAM) play $${FILE:+"$$FILE"}; \
	else \
		echo 'No display: exporting the quads and one frame as a picture, with the threshold that the player finds (--quads auto).'; \
		mkdir -p build; \
		$(PROGRAM) export $${FILE:+"$$FILE"} --quads auto --force -o build/quads.ndjson; \
		$(PROGRAM) snapshot $${FILE:+"$$FILE"} --quads auto --at 1 --force -o build/snapshot.png; \
		echo 'Wrote build/quads.ndjson and build/snapshot.png.'; \
	fi

build:
	@scripts/setup build
	@$(MAKE) --no-print-directory program

# Reading the revision from git fails in a checkout that another user owns.
program:
	@scripts/ffmpeg
	@test -e $(PROGRAM) || echo 'Building $(PROGRAM): 2 to 3 minutes on two cores the first time.'
	@scripts/progress '$(GO)' build -buildvcs=false -ldflags "-X ffkvadrat/cli.commit=$$(scripts/revision)" -o $(PROGRAM) .

tools:
	@scripts/setup test
	@scripts/natsserver
	@scripts/ffmpeg

test: tools
	$(GOTEST) -short -timeout 30m ./...

# What has goroutines; scripts/race_test.go tests that no package with goroutines is missing.
RACE := ./analysis ./analysis/headless ./atomicfile ./bitstream/hevc ./decode ./decode/livetest ./decode/parsing ./edge ./quadfile ./quadfile/columns ./pipeline/batch ./pipeline/queue ./measure/compare ./pipeline ./overlay/png ./pipeline/quads \
	./pipeline/render ./measure/align ./measure/report ./feature ./gpu ./atomicfile/programcache ./overlay ./playback/audio ./player/worker ./player/browser ./player/cubes ./player/dialog ./playback/feed ./player/second \
	./playback ./player/marks ./player/plot ./player/session ./player/storedfile ./measure/survey ./samples/landscape ./tests/leak

race: tools
	$(GOTEST) -short -timeout 30m -race $(RACE)

test-all: tools
	$(GOTEST) -timeout 2h ./...
	@$(MAKE) --no-print-directory race soak mutants

mutation: tools
	$(GO) run ./scripts/mutation

TIME ?= 10m
soak:
	@scripts/setup test
	FFKVADRAT_SOAK=$(TIME) $(GO) test -timeout 0 -run 'TestSoak|TestLoopsHoldNothing|TestLoopedSound' -v ./player

MUTANTS ?= 2000
mutants:
	@scripts/setup test
	$(GO) test -timeout 2h -count=1 -run '^TestMutants$$' -v ./cli/trust -args -mutants $(MUTANTS)

bench:
	@scripts/setup test
	$(GO) test -p 1 -timeout 30m -run '^$$' -bench . $(TESTFLAGS) ./...

check:
	@scripts/setup build
	@bad=$$(git ls-files -coz --exclude-standard '*.go' | xargs -0 gofmt -l); test -z "$$bad" || { echo "gofmt would change:" $$bad; exit 1; }
	@! git grep -nE '^(<<<<<<<|>>>>>>>) ' || { echo "left over from a merge"; exit 1; }
	@scripts/states
	for file in go.mod go.ff7.mod go.ff8.mod; do $(GO) mod tidy -diff -modfile=$$file || exit; done
	for file in $$(git ls-files '*/go.mod'); do go -C $${file%/*} mod tidy -diff || exit; done
	$(GO) vet ./...
	for system in darwin/arm64 windows/amd64; do GOOS=$${system%/*} GOARCH=$${system#*/} CGO_ENABLED=0 $(GO) vet $(PORTABLE) || exit; done
	GOOS=js GOARCH=wasm $(GO) vet ./player/playground/wasm
	GOBIN=$(CURDIR)/build go install $(STATICCHECK)
	scripts/ffmpeg build/staticcheck ./...

readers:
	@scripts/setup readers
	@$(MAKE) --no-print-directory program
	scripts/readers $(PROGRAM)

samples:
	@scripts/setup test
	$(GO) run samples

screenshot:
	@scripts/setup test
	@scripts/screenshot

python:
	@scripts/setup python
	@$(MAKE) --no-print-directory program
	@scripts/python

page:
	@scripts/reportpage

site:
	@scripts/setup site
	@go run ./scripts/site

playground:
	@go run ./scripts/playground

SYSTEMS ?= bookworm trixie testing
systems:
	@scripts/setup systems
	@$(MAKE) --no-print-directory program
	scripts/systems $(SYSTEMS)

arm64:
	@scripts/setup systems
	@$(MAKE) --no-print-directory program
	@scripts/arm64

packages:
	@scripts/setup packaging
	@scripts/packages

trypackages:
	@scripts/setup trial
	@scripts/trypackages

# The archive's processor; for arm64 dpkg must know that architecture.
ARCH ?= amd64
portable:
	@scripts/setup portable-$(ARCH)
	@go run -buildvcs=false ./scripts/portable $(ARCH)

tryportable:
	@scripts/setup portabletrial
	@$(MAKE) --no-print-directory program portable
	@scripts/tryportable $(SYSTEMS)

windows:
	@scripts/setup windows
	@$(GO) run -buildvcs=false ./scripts/portable windows

# Of the packages that need no cgo, scripts needs shells.
trywindows:
	@scripts/setup windows
	@scripts/setup portabletrial
	@$(MAKE) --no-print-directory program windows
	@scripts/trywindows $(filter-out ./scripts,$(PORTABLE))

clean:
	rm -rf bin build
