"""parts: the parts of a cluster as processes: databases with a standby, their proxies, and servers on them.

Each part is in a place: a network namespace, joined with the others by a bridge (tests/cluster/network.py), or this machine
itself, where databases listen at sockets in folders alone."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "e2e"), os.path.join(ROOT, "tests", "support")]

import harness  # noqa: E402
from with_postgres import INITDB, Installed  # noqa: E402

NODES = ("left", "middle", "right")
DATABASES = ("db1", "db2")


class Place:
    """This machine."""

    address = "127.0.0.1"

    def inside(self, command):
        return command


class Failed(Exception):
    """A part did not follow a command; the text is a sentence."""


class Database(Installed):
    """A database cluster of PostgreSQL in a folder.  Its socket is there, too, or in a folder with a shorter path."""

    def __init__(self, name, folder, place, settings=(), network=None, socket_folder=None):
        """network: also listens at the address of its place, to everybody of this network (10.0.0.0/24)."""
        try:
            super().__init__()
        except FileNotFoundError as error:
            raise Failed(str(error)) from error
        self.name, self.folder, self.place, self.network = name, folder, place, network
        self.socket_folder = socket_folder or folder
        self.settings = [f"unix_socket_directories={self.socket_folder}", "listen_addresses=" + (place.address if network else ""),
                         "max_connections=60", "shared_buffers=16MB", "dynamic_shared_memory_type=mmap", "jit=off",
                         "wal_level=replica", "max_wal_senders=4", "hot_standby=on", "wal_keep_size=32MB", *settings]
        self.process = None

    @property
    def uri(self):
        """By its socket."""
        return "postgresql:///postgres?user=shoogi&host=" + self.socket_folder

    def run(self, name, *arguments):
        """Runs a program of PostgreSQL to its end.  Returns what it printed."""
        # In the folder of the database: the user may not read others.
        done = subprocess.run(self.command(name, *arguments), cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, **self.as_user())
        if done.returncode != 0:
            raise Failed(f"{name} of {self.name}: {done.stderr.strip()}")
        return done.stdout

    def make_folder(self):
        for folder in {self.folder, self.socket_folder}:
            os.makedirs(folder, exist_ok=True)
            self.own(folder)

    def make(self):
        self.make_folder()
        self.run("initdb", "-D", "data", *INITDB)
        if self.network:
            with open(self.folder + "/data/pg_hba.conf", "a", encoding="utf-8") as file:
                file.write(f"host all all {self.network} trust\nhost replication all {self.network} trust\n")

    def follow(self, primary):
        """Makes the folder a copy of a primary that runs, to be its standby."""
        shutil.rmtree(self.folder + "/data", ignore_errors=True)
        self.make_folder()
        self.run("pg_basebackup", "-h", primary.socket_folder, "-U", "shoogi", "-D", "data", "-X", "stream", "-c", "fast", "--no-sync")
        host = primary.place.address if self.network else primary.socket_folder
        with open(self.folder + "/data/postgresql.auto.conf", "a", encoding="utf-8") as file:
            file.write(f"primary_conninfo = 'host={host} user=shoogi application_name={self.name}'\n")
            file.write("synchronous_standby_names = ''\n")
        with open(self.folder + "/data/standby.signal", "w", encoding="utf-8"):
            pass
        self.own(self.folder + "/data/standby.signal")

    def start(self):
        options = [word for setting in self.settings for word in ("-c", setting)]
        command = self.command("postgres", "-D", self.folder + "/data", *options)
        if self.user:  # nsenter takes root, so the change of user comes behind it
            command = ["setpriv", f"--reuid={self.user.pw_uid}", f"--regid={self.user.pw_gid}", "--clear-groups", *command]
        with open(self.folder + "/log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(self.place.inside(command), cwd=self.folder, stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
        deadline = time.monotonic() + harness.PATIENCE_S
        while subprocess.run(self.command("pg_isready", "-q", "-h", self.socket_folder, "-t", "1"), check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(self.folder + "/log", encoding="utf-8") as log:
                    raise Failed(f"{self.name} did not start: {log.read()[-500:].strip()}")
            time.sleep(0.02)

    def number(self):
        """The number of the process on the folder, which this program or an earlier one has started; None: there is none."""
        if self.process:
            self.process.poll()
        try:
            with open(self.folder + "/data/postmaster.pid", encoding="utf-8") as file:
                number = int(file.readline())
            return number if os.readlink(f"/proc/{number}/cwd") == os.path.realpath(self.folder + "/data") else None
        except (OSError, ValueError):
            return None

    def alive(self):
        return self.number() is not None

    def stop(self, how=signal.SIGQUIT):
        """As in a crash, if nothing else is said."""
        number = self.number()
        if number:
            os.kill(number, how)
            harness.until(lambda: not self.alive())

    def signal_all(self, what):
        """Sends a signal to all its processes."""
        number = self.number()
        if not number:
            return
        os.kill(number, what)  # first: it starts no others
        with open(f"/proc/{number}/task/{number}/children", encoding="ascii") as file:
            for child in file.read().split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(child), what)

    def sql(self, commands):
        return self.run("psql", "-qXAt", "-v", "ON_ERROR_STOP=1", "-d", self.uri, "-c", commands).strip()

    def alter(self, change):
        """Changes a setting while it runs."""
        self.sql("ALTER SYSTEM " + change)
        self.sql("SELECT pg_reload_conf()")

    def is_safe(self):
        """Whether each commit is also at the standby."""
        return self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')") == "1"

    def await_standby(self):
        """From now on a commit is at the standby before its answer."""
        harness.until(lambda: self.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "1")
        self.alter("SET synchronous_standby_names = '*'")
        harness.until(self.is_safe)

    def promote(self):
        if self.sql("SELECT pg_promote(true, 60)") != "t":
            raise Failed(f"{self.name} was not promoted within a minute")


class Proxy:
    """The process in front of a database; see database_proxy.py."""

    def __init__(self, database, nodes):
        command = [sys.executable, "-B", os.path.join(HERE, "database_proxy.py"), database.socket_folder, database.place.address, *nodes]
        self.process = subprocess.Popen(database.place.inside(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        start_new_session=True)
        self.ports = {}
        while (words := self.process.stdout.readline().split()) != ["ready"]:
            if not words:
                raise Failed(f"the proxy of {database.name} has ended")
            self.ports[words[0]] = int(words[1])

    def tell(self, *words):
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()
        if self.process.stdout.readline() != "done\n":
            raise Failed(f"the proxy has ended at: {' '.join(words)}")

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Node(harness.Server):
    """A server of the cluster."""

    def __init__(self, name, place, uri, folder, *arguments, env=None):
        super().__init__(uri, "--node", name, *arguments, env={**(env or os.environ), "SHOOGI_ADMIN": f"{folder}/{name}.socket"})
        self.name, self.place = name, place

    def command(self):
        doors = [f"{self.place.address}:0"] * 2
        return self.place.inside([harness.PROGRAM, "serve", "--telnet", doors[0], "--http", doors[1], "--insecure",
                                  "--db", self.database, *self.arguments])


def uri_of(addresses):
    """libpq's URI for several databases; the server uses the one that accepts writes.  addresses: (host, port)."""
    hosts = ",".join(f"{host}:{port}" for host, port in addresses)
    return f"postgresql://{hosts}/postgres?user=shoogi&sslmode=disable&gssencmode=disable"
