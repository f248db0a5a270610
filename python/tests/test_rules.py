"""The table of rules that the program's readers are tested with, too: quadfile/testdata/rules.json."""

import base64
import json
import pathlib
import tempfile
import unittest

import ffkvadrat

from . import exports

TABLE = exports.ROOT / "quadfile" / "testdata" / "rules.json"


class TestRules(unittest.TestCase):
    def test_table(self):
        """What is right is read, and what breaks a rule is a FormatError of one line."""
        table = json.loads(TABLE.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "case")

            def check(rule, form, data, accept):
                path.write_bytes(data)
                try:
                    (ffkvadrat.read_summary if form.startswith("summary") else ffkvadrat.read)(path)
                except ffkvadrat.FormatError as error:
                    self.assertFalse(accept, f"{rule}: {error}")
                    self.assertNotIn("\n", str(error))
                else:
                    self.assertTrue(accept, f"{rule}: it was read")

            def data_of(form, text):
                return base64.b64decode(text) if form == "ffq" else text.encode("utf-8")

            for name, forms in table["bases"].items():
                for form, text in forms.items():
                    check(f"{name}.{form}", form, data_of(form, text), True)
            for case in table["cases"]:
                form, text = case["form"], case.get("data")
                if text is None:
                    base = table["bases"][case["base"]][form]
                    self.assertIn(case["old"], base)
                    text = base.replace(case["old"], case["new"], 1)
                with self.subTest(**{**case, "data": None}):
                    check(case["rule"], form, data_of(form, text), case["accept"])
        self.assertGreater(len(table["cases"]), 1000)


if __name__ == "__main__":
    unittest.main()
