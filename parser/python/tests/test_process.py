"""The program that answers: streams, threads, forks, and how it ends. PARSER_BINARY names the program."""

import gc
import itertools
import multiprocessing
import os
import pickle
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from typing import Callable, Iterator
from unittest import mock

import parser
from parser import process

from . import EnglishTest
from .test_parser import MALFORMED, WORDS

HAS_PROC = os.path.exists("/proc/self/statm")


def eventually(holds: Callable[[], bool]) -> bool:
    """Wait up to a minute until something holds."""
    until = time.monotonic() + 60
    while not holds() and time.monotonic() < until:
        time.sleep(0.01)
    return holds()


def runs(pid: int) -> bool:
    """Report whether a process runs; one that ended, and that nothing waited for, does not."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def memory(pid: int) -> int:
    """Return the bytes of a process in memory."""
    with open(f"/proc/{pid}/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def texts(n: int) -> Iterator[str]:
    return (f"The dog number {i} barked at {i % 7} cats." for i in range(n))


class PipeTest(EnglishTest):
    def test_order(self) -> None:
        documents = list(self.nlp.pipe(texts(300)))
        self.assertEqual([d.text for d in documents], list(texts(300)))
        self.assertEqual(documents[299].to_conllu(), self.nlp(list(texts(300))[299]).to_conllu())
        tokens = [["It", "is"]]
        for document in self.nlp.pipe([tokens] * 3, input="tokens"):
            self.assertEqual(document.to_conllu(), self.nlp.tokens(tokens).to_conllu())

    def test_bad_documents(self) -> None:
        given = list(texts(1000))
        bad = range(50, 1000, 100)
        for i in bad:
            given[i] = [None, "\udc80", "x" * (1 << 23), b"late"][i // 100 % 4]
        answers = list(self.nlp.pipe(given, errors="yield"))
        wrong = [i for i, a in enumerate(answers) if isinstance(a, parser.ParseError)]
        self.assertEqual((len(answers), wrong), (1000, list(bad)))
        self.assertEqual(answers[50].file, "documents[50]")
        self.assertEqual(sum(isinstance(a, parser.Document) for a in answers), 990)

        given = [MALFORMED if i in bad else WORDS for i in range(1000)]
        answers = list(self.nlp.pipe(given, input="conllu", errors="yield"))
        self.assertEqual([i for i, a in enumerate(answers) if isinstance(a, parser.ParseError)], list(bad))
        self.assertEqual(str(answers[150]), "documents[150]:2:7: [a] wrong number of columns: 2, want 10")

        stream = self.nlp.pipe(given, input="conllu")
        self.assertEqual(len(list(itertools.islice(stream, 50))), 50)
        with self.assertRaisesRegex(parser.ParseError, r"documents\[50\]:2:7"):
            next(stream)
        for options in ({"errors": "ignore"}, {"input": "html"}):
            with self.assertRaises(ValueError):
                self.nlp.pipe([], **options)
        with self.assertRaises(TypeError):
            self.nlp.pipe("one text")

    def test_stream(self) -> None:
        taken = 0

        def endless():
            nonlocal taken
            for text in itertools.cycle(texts(10)):
                taken += 1
                yield text

        stream = self.nlp.pipe(endless())
        for n in range(1000):
            next(stream)
            self.assertLessEqual(taken - n, 300)
            if n % 100 == 0:
                time.sleep(0.02)
        self.assertEqual(len(self.nlp("Late.").sentences), 1)

    def test_dialogue(self) -> None:
        """An answer comes before the next document is given, after a burst, too."""
        given: "queue.SimpleQueue[str]" = queue.SimpleQueue()
        stream = self.nlp.pipe(iter(given.get, ""))
        for burst in (1, 1, 3, 1, 20, 2):
            said = list(texts(burst))
            for text in said:
                given.put(text)
            self.assertEqual([d.text for d in itertools.islice(stream, burst)], said)
        given.put("")
        self.assertEqual(list(stream), [])

    def test_errors_of_reading(self) -> None:
        """What goes wrong in a generator is raised after the answers to what it gave before."""

        def broken() -> Iterator[str]:
            yield from texts(3)
            raise LookupError("no more")

        answers = []
        with self.assertRaisesRegex(LookupError, "no more"):
            for document in self.nlp.pipe(broken()):
                answers.append(document.text)
        self.assertEqual(answers, list(texts(3)))
        with self.assertRaises(TypeError):
            list(self.nlp.pipe(7))

    def test_early_stop(self) -> None:
        """A stream that is not read to its end ends its thread, and its generator."""
        ended = threading.Event()

        def endless() -> Iterator[str]:
            try:
                yield from itertools.cycle(texts(10))
            finally:
                ended.set()

        for document in self.nlp.pipe(endless()):
            break
        self.assertTrue(ended.wait(60))
        self.assertTrue(eventually(lambda: not any(t.name == "parser.pipe" for t in threading.enumerate())))

    def test_threads(self) -> None:
        wrong = []

        def work(k: int) -> None:
            for i in range(40):
                text = f"The dog {k} barked at {i} cats."
                if self.nlp(text).sentences[0].text != text:
                    wrong.append(text)
            given = [f"Dog {k} saw cat {i}." for i in range(100)]
            if [d.sentences[0].text for d in self.nlp.pipe(given)] != given:
                wrong.append(k)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    @unittest.skipUnless(HAS_PROC, "there is no /proc to read the memory of a process in")
    def test_memory(self) -> None:
        # How much garbage there may be depends on the settings of Go and on the load of the machine, unless it is limited.
        with mock.patch.dict(os.environ, {"GOGC": "100", "GOMEMLIMIT": "128MiB"}), parser.load("english") as nlp:
            for _ in nlp.pipe(texts(2000)):
                pass
            pid = nlp._process.pid
            before = memory(pid)
            for document in nlp.pipe(texts(10000)):
                self.assertEqual(len(document.sentences), 1)
            self.assertLess(memory(pid) - before, 64 << 20)
            self.assertEqual(nlp._process.pid, pid)


class EndTest(unittest.TestCase):
    def setUp(self) -> None:
        self.nlp = parser.load("english")
        self.pid = self.nlp._process.pid
        self.addCleanup(self.nlp.close)

    def test_killed(self) -> None:
        stream = self.nlp.pipe(itertools.cycle(texts(100)), errors="yield")
        next(stream)
        self.nlp._process._child.kill()
        with self.assertRaisesRegex(parser.ProcessError, "killed by signal 9|ended with status 1"):
            for _ in stream:
                pass
        self.assertEqual(len(self.nlp("Late.").sentences), 1)
        self.assertNotEqual(self.nlp._process.pid, self.pid)
        self.nlp._process._child.kill()  # while it has nothing to do
        self.assertTrue(eventually(lambda: self.nlp._process.ended is not None))
        self.assertEqual(len(self.nlp("Late.").sentences), 1)

    def test_closed(self) -> None:
        child = self.nlp._process._child
        self.nlp.close()
        self.assertEqual(child.returncode, 0)
        self.assertEqual(len(self.nlp("Late.").sentences), 1)
        stream, child = self.nlp.pipe(itertools.cycle(texts(100))), self.nlp._process._child
        next(stream)
        self.nlp.close()
        self.assertIsNotNone(child.returncode)
        with self.assertRaisesRegex(parser.ProcessError, "closed"):
            list(stream)
        self.assertIsNone(self.nlp._process)  # the stream does not start it again

    def test_collected(self) -> None:
        nlp = parser.load("english")
        child = nlp._process._child
        del nlp
        gc.collect()
        self.assertEqual(child.returncode, 0)

    @unittest.skipUnless(HAS_PROC, "there is no /proc to see processes in")
    def test_parent_ends(self) -> None:
        load = "import parser, time; nlp = parser.load('english'); "
        program = load + "print(nlp._process.pid, flush=True); time.sleep(600)"
        for end in ("kill", "terminate"):
            parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
            pid = int(parent.stdout.readline())
            self.assertTrue(runs(pid))
            getattr(parent, end)()
            parent.wait()
            parent.stdout.close()
            self.assertTrue(eventually(lambda: not runs(pid)))
        program = load + "next(nlp.pipe(['It is.'] * 1000)); print(nlp._process.pid)"
        python = [sys.executable, "-W", "error", "-c", program]
        done = subprocess.run(python, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(eventually(lambda: not runs(int(done.stdout))))

    def test_collected_while_reading(self) -> None:
        """A stream that was left does not keep the program open, though its generator waits for ever."""
        nlp, waits = parser.load("english"), threading.Event()
        child = nlp._process._child
        self.addCleanup(waits.set)

        def one() -> Iterator[str]:
            yield "It is late."
            waits.wait()

        self.assertEqual(next(nlp.pipe(one())).text, "It is late.")
        del nlp
        gc.collect()
        self.assertTrue(eventually(lambda: child.returncode == 0))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_stream_of_another_process(self) -> None:
        stream = self.nlp.pipe(itertools.cycle(texts(10)))
        next(stream)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            child = os.fork()
        if child == 0:
            try:
                next(stream)
            except parser.ProcessError:
                os._exit(0)
            finally:
                os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(len(next(stream).sentences), 1)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_fork(self) -> None:
        busy = threading.Thread(target=lambda: list(self.nlp.pipe(texts(300))))
        busy.start()
        children = []
        for i in range(3):
            with warnings.catch_warnings():  # of forks while there are threads
                warnings.simplefilter("ignore")
                child = os.fork()
            if child == 0:
                status = 1
                try:
                    text = f"The dog {i} barked."
                    if self.nlp(text).sentences[0].text == text and self.nlp._process.pid != self.pid:
                        status = 0
                    self.nlp.close()
                finally:
                    os._exit(status)
            children.append(child)
        self.assertEqual([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children], [0, 0, 0])
        busy.join()
        self.assertEqual(len(self.nlp("Late.").sentences), 1)
        self.assertEqual(self.nlp._process.pid, self.pid)

    @unittest.skipUnless(HAS_PROC and hasattr(os, "fork"), "there is no fork, or no /proc")
    def test_fork_outlives(self) -> None:
        """A forked process does not keep the program of its parent open."""
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            child = os.fork()
        if child == 0:
            os.close(writer)
            os.read(reader, 1)
            os._exit(0)
        os.close(reader)
        program = self.nlp._process._child
        self.nlp.close()
        self.assertEqual(program.returncode, 0)
        os.close(writer)
        os.waitpid(child, 0)

    def test_elsewhere(self) -> None:
        """A copy for another machine finds the program there."""
        with tempfile.TemporaryDirectory() as folder:
            elsewhere = shutil.copy(process.find(), folder)
            copied = pickle.dumps(self.nlp)
            with mock.patch.dict(os.environ, {"PARSER_BINARY": elsewhere}), pickle.loads(copied) as nlp:
                self.assertEqual(nlp._process._child.args[0], elsewhere)
                self.assertEqual(nlp("Late.").to_conllu(), self.nlp("Late.").to_conllu())

    def test_processes(self) -> None:
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            documents = pool.map(self.nlp, ["It is late.", "Dogs bark."])
        self.assertEqual([d.sentences[0].text for d in documents], ["It is late.", "Dogs bark."])


if __name__ == "__main__":
    unittest.main()
