#!/usr/bin/env python3
"""Breaks the cache's world in every way there is, and looks at what the program makes of it.

usage: faults.py [--program FILE] [--quick] [--output FILE] [KIND ...]

Each point is one run of the program with one fault: a system call that fails, a process that is
killed, a byte that flips. Afterwards, without the fault: what is served must be right, `doctor` must
find the file sound or set it aside, and a sync must make it whole again. The table at the end says,
for each kind of fault, how many points were tried, how many left damage or served something wrong,
and how many were surfaced: as a typed error or a notice, or by the command succeeding all the same.

Needs a C compiler; mounts are tried where this user may, else their kinds are left out.
"""
import argparse, ctypes, errno, json, os, pathlib, random, re, resource, shutil, signal, sqlite3
import subprocess, sys, tempfile, time

from moving import Moving

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GOLDEN = HERE / "golden"
TYPED = {"storage", "busy"}


class Outcome:
    """What one run of the program did."""

    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.said = []
        for line in self.err.splitlines():
            try:
                self.said.append(json.loads(line))
            except ValueError:
                self.said.append({"error": {"code": "not JSON: " + line}})

    @property
    def has_crashed(self):
        return self.code < 0 or self.code >= 128

    @property
    def is_surfaced(self):
        """Fine, or failed with an error that says what kind it is; never silent, never a defect."""
        codes = [said["error"]["code"] for said in self.said if "error" in said]
        if self.has_crashed or any(code not in TYPED for code in codes):
            return False
        return self.code == 0 or bool(codes)


