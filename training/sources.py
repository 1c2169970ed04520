#!/usr/bin/env python3
"""Bring the training sources of sources.tsv and lay them out as trees, after checking each.

usage: sources.py fetch RAW          download into RAW, with git, pip, npm and cargo, what is not there
       sources.py lay RAW TREES      check and unpack: one folder a source; prints kind, name, version and where it is below RAW
       sources.py list RAW           print the rows of sources.tsv for everything below RAW that passes

RAW/git/<owner>+<name>[/repo] are repositories, RAW/pypi, RAW/npm and RAW/crates archives.
--sources names another list. A source is refused when its licence is not permissive (licences.py), when exclude.txt (--exclude) names its repository,
and when it has files of the trees below --benchmarks.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile

import licences

HERE = os.path.dirname(os.path.abspath(__file__))
LICENCE_FILE = re.compile(r"^([\w.]+-)?(un)?(licen[sc]e|copying|copyright)([-._].*)?$", re.I)
SMALLEST = 400  # bytes of a file that is compared with the benchmarks': shorter ones are alike by chance
MADE_BY_TOOLS = re.compile(r"(^|/)(Contents\.json|[^/]*\.(plist|xcscheme|xcworkspacedata|storyboard)|gradlew(\.bat)?|gradle-wrapper\.properties)$")  # alike everywhere


def rows(path):
    with open(path, encoding="utf-8") as f:
        return [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]


def run(*command, cwd=None):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def fetch(raw, sources):
    crates = []
    for kind, name, version, *_ in rows(sources):
        folder = os.path.join(raw, kind)
        os.makedirs(folder, exist_ok=True)
        if find(raw, kind, name, version):
            continue
        if kind == "git":
            done = run("git", "clone", "--quiet", "https://github.com/" + name, name.replace("/", "+"), cwd=folder)
        elif kind == "pypi":
            done = run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", f"{name}=={version}", cwd=folder)
        elif kind == "npm":
            done = run("npm", "pack", "-s", f"{name}@{version}", cwd=folder)
        elif kind == "crates":
            crates.append(f'c{len(crates)} = {{ package = "{name}", version = "={version}" }}\n')
            continue
        elif kind == "go":  # the distribution, which find looks for in GOROOT
            print(f"go {name}: install {version}", file=sys.stderr)
            continue
        if done.returncode:
            print(f"{kind} {name} {version}: {done.stderr.strip()[-200:]}", file=sys.stderr)
    if crates:
        fetch_crates(raw, crates)


def fetch_crates(raw, dependencies):
    """cargo downloads archives for a project; its cache is then RAW/crates."""
    project, home = os.path.join(raw, "cargo"), os.path.join(raw, "cargohome")
    os.makedirs(os.path.join(project, "src"), exist_ok=True)
    with open(os.path.join(project, "Cargo.toml"), "w", encoding="utf-8") as f:
        f.write('[package]\nname = "sources"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n' + "".join(dependencies))
    open(os.path.join(project, "src", "lib.rs"), "w").close()
    done = subprocess.run(["cargo", "fetch", "-q"], cwd=project, env={**os.environ, "CARGO_HOME": home})
    if done.returncode:
        sys.exit("crates: cargo fetch failed")
    cache = os.path.join(home, "registry", "cache")
    folder = os.path.join(raw, "crates")
    if not os.listdir(folder):
        os.rmdir(folder)
        os.symlink(os.path.join(cache, os.listdir(cache)[0]), folder)


def find(raw, kind, name, version):
    folder = os.path.join(raw, kind)
    if kind == "git":
        path = os.path.join(folder, name.replace("/", "+"))
        return next((p for p in (path + "/repo", path) if os.path.isdir(p)), None)
    if kind == "go":
        have = subprocess.run(["go", "env", "GOVERSION", "GOROOT"], capture_output=True, text=True).stdout.split()
        return os.path.join(have[1], "src") if have[:1] == [version] else None
    for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if identify(kind, file) == (fold(name), version):
            return os.path.join(folder, file)
    return None


def fold(name):
    return re.sub(r"[-_.]+", "-", name.replace("@", "").replace("/", "-")).lower()


def tree(kind, name):
    """-> the folder that a source is laid out in"""
    return kind + "-" + (name.replace("/", "+") if kind == "git" else fold(name))


def own_name(kind, path, folded):
    """-> the name by which the registry knows an archive"""
    for name, content in members(path):
        if kind == "npm" and name == "package.json":
            return json.loads(content)["name"]
        if kind == "crates" and name == "Cargo.toml":
            return re.search(r'^name = "([^"]+)"', content.decode(), re.M)[1]
    return folded


def identify(kind, file):
    """-> the folded name and version that an archive's file name says"""
    m = re.match(r"^(.+?)-(\d[\w.+!]*(?:-[\w.]+)?)(?:-(?:py|cp)[\w.]+-\w+-[\w.]+)?\.(?:tar\.gz|tgz|whl|zip|crate)$", file)
    return (fold(m[1]), m[2]) if m else None


