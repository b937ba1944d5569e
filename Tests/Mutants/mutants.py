#!/usr/bin/env python3
"""Breaks a copy of the tree, one line at a time, and expects the tests to notice.

usage: mutants.py [PART-OF-A-NAME ...]     of the breakage or of its file: flow-, testing-, http-, store-

The breakages are the files of this folder that end in `.mutant`: a header of `name:`, `file:` and
`test:` (a filter for `swift test`), then the text to find, a line of `=>`, and the text to put.
A text that isn't found exactly once, or a breakage that doesn't compile, is an error of the list.
Only the test targets that a breakage names, and what they depend on, are built for it.
"""
import json, os, pathlib, shutil, signal, subprocess, sys, tempfile, time

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
        self.names = (self.name, path.stem)

    def apply(self, tree):
        path = tree / self.file
        text = path.read_text()
        if text.count(self.old) != 1:
            sys.exit(f"{self.name}: found {text.count(self.old)} times in {self.file}")
        path.write_text(text.replace(self.old, self.new))


def run(tree, *command, limit=900):
    """Runs a command and gives its status and output; one that takes too long is killed whole."""
    process = subprocess.Popen(
        command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", env={**os.environ, "CI": "true"}, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        kill_session(process.pid)
        process.communicate()
        raise
    return process.returncode, output


def kill_session(leader):
    """Kills all that a command has started: the tests run in a process group of their own."""
    listed = subprocess.run(
        ["ps", "-s", str(leader), "-o", "pid="], capture_output=True, text=True).stdout
    for pid in map(int, listed.split()):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Package:
    """The copy's manifest, which can be cut down to the targets that some tests need."""

    def __init__(self, tree):
        self.path = tree / "Package.swift"
        self.text = self.path.read_text()
        described = subprocess.run(
            ["swift", "package", "dump-package"], cwd=tree, capture_output=True, check=True).stdout
        self.needs = {
            target["name"]: [next(iter(d.values()))[0] for d in target["dependencies"]]
            for target in json.loads(described)["targets"]}

    def keep(self, tests):
        """Leaves the test targets that have what the filter names, or all where nothing is found."""
        kept = set().union(*(self.targets(part) for part in tests.split("|")))
        for name in list(kept):
            waiting = [name]
            while waiting:
                kept.add(waiting[-1])
                waiting.extend(self.needs[waiting.pop()])
        text = self.text
        if kept:
            names = ", ".join(f'"{name}"' for name in sorted(kept))
            text += f"\npackage.products = []\npackage.targets.removeAll {{ ![{names}].contains($0.name) }}\n"
        if text != self.path.read_text():
            self.path.write_text(text)

    def targets(self, part):
        """The test targets that a part of a filter may mean: its name, a file's, or a suite's."""
        if part in self.needs:
            return {part}
        folder = self.path.parent / "Tests"
        files = {file: file.relative_to(folder).parts[0] for file in folder.rglob("*.swift")}
        files = {file: target for file, target in files.items() if target in self.needs}
        found = {target for file, target in files.items() if part in file.name}
        return found or {target for file, target in files.items() if part in file.read_text()}


def main():
    mutants = [Mutant(path) for path in sorted(pathlib.Path(__file__).parent.glob("*.mutant"))]
    wanted = sys.argv[1:]
    if wanted:
        mutants = [m for m in mutants if any(part in name for part in wanted for name in m.names)]
    with tempfile.TemporaryDirectory(prefix="sluice-mutants-") as folder:
        tree = pathlib.Path(folder) / "tree"
        files = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
            capture_output=True, check=True).stdout.decode().split("\0")
        for file in filter(None, files):
            if (ROOT / file).is_file():
                (tree / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, tree / file)
        package = Package(tree)
        passed, built_for = 0, None
        for mutant in sorted(mutants, key=lambda mutant: mutant.test):
            original = (tree / mutant.file).read_bytes()
            if mutant.test != built_for:
                package.keep(mutant.test)
                print(f"building the unbroken tree for {mutant.test}", flush=True)
                status, output = run(tree, "swift", "build", "--build-tests")
                if status:
                    sys.exit(output[-4000:])
                built_for = mutant.test
            mutant.apply(tree)
            start = time.monotonic()
            status, output = run(tree, "swift", "build", "--build-tests")
            if status:
                sys.exit(f"{mutant.name}: doesn't compile\n{output[-4000:]}")
            try:
                status, output = run(
                    tree, "swift", "test", "--skip-build", "--filter", mutant.test, limit=180)
                caught = status != 0
                ran = "run with 0 tests" not in output
                by = next((line.split('"')[1] for line in output.splitlines()
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
