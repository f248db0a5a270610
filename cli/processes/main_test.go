package processes

import (
	"testing"

	"ffkvadrat/cli"
	"ffkvadrat/tests/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, cli.Main) }
