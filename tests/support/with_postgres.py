#!/usr/bin/env python3
"""with_postgres: runs a program beside a PostgreSQL of its own.

    tests/support/with_postgres.py PROGRAM [ARGUMENT...]

The database cluster is made in a temporary folder, in memory if there is room, listens on a socket there alone, does not
sync, and is gone afterwards.
SHOOGI_POSTGRES is its URI, postgresql:///postgres?host=FOLDER.  PostgreSQL does not run as root: as root it gets the user
nobody.  tests/e2e and others use `with Postgres() as database`.
"""
import atexit
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

INITDB = ("-U", "shoogi", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")


def programs():
    """The folder of initdb and postgres: Debian does not have it in PATH."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True) + os.environ["PATH"].split(":")
    needed = ("initdb", "postgres", "pg_isready", "psql")
    return next((f for f in folders if all(os.access(os.path.join(f, name), os.X_OK) for name in needed)), None)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def temporary_folder():
    """A new folder for a database.  In memory: half of the time of a small database goes to the files of its tables."""
    memory = "/dev/shm"
    fits = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2 << 30
    return tempfile.mkdtemp(prefix="shoogi-postgres-", dir=memory if fits else None)


class Installed:
    """The programs of PostgreSQL, and the user that runs them: as root that is nobody."""

    def __init__(self):
        self.bin = programs()
        if not self.bin:
            raise FileNotFoundError("PostgreSQL is missing: install postgresql")
        self.user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None

    def command(self, name, *arguments):
        return [os.path.join(self.bin, name), *arguments]

    def as_user(self):
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}

    def own(self, path):
        """Gives a file or folder to the user."""
        if self.user:
            os.chown(path, self.user.pw_uid, self.user.pw_gid)


class Postgres(Installed):
    template = None  # the folder of the cluster that initdb has made; each database of this process begins as a copy

    def __init__(self, *settings, tcp=False):
        """tcp: it listens on 127.0.0.1, too, at self.port."""
        super().__init__()
        self.folder = temporary_folder()
        self.port = free_port() if tcp else 5432
        self.settings = ["fsync=off", "full_page_writes=off", "listen_addresses=" + ("127.0.0.1" if tcp else ""),
                         f"port={self.port}", "unix_socket_directories=" + self.folder,
                         "max_connections=40", "shared_buffers=16MB", "dynamic_shared_memory_type=mmap",
                         "autovacuum=off", "jit=off", *settings]
        self.own(self.folder)
        self.uri = "postgresql:///postgres?user=shoogi&host=" + self.folder + (f"&port={self.port}" if tcp else "")
        self.server = None

    def start(self):
        options = [word for setting in self.settings for word in ("-c", setting)]
        self.server = subprocess.Popen(self.command("postgres", "-D", self.folder + "/data", *options), cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=open(self.folder + "/log", "a"), **self.as_user())
        waiting = self.command("pg_isready", "-q", "-h", self.folder, "-p", str(self.port), "-t", "1")
        while subprocess.run(waiting).returncode != 0:
            if self.server.poll() is not None:
                raise RuntimeError(open(self.folder + "/log").read())
            time.sleep(0.02)

    def stop(self, how=signal.SIGINT):
        self.server.send_signal(how)
        self.server.wait()

    def make_template(self):
        folder = temporary_folder()
        atexit.register(shutil.rmtree, folder)
        self.own(folder)
        subprocess.run(self.command("initdb", "-D", folder + "/data", *INITDB, "--wal-segsize=1"), cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, **self.as_user())
        Postgres.template = folder

    def __enter__(self):
        if not Postgres.template:
            self.make_template()
        subprocess.run(["cp", "-a", "--reflink=auto", Postgres.template + "/data", self.folder], check=True, **self.as_user())
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.server:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)


if __name__ == "__main__":
    with Postgres() as database:
        # psql by itself: Debian's in PATH is a program in Perl that looks for it.
        path = database.bin + ":" + os.environ["PATH"]
        ended = subprocess.run(sys.argv[1:], env={**os.environ, "SHOOGI_POSTGRES": database.uri, "PATH": path})
    sys.exit(ended.returncode)
