"""Runs the examples for Spark of a page: the first on one executor, and all on two, where it kills what works for them; and
compares what they write with what parser parse has written. .ci/engines starts it, in a folder for what it writes: spark.py
PAGE TEXTS EXPECTED"""

import os
import re
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Dict, Iterator, List, Optional

MASTER = "local-cluster[%d,1,1024]"  # executors with a core each, as processes of their own
LONG = "late " * 2_000_000  # more than parser.load takes


def ancestors(pid: int) -> Iterator[int]:
    """Yield the parent of a process, its parent, and so on up to this process, or to the first of all."""
    while pid not in (0, os.getpid()):
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        yield pid


def programs() -> Dict[int, int]:
    """Return how many bytes each parser of a worker has written, by process."""
    written = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"\0serve\0--pipe\0" in (folder / "cmdline").read_bytes():
                pid = int(folder.name)
                above = list(ancestors(pid))
                if above[-1] == os.getpid() and len(above) > 1:
                    written[pid] = int(re.search(r"wchar: (\d+)", (folder / "io").read_text())[1])
        except OSError:  # it has ended
            continue
    return written


def kill(what: str, after: int, killed: List[int]) -> None:
    """Wait until the parser of a worker has written so many bytes, and kill it, or the process above it that works with it."""
    before = programs()
    while True:
        for pid, written in programs().items():
            if written - before.get(pid, 0) < after:
                continue
            line = [pid, *ancestors(pid)]  # the parser, the Python worker, the daemon that it was forked from, the executor
            victim = line[{"parser": 0, "Python worker": 1, "executor": 3}[what]]
            print(f"killing {what} {victim}:", Path(f"/proc/{victim}/cmdline").read_text().replace("\0", " ")[:100], flush=True)
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
            return
        time.sleep(0.01)


def failures(spark) -> int:
    """Return how many attempts at tasks have failed in the session."""
    tracker = spark.sparkContext.statusTracker()
    infos = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(None)]
    stages = {stage for info in infos if info for stage in info.stageIds}
    return sum(stage.numFailedTasks for stage in map(tracker.getStageInfo, stages) if stage)


def check(spark, expected: Dict[str, str]) -> None:
    """Compare what an example has written with what it should have."""
    rows = spark.read.parquet("parsed").collect()
    assert len(rows) == len(expected) + 2, len(rows)
    for row in rows:
        if row.name in expected:
            assert (row.conllu, row.error) == (expected[row.name], None), row.name
    errors = {row.name: row.error for row in rows if row.name not in expected and row.conllu is None}
    assert re.search("this is no text but (NoneType|float)$", errors["none"]), errors  # pandas 3 has NaN for it
    assert errors["long"].endswith("the request has more than 8,388,608 bytes"), errors


def run(spark, example: str, what: Optional[str], expected: Dict[str, str], executors: int, names: dict) -> None:
    """Run an example, which knows the names of the one before, kill something, and check what it writes."""
    shutil.rmtree("parsed", ignore_errors=True)
    failed, killed = failures(spark), []
    killer = threading.Thread(target=kill, args=(what, sum(map(len, expected.values())) // 8, killed), daemon=True)
    if what:
        killer.start()
    began = time.time()
    exec(example, names)
    seconds = time.time() - began
    failed = failures(spark) - failed
    how = "mapInPandas" if "mapInPandas" in example else "mapPartitions"
    words = sum(line[:1].isdigit() for text in expected.values() for line in text.splitlines())
    print(f"{how}, executors: {executors}; killed: {what}; attempts that failed: {failed}; {words} words, {seconds:.1f} s", flush=True)
    assert len(killed) == bool(what) and (failed > 0) == bool(what)
    check(spark, expected)


def main(page: str, texts: str, parsed: str) -> None:
    from pyspark.sql import SparkSession

    examples = re.findall(r"```python\n(.*?)```", Path(page).read_text(), re.DOTALL)
    assert len(examples) == 2, len(examples)
    expected = {file.stem: file.read_text() for file in Path(parsed).glob("*.conllu")}
    rows = [(file.stem, file.read_text()) for file in sorted(Path(texts).iterdir())]
    rows[len(rows) // 2 : 0] = [("none", None), ("long", LONG)]
    for executors in (1, 2):
        spark = SparkSession.builder.master(MASTER % executors).config("spark.ui.showConsoleProgress", False).getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        spark.sparkContext.parallelize(range(8), 8).map(str).count()  # executors and Python workers start before they are timed
        names = {"__name__": "__main__"}
        if executors == 1:
            spark.createDataFrame(rows, "name string, text string").repartition(8).write.parquet("texts")
            run(spark, examples[0], None, expected, executors, names)
        else:
            for example in examples:
                for what in (None, "parser", "Python worker", "executor"):
                    run(spark, example, what, expected, executors, names)
        spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
