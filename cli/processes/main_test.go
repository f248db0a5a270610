package processes

import (
	"testing"

	"ffkvadrat/cli"
	"ffkvadrat/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, cli.Main) }