def members(path, revision=None):
    """Yield (path without the archive's own folder, bytes) of what an archive, a repository or a folder holds."""
    if os.path.isdir(path) and revision:
        yield from from_git(path, revision)
    elif os.path.isdir(path):
        for folder, _, files in os.walk(path):
            for f in files:
                full = os.path.join(folder, f)
                if os.path.isfile(full) and os.path.getsize(full) < 1 << 20:
                    with open(full, "rb") as h:
                        yield os.path.relpath(full, path), h.read()
    elif path.endswith((".whl", ".zip")):
        with zipfile.ZipFile(path) as z:
            for i in z.infolist():
                if not i.is_dir() and i.file_size < 1 << 20:
                    yield i.filename, z.read(i)
    else:
        with open(path, "rb") as f:
            yield from from_tar(f, 1)


def from_git(path, revision):
    """A copy may lack large files, so each is asked for by itself."""
    listed = subprocess.run(["git", "-C", path, "ls-tree", "-r", "-z", revision], capture_output=True).stdout.split(b"\0")
    entries = [(meta.split()[2], name.decode("utf-8", "replace")) for meta, _, name in (line.partition(b"\t") for line in listed if line) if meta.startswith(b"100")]
    out = subprocess.run(["git", "-C", path, "cat-file", "--batch"], input=b"".join(e[0] + b"\n" for e in entries), capture_output=True).stdout
    at = 0
    for _, name in entries:
        end = out.index(b"\n", at)
        head, at = out[at:end].split(), end + 1
        if len(head) == 3 and head[1] == b"blob":
            size = int(head[2])
            if size < 1 << 20:
                yield name, out[at:at + size]
            at += size + 1


def from_tar(stream, strip):
    with tarfile.open(fileobj=stream) as t:
        for m in t:
            if m.isfile() and m.size < 1 << 20:
                yield "/".join(m.name.split("/")[strip:]), t.extractfile(m).read()


def judge(files):
    """-> licence, repository that the package says it is from"""
    found, said, home = set(), "", ""
    for name, data in files:
        parts = name.split("/")
        base = parts[-1]
        text = data[:30000].decode("utf-8", "replace") if len(parts) <= 4 and (LICENCE_FILE.match(base) or base in ("package.json", "Cargo.toml", "METADATA", "PKG-INFO")) else ""
        if LICENCE_FILE.match(base) and (len(parts) == 1 or "dist-info" in name):
            found.add(licences.of_text(text))
        elif len(parts) == 1 and base == "package.json":
            try:
                j = json.loads(text)
                said = j.get("license") if isinstance(j.get("license"), str) else (j.get("license") or {}).get("type", "")
                home = json.dumps(j.get("repository", ""))
            except ValueError:
                pass
        elif len(parts) == 1 and base == "Cargo.toml":
            said = (re.search(r'^license = "([^"]+)"', text, re.M) or [0, ""])[1]
            home = (re.search(r'^repository = "([^"]+)"', text, re.M) or [0, ""])[1]
        elif base in ("METADATA", "PKG-INFO"):
            head = text.split("\n\n")[0]
            m = re.search(r"^License(?:-Expression)?: (.{2,60})$|^Classifier: License :: (.*)$", head, re.M)
            said = said or (m and (m[1] or m[2])) or ""
            home += " ".join(re.findall(r"https?://github\.com/[\w.-]+/[\w.-]+", head))
    found.discard("unknown")
    if "not permissive" in found and not (said and licences.of_name(said) in licences.PERMISSIVE and " OR " in said):
        return "not permissive", home
    if said and licences.of_name(said) in licences.PERMISSIVE:
        return licences.of_name(said), home
    return (sorted(found - {"not permissive"}) or ["unknown"])[0], home


