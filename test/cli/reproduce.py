"""`alembert reproduce`: published experiments run again."""
import csv
import json
import os
import xml.etree.ElementTree as ElementTree

from command_line import DONE, USAGE, CommandLine


class Reproduce(CommandLine):
    def items(self, folder):
        return json.loads((self.folder / folder / "reproduce.json").read_text())["items"]

    def test_paper_of_2007(self):
        done = self.alembert("reproduce", "002")
        self.expect(done, DONE)
        self.assertEqual(done.stderr, "")
        self.assertIn("reproduce.out/002/reproduce.md", done.stdout)
        items = self.items("reproduce.out/002")
        self.assertEqual([item["where"] for item in items], ["Figure 1", "Figure 2", "Section 7", "Theorem 1"])
        self.assertEqual({item["status"] for item in items}, {"reproduced"})
        for item in items:
            self.assertEqual(set(item), {"paper", "where", "claim", "published", "ours", "status", "reason", "files"})
            for name in item["files"]:
                self.assertTrue((self.folder / "reproduce.out/002" / name).is_file(), name)
        self.assertIn("## 002", (self.folder / "reproduce.out/002/reproduce.md").read_text())

    def test_figures_are_data_and_a_picture(self):
        self.expect(self.alembert("reproduce", "soi2-2007", "-o", "here", "--quiet"), DONE)
        with open(self.folder / "here/figure_1.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0][0], "series")
        self.assertEqual(len(rows), 1 + 5 * 7)
        self.assertTrue(all(float(row[2]) > 0 for row in rows[1:]))
        picture = ElementTree.parse(self.folder / "here/figure_1.svg").getroot()
        texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
        self.assertLessEqual({row[0] for row in rows[1:]}, set(texts))
        self.assertIn("h (s)", texts)

    def test_page_has_every_claim_and_figure(self):
        self.expect(self.alembert("reproduce", "002", "-o", "here", "--quiet"), DONE)
        page = self.page("here/reproduce.html")
        sections = page["sections"]
        self.assertEqual([s["heading"] for s in sections], ["What came out", "002 soi2-2007", "Figure 1", "Figure 2",
                                                            "Section 7", "Theorem 1"])
        self.assertEqual(sections[0]["blocks"][0]["text"], "4 reproduced.")
        for section, item in zip(sections[2:], self.items("here")):
            verdict, chart = section["blocks"]
            self.assertTrue(verdict["good"])
            self.assertIn(item["claim"], verdict["text"])
            self.assertIn(item["ours"], verdict["text"])
            self.assertEqual([len(s["x"]) for s in chart["chart"]["series"]], 5 * [7])

    def test_quiet(self):
        done = self.alembert("reproduce", "002", "--quiet")
        self.expect(done, DONE)
        self.assertEqual(done.stdout + done.stderr, "")

    def test_needs_no_files_of_the_repository(self):
        self.expect(self.alembert("reproduce", "002", "-o", "a/b"), DONE)
        self.assertNotIn("reproduce.out", os.listdir(self.folder))

    def test_unknown_paper(self):
        self.expect(self.alembert("reproduce", "low-order-209"), USAGE, "unknown paper `low-order-209`", "004",
                    "did you mean `low-order-2009`?")
        self.assertEqual(os.listdir(self.folder), [])

    def test_folder_that_cannot_be_made(self):
        self.write("", "taken")
        self.expect(self.alembert("reproduce", "002", "-o", "taken"), USAGE, "taken")