class Box:
    """A home of its own for the program, with a cache in it."""

    def __init__(self, faults, folder=None):
        self.faults = faults
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(dir=faults.folder))
        self.cache = self.folder / "cache.db"

    def environment(self, fault):
        home = str(self.faults.home)
        kept = {"HOME": home, "PATH": os.environ["PATH"], "XDG_STATE_HOME": home,
                "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
        if fault:
            kept |= {"LD_PRELOAD": str(self.faults.shim), "FAULT_PATH": self.cache.name,
                     **{f"FAULT_{name.upper()}": str(value) for name, value in fault.items()}}
        return kept

    def command(self, *words):
        return [str(self.faults.program), *words, "--cache", str(self.cache), "--timeout", "20"]

    def run(self, *words, fault=None):
        return Outcome(subprocess.run(
            self.command(*words, "--json"), env=self.environment(fault), capture_output=True,
            text=True, errors="replace", timeout=120))

    def start(self, *words, fault=None):
        return subprocess.Popen(
            self.command(*words, "--json"), env=self.environment(fault), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace")

    def people(self):
        """Everyone whom the cache serves, without the time of their fetch; None when it can't be read."""
        found = self.run("export", "-", "--offline")
        if found.code:
            return {} if found.code == 6 else None
        people = json.loads(found.out)
        for person in people:
            person["fetchedAt"] = None
        return {person["id"]: person for person in people}

    def copy(self, file):
        shutil.copy(file, self.cache)
        return self

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Faults:
    def __init__(self, program, is_quick):
        self.program, self.is_quick = program, is_quick
        self.random = random.Random(1)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-faults-"))
        self.home = self.folder / "home"
        self.home.mkdir()
        self.shim = self.folder / "shim.so"
        subprocess.run(
            ["cc", "-O1", "-shared", "-fPIC", "-o", self.shim, HERE / "shim.c", "-ldl"], check=True)
        self.whole = Box(self)
        assert self.whole.run("sync").code == 0
        self.everyone = self.whole.people()
        assert len(self.everyone) == 1000
        self.rows = []

    def some(self, points, quick):
        """The points; of many, a few when there is little time."""
        points = list(points)
        return self.random.sample(points, min(quick, len(points))) if self.is_quick else points

    # What has to hold after any fault.

    def faults_after(self, box, expects_sound=True):
        """What is wrong with a cache after a fault, as words; none when all is well."""
        found = []
        served = box.people()
        health = box.run("doctor")
        report = json.loads(health.out) if health.out else {}
        is_sound = report.get("isSound", False)
        if health.has_crashed or (not is_sound and not report.get("setAside")):
            found.append(f"doctor: {health.code} {health.err.strip()}")
        # Reading may have found the damage, so that the file was set aside before it was looked at.
        was_set_aside = "set aside" in health.err
        if expects_sound and (not is_sound or was_set_aside):
            found.append(f"not sound: {health.err.strip()}")
        if expects_sound and report.get("isIndexRebuilt"):
            found.append("a row without its index entry")
        if is_sound and served is None and not was_set_aside:
            found.append("sound, and can't be read")
        wrong = [id for id, person in (served or {}).items() if self.everyone.get(id) != person]
        if wrong and is_sound:
            found.append(f"sound, and wrong: {wrong[:3]}")
        again = box.run("sync")
        if again.code:
            found.append(f"sync: {again.code} {again.err.strip()}")
        elif box.people() != self.everyone:
            found.append("not whole after a sync")
        else:
            last = json.loads(box.run("doctor").out or "{}")
            if not last.get("isSound") or last.get("isIndexRebuilt"):
                found.append("not sound after a sync")
        return found

    def kind(self, name, points, run):
        """Tries each point, and adds a row to the table; `run` gives what went wrong, and whether it was surfaced."""
        tried = damaged = surfaced = 0
        start = time.monotonic()
        for point in points:
            box = Box(self)
            try:
                wrong, is_surfaced = run(box, point)
            except Exception as error:
                wrong, is_surfaced = [repr(error)], False
            tried += 1
            damaged += bool(wrong)
            surfaced += is_surfaced
            if wrong or not is_surfaced:
                print(f"  {name} {point}: {'; '.join(wrong) or 'not surfaced'}", flush=True)
            box.remove()
        self.rows.append((name, tried, damaged, surfaced))
        print(f"{name}\t{tried}\t{damaged}\t{surfaced}\t{time.monotonic() - start:.0f} s", flush=True)

    # The kinds of fault.

    def system_calls(self):
        """Every call that writes, failing once or from then on, or being the last of the process."""
        self.calls("a sync", lambda box: box, "sync", 2)

    def migration(self):
        """The same while a file of an older version is brought up to date."""
        self.calls("a migration", lambda box: box.copy(GOLDEN / "v001.db"), "status", 1)

    def calls(self, what, prepare, command, quick):
        box = Box(self)
        counter = box.folder / "count"
        prepare(box).run(command, fault={"count": counter})
        calls = int(counter.read_text())
        for name, fault in [
            ("ENOSPC once", {"error": errno.ENOSPC}),
            ("ENOSPC for good", {"error": errno.ENOSPC, "lasts": 1}),
            ("EIO once", {"error": errno.EIO}),
            ("EIO for good", {"error": errno.EIO, "lasts": 1}),
            ("SIGKILL", {"error": 0}),
        ]:
            def run(box, call, fault=fault):
                done = prepare(box).run(command, fault={**fault, "at": call})
                is_killed = done.code == -signal.SIGKILL and fault["error"] == 0
                return self.faults_after(box), is_killed or done.is_surfaced
            self.kind(f"{name}, at a call of {what}", self.some(range(1, calls + 1), quick), run)

    def killed(self):
        """SIGKILL at some moment of a sync."""
        def run(box, delay):
            process = box.start("sync")
            time.sleep(delay)
            process.kill()
            process.communicate()
            return self.faults_after(box), True
        self.kind("SIGKILL at a moment of a sync",
                  self.some([self.random.uniform(0, 0.04) for _ in range(200)], 3), run)

    def memory(self):
        def run(box, heap):
            done = box.run("sync", fault={"heap": heap})
            return self.faults_after(box), done.is_surfaced
        self.kind("a limit on SQLite's memory", self.some(range(50_000, 2_000_000, 50_000), 5), run)

    def small_disk(self):
        def run(box, size):
            place = box.folder / "disk"
            place.mkdir()
            mount("-t", "tmpfs", "-o", f"size={size}k", "tmpfs", place)
            try:
                small = Box(self, place)
                done = small.run("sync")
                served = small.people()
                wrong = [id for id in served or {} if self.everyone.get(id) != served[id]]
                health = small.run("doctor")
                found = ["wrong rows"] if wrong else []
                if health.code == 0 and not json.loads(health.out)["isSound"]:
                    found.append("not sound")
                return found, done.is_surfaced and health.is_surfaced
            finally:
                unmount(place)
        if may_mount(self.folder):
            self.kind("a full disk", self.some(range(16, 640, 16), 5), run)

    def read_only(self):
        def run(box, has_file):
            if has_file:
                box.copy(self.whole.cache)
            mount("--bind", box.folder, box.folder)
            mount("-o", "remount,ro,bind", box.folder)
            try:
                read, written = box.run("show", "7"), box.run("sync")
                found = [] if read.code == 0 and '"id":"7"' in read.out else [read.err]
                return found, read.is_surfaced and written.is_surfaced and bool(written.said)
            finally:
                unmount(box.folder)
        if may_mount(self.folder):
            self.kind("a file system that can't be written to", [False, True], run)

        def closed(box, has_file):
            if has_file:
                box.copy(self.whole.cache)
            box.folder.chmod(0o555)

            def run(*words):
                return Outcome(subprocess.run(
                    box.command(*words, "--json"), env=box.environment(None), text=True,
                    capture_output=True, timeout=120, preexec_fn=obey_modes))
            try:
                read, written = run("show", "7"), run("sync")
                found = [] if read.code == 0 and '"id":"7"' in read.out else [read.err]
                return found, read.is_surfaced and written.is_surfaced and bool(written.said)
            finally:
                box.folder.chmod(0o755)
        self.kind("a folder that can't be written to", [False, True], closed)

    def damage(self):
        """Files that aren't what they were."""
        sound = self.whole.cache.read_bytes()
        pages = len(sound) // 4096
        files = {"empty": b"", "one byte": b"\0", "garbage": os.urandom(20_000),
                 "garbage header": os.urandom(100) + sound[100:]}
        for page in range(pages):
            files[f"cut before page {page}"] = sound[:page * 4096]
            files[f"cut inside page {page}"] = sound[:page * 4096 + 1000]
            files[f"page {page} zeroed"] = (
                sound[:page * 4096] + bytes(4096) + sound[page * 4096 + 4096:])
        for _ in range(400):
            place = self.random.randrange(len(sound))
            bit = 1 << self.random.randrange(8)
            files[f"bit {bit} of byte {place} flipped"] = (
                sound[:place] + bytes([sound[place] ^ bit]) + sound[place + 1:])

        def run(box, name):
            box.run("status")  # what was never a cache is another kind: it is left as it is
            box.cache.write_bytes(files[name])
            first = box.run("show", "7")
            is_right = first.has_crashed or first.code or json.loads(first.out)["id"] == "7"
            found = self.faults_after(box, expects_sound=False)
            return found + ([] if is_right else ["served somebody else"]), first.is_surfaced
        self.kind("a damaged file", self.some(files, 8), run)

        def garbage_log(box, size):
            box.copy(self.whole.cache)
            (box.folder / "cache.db-wal").write_bytes(self.random.randbytes(size))
            done = box.run("show", "7")
            return self.faults_after(box), done.is_surfaced
        self.kind("a log that is garbage", [1, 31, 32, 5_000, 100_000], garbage_log)

    def foreign(self):
        """Files that somebody named by mistake: refused, and not touched."""
        def run(box, name):
            if name == "a text":
                box.cache.write_text("my notes")
            else:
                base = sqlite3.connect(box.cache)
                base.execute("CREATE TABLE bookmark (url TEXT)")
                base.commit()
                base.close()
                if name == "a damaged database":
                    box.cache.write_bytes(os.urandom(100) + box.cache.read_bytes()[100:])
            before = box.cache.read_bytes()
            outcomes = [box.run(*words.split()) for words in ("status", "sync", "doctor")]
            found = [] if box.cache.read_bytes() == before else ["it was written to"]
            found += [path.name for path in box.folder.iterdir() if path != box.cache]
            return found, all(one.code == 1 and one.is_surfaced for one in outcomes)
        self.kind("a file that isn't a cache", ["a text", "a database", "a damaged database"], run)

    def versions(self):
        def older(box, file):
            done = box.copy(file).run("status")
            status = json.loads(done.out)
            found = [] if status["cachedUsers"] == 60 else ["people are lost"]
            return found + self.faults_after(box), done.is_surfaced
        self.kind("a file of an older version", sorted(GOLDEN.glob("*.db")), older)

        def newer(box, version):
            box.copy(self.whole.cache)
            base = sqlite3.connect(box.cache)
            base.execute(f"PRAGMA user_version = {version}")
            base.close()
            before = box.cache.read_bytes()
            done = box.run("show", "7")
            found = [] if box.cache.read_bytes() == before else ["the newer file was written to"]
            return found, done.is_surfaced and "newer version" in done.err
        self.kind("a file of a newer version", [4, 1000], newer)

    def together(self):
        def opening(box, number):
            runs = [box.start("status") for _ in range(4)]
            codes = [run.communicate() and run.returncode for run in runs]
            return ([] if codes == [0] * 4 else [f"codes {codes}"]), True
        self.kind("four open a new file at once", self.some(range(200), 20), opening)

        def working(box, number):
            runs = [box.start("sync", "--full") for _ in range(4)]
            searches = 0
            while any(run.poll() is None for run in runs):
                found = box.run("search", "an", "--offline")
                searches += 1
                if found.code not in (0, 6) or not found.is_surfaced and found.code != 6:
                    return [f"search: {found.code} {found.err}"], False
            outcomes = [Outcome(subprocess.CompletedProcess(run.args, run.returncode, *run.communicate()))
                        for run in runs]
            wrong = [f"sync: {one.code} {one.err}" for one in outcomes if one.code]
            return wrong + self.faults_after(box), all(one.is_surfaced for one in outcomes)
        self.kind("four sync and search at once", self.some(range(20), 2), working)

    def moved(self):
        """Rows added and removed on the server while numbered pages are read, so that pages shift."""
        comers = {3, 9, 14, 21, 30, 34}
        server = Moving()
        profile = self.folder / "moving.json"
        profile.write_text(json.dumps({
            "name": "moving", "baseURL": server.url, "envelope": {"message": "error"},
            "list": {"path": "/people", "items": "people", "total": {"path": "total"},
                     "paging": {"kind": "page", "sizeParameter": "size", "size": 10,
                                "sizeLimit": 10}},
            "detail": {"path": "/people/{id}"}, "fields": {"id": "id", "username": "login"},
            "ids": "number"}))

        def run(box, seed):
            def sync(*words):
                done = box.run("sync", *words, "--profile", str(profile))
                # A page that the server refused ends a sync, which says so.
                return done.code == 0 or (done.code == 5 and bool(done.said))

            def people():
                done = box.run("export", "-", "--offline", "--profile", str(profile))
                return {int(person["id"]) for person in json.loads(done.out)}

            server.start_anew()
            said = [sync()]
            found = [] if people() == set(range(1, 36)) else ["not whole at the start"]
            server.begin_moving(comers, random.Random(seed))
            for _ in range(3):
                said.append(sync())
                lost = set(range(1, 36)) - comers - people()
                found += [f"removed, and exist: {sorted(lost)}"] if lost else []
            server.stop_moving()
            said += [sync("--full") for _ in range(3)]
            if people() != set(server.ids):
                found.append("not the server's people in the end")
            return found, all(said)
        try:
            self.kind("rows moved while pages are read", self.some(range(1000), 3), run)
        finally:
            server.stop()

    def clock(self):
        def run(box, seconds):
            box.copy(self.whole.cache)
            back = box.run("sync", fault={"clock": seconds})
            shown = box.run("list", "--all", fault={"clock": seconds})
            is_whole = shown.code == 0 and len(json.loads(shown.out)) == 1000
            return ([] if is_whole else [shown.err]) + self.faults_after(box), back.is_surfaced
        self.kind("a clock set back or forward", [-3600, -86_400 * 3650, 86_400 * 3650], run)

    def opening(self):
        """A file that is up to date is opened, read and closed: no call may write to it or to its log."""
        # A log that stayed empty is taken away again: that writes nothing.
        calls = "write,pwrite64,writev,pwritev,ftruncate,fallocate,fsync,fdatasync,rename"
        written = re.compile(r"cache\.db(-wal|-journal)?[>\"]")

        def run(box, words):
            box.copy(self.whole.cache)
            trace = box.folder / "trace"
            done = Outcome(subprocess.run(
                ["strace", "-f", "-qq", "-y", "-o", trace, "-e", "trace=" + calls,
                 *box.command(*words.split(), "--offline", "--json")],
                env=box.environment(None), capture_output=True, text=True, timeout=120))
            lines = [line for line in trace.read_text().splitlines() if written.search(line)]
            left = sorted(path.name for path in box.folder.glob("cache.db-*"))
            return lines[:3] + left, done.code == 0 and done.is_surfaced
        if shutil.which("strace"):
            self.kind("opening a file that is up to date",
                      ["show 7", "list --all", "search an", "status"], run)
        else:
            print("  there is no strace: left out", flush=True)

    def quota(self):
        """A limit on the file's size by the system's own means (RLIMIT_FSIZE), as a quota has it."""
        def run(box, size):
            done = Outcome(subprocess.run(
                box.command("sync", "--json"), env=box.environment(None), capture_output=True,
                text=True, timeout=120, preexec_fn=lambda: limit_files(size)))
            return self.faults_after(box), done.is_surfaced
        self.kind("a limit on the size of files", self.some(range(4_096, 400_000, 8_192), 3), run)

    KINDS = [system_calls, migration, killed, memory, small_disk, quota, read_only, damage,
             foreign, versions, together, moved, clock, opening]

    def table(self):
        width = max(len(row[0]) for row in self.rows)
        print(f"\n{'fault':{width}}  points  damaged  surfaced")
        for name, tried, damaged, surfaced in self.rows:
            print(f"{name:{width}}  {tried:6}  {damaged:7}  {surfaced:8}")
        return all(damaged == 0 and surfaced == tried for _, tried, damaged, surfaced in self.rows)


def obey_modes():
    """For the child alone: root may write anywhere, but not without this capability (capabilities(7))."""
    drop, override = 24, 1  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(drop, override, 0, 0, 0)


def limit_files(size):
    """For the child alone: a write beyond fails with EFBIG, and the signal for it is ignored."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True, capture_output=True)


def unmount(place):
    subprocess.run(["umount", str(place)], check=True, capture_output=True)


def may_mount(folder):
    place = folder / "mount"
    place.mkdir(exist_ok=True)
    try:
        mount("-t", "tmpfs", "tmpfs", place)
        unmount(place)
        return True
    except (OSError, subprocess.CalledProcessError):
        print("  mounts aren't allowed here: left out", flush=True)
        return False


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", default=ROOT / ".build/release/sluice", type=pathlib.Path)
    options.add_argument("--quick", action="store_true", help="a few points of each kind")
    options.add_argument("--output", type=pathlib.Path, help="instead of standard output")
    options.add_argument("kinds", nargs="*")
    given = options.parse_args()
    if given.output:
        sys.stdout = given.output.open("w")
    faults = Faults(given.program.resolve(), given.quick)
    try:
        for kind in Faults.KINDS:
            if not given.kinds or kind.__name__ in given.kinds:
                kind(faults)
        is_well = faults.table()
    finally:
        shutil.rmtree(faults.folder, ignore_errors=True)
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