def hashes_below(folder):
    seen = set()
    for d, _, files in os.walk(folder or "/nonexistent"):
        for f in files:
            full = os.path.join(d, f)
            if os.path.isfile(full) and os.path.getsize(full) >= SMALLEST and not LICENCE_FILE.match(f):
                with open(full, "rb") as h:
                    seen.add(hashlib.sha256(h.read()).digest())
    return seen


def excluded(args):
    if not args.exclude:
        return set()
    with open(args.exclude, encoding="utf-8") as f:
        return {line.strip().lower() for line in f if line.strip()}


def check(kind, name, path, version, names, benchmark):
    """-> licence, files; licence is "" when the source is refused, and files says why"""
    files = list(members(path, version if kind == "git" else None))
    licence, home = judge(files)
    if kind == "go":
        licence = "BSD"  # GOROOT/LICENSE stands beside src
    if licence not in licences.PERMISSIVE:
        return "", f"licence {licence}"
    repositories = [r.lower().removesuffix(".git") for r in re.findall(r"github\.com[/:]([\w.-]+/[\w.-]+)", home)] + ([name.lower()] if kind == "git" else [])
    if set(repositories) & names:
        return "", "excluded"
    same = [f for f, data in files if len(data) >= SMALLEST and not LICENCE_FILE.match(os.path.basename(f)) and not MADE_BY_TOOLS.search(f) and hashlib.sha256(data).digest() in benchmark]
    if len(same) > 3:
        return "", f"{len(same)} files of a benchmark: {same[0]} …"
    return licence, [(f, data) for f, data in files if f not in same]


def everything(raw):
    for kind in sorted(os.listdir(raw)):
        folder = os.path.join(raw, kind)
        for entry in sorted(os.listdir(folder)) if kind in ("git", "pypi", "npm", "crates") else []:
            path = os.path.join(folder, entry)
            if kind == "git" and os.path.isdir(path):
                path = path + "/repo" if os.path.isdir(path + "/repo") else path
                head = subprocess.run(["git", "-C", path, "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
                yield kind, entry.replace("+", "/"), head, path
            elif kind != "git" and (known := identify(kind, entry if os.path.isfile(path) else entry + ".crate")):
                yield kind, own_name(kind, path, known[0]), known[1], path


def lay(path, files, dest):
    if os.path.isdir(dest):
        return
    for name, data in files:
        target = os.path.normpath(os.path.join(dest, name))
        if not target.startswith(dest + os.sep) or len(os.path.basename(target)) > 200:
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as f:
            f.write(data)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("command", choices=["fetch", "lay", "list"])
    ap.add_argument("raw")
    ap.add_argument("trees", nargs="?")
    ap.add_argument("--sources", default=os.path.join(HERE, "sources.tsv"))
    ap.add_argument("--exclude", help="file of repositories, one a line, that are refused")
    ap.add_argument("--benchmarks", help="folder of trees of which no source may have files")
    args = ap.parse_args()
    if args.command == "fetch":
        return fetch(args.raw, args.sources)
    names, benchmark = excluded(args), hashes_below(args.benchmarks)
    if args.command == "list":
        todo = everything(args.raw)
    else:
        todo = ((k, n, v, find(args.raw, k, n, v)) for k, n, v, *_ in rows(args.sources))
    for kind, name, version, path in todo:
        if not path:
            print(f"{kind} {name} {version}: not there, run fetch", file=sys.stderr)
            continue
        licence, files = check(kind, name, path, version, names, benchmark)
        if not licence:
            print(f"{kind} {name} {version}: refused, {files}", file=sys.stderr)
            continue
        if args.command == "list":
            print(kind, name, version, licence, sep="\t", flush=True)
        if args.trees:
            lay(path, files, os.path.join(args.trees, tree(kind, name)))
        if args.command == "lay":
            print(kind, name, version, path, sep="\t", flush=True)


if __name__ == "__main__":
    main()
