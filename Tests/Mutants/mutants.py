#!/usr/bin/env python3
"""Breaks a copy of the tree, one line at a time, and expects the tests to notice.

usage: mutants.py [PART-OF-A-NAME ...]

The breakages are the files of this folder that end in `.mutant`: a header of `name:`, `file:` and
`test:` (a filter for `swift test`), then the text to find, a line of `=>`, and the text to put.
A text that isn't found exactly once, or a breakage that doesn't compile, is an error of the list.
"""
import os, pathlib, shutil, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Mutant:
    def __init__(self, path):
        header, _, body = path.read_text().partition("\n\n")
        fields = dict(line.split(": ", 1) for line in header.splitlines())
        self.name, self.file, self.test = fields["name"], fields["file"], fields["test"]
        old, found, new = body.partition("\n=>\n")
        if not found:
            sys.exit(f"{path.name}: no line of =>")
        self.old, self.new = old, new.removesuffix("\n")

    def apply(self, tree):
        path = tree / self.file
        text = path.read_text()
        if text.count(self.old) != 1:
            sys.exit(f"{self.name}: found {text.count(self.old)} times in {self.file}")
        path.write_text(text.replace(self.old, self.new))


def run(tree, *command, limit=900):
    return subprocess.run(
        command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", timeout=limit, env={**os.environ, "CI": "true"})


def main():
    mutants = [Mutant(path) for path in sorted(pathlib.Path(__file__).parent.glob("*.mutant"))]
    wanted = sys.argv[1:]
    if wanted:
        mutants = [m for m in mutants if any(part in m.name for part in wanted)]
    with tempfile.TemporaryDirectory(prefix="sluice-mutants-") as folder:
        tree = pathlib.Path(folder) / "tree"
        files = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
            capture_output=True, check=True).stdout.decode().split("\0")
        for file in filter(None, files):
            if (ROOT / file).is_file():
                (tree / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, tree / file)
        print("building the unbroken tree", flush=True)
        built = run(tree, "swift", "build", "--build-tests")
        if built.returncode:
            sys.exit(built.stdout[-4000:])
        passed = 0
        for mutant in mutants:
            original = (tree / mutant.file).read_bytes()
            mutant.apply(tree)
            start = time.monotonic()
            built = run(tree, "swift", "build", "--build-tests")
            if built.returncode:
                sys.exit(f"{mutant.name}: doesn't compile\n{built.stdout[-4000:]}")
            try:
                tested = run(tree, "swift", "test", "--skip-build", "--filter", mutant.test, limit=180)
                caught = tested.returncode != 0
                ran = "run with 0 tests" not in tested.stdout
                by = next((line.split('"')[1] for line in tested.stdout.splitlines()
                           if line.startswith("✘ Test \"")), "a crash")
            except subprocess.TimeoutExpired:
                caught, ran, by = True, True, "the time limit"
            (tree / mutant.file).write_bytes(original)
            if not ran:
                sys.exit(f"{mutant.name}: no test matches {mutant.test}")
            passed += not caught
            print(f"{'caught' if caught else 'PASSED'}\t{mutant.name}\t"
                  f"{time.monotonic() - start:.0f} s\t{by if caught else ''}", flush=True)
    print(f"{len(mutants) - passed} of {len(mutants)} breakages caught")
    sys.exit(1 if passed else 0)


if __name__ == "__main__":
    main()
