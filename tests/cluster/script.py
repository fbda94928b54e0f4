"""script: what script/cluster does; its words are in USAGE.

The state is what there is: namespaces, processes, and the folder build/cluster with the number of the network, databases and logs."""

import os
import shutil
import signal
import subprocess
import sys
import time

from network import MACHINES, Network
from parts import DATABASES, NODES, ROOT, Database, Failed, harness, uri_of

USAGE = """script/cluster [start [PART]]     start what does not run: everything, or one
script/cluster kill PART          end it at once (SIGKILL): left, middle, right, db1, db2, balancer
script/cluster promote            the standby becomes the database that is written to
script/cluster cut A B [one-way]  nothing passes between two of them, or only from B to A; clients are a part, too
script/cluster heal               everything passes again
script/cluster status             what runs, where, and what is cut
script/cluster stop               end and remove everything"""

FOLDER = os.path.join(ROOT, "build", "cluster")
TELNET, HTTP = 4080, 8080

HAPROXY = """global
    maxconn 4000
defaults
    timeout connect 3s
    timeout client 1h
    timeout server 1h
listen telnet
    mode tcp
    bind {address}:{telnet}
    balance leastconn
    option httpchk GET /healthz
{telnet_servers}
listen http
    mode http
    bind {address}:{http}
    balance leastconn
    option httpchk GET /healthz
    option forwardfor
    http-request set-header X-Forwarded-Proto http
{http_servers}
"""


def process_of(name):
    """The number of a part's process, from the file that was written when it was started; None: it has ended."""
    try:
        with open(f"{FOLDER}/{name}.process", encoding="utf-8") as file:
            number, began = file.read().split()
        return int(number) if began_at(number) == began else None
    except (OSError, ValueError):
        return None


def began_at(number):
    with open(f"/proc/{number}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    if fields[0] == "Z":
        raise OSError("it has ended")
    return fields[19]


class Cluster:
    def __init__(self, network):
        self.network = network
        self.sockets = f"/run/shoogi-cluster-{network.number}"
        self.databases = {name: Database(name, f"{FOLDER}/{name}", network.machines[name], network=network.all,
                                         socket_folder=f"{self.sockets}/{name}") for name in DATABASES}

    @classmethod
    def open(cls, make=False):
        path = FOLDER + "/network"
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return cls(Network(int(file.read())))
        if not make:
            raise Failed("there is no cluster; script/cluster start makes one")
        os.makedirs(FOLDER, exist_ok=True)
        network = Network.free()
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(network.number))
        return cls(network)

    def runs(self, name):
        return self.databases[name].alive() if name in DATABASES else process_of(name) is not None

    # ---- starting ----

    def start(self, wanted):
        os.makedirs(self.sockets, exist_ok=True)
        self.network.make()
        self.open_folders()
        if not wanted or wanted in DATABASES:
            self.start_databases(wanted)
        for name in NODES:
            if wanted in (None, name) and not self.runs(name):
                self.start_server(name)
        if wanted in (None, "balancer") and not self.runs("balancer"):
            self.start_balancer()

    def open_folders(self):
        """The user of the databases has to pass through those above the folder."""
        path = FOLDER
        while path != "/":
            if not os.stat(path).st_mode & 0o001:
                raise Failed(f"PostgreSQL runs as the user nobody, who may not enter {path}: chmod o+x, or put the tree elsewhere")
            path = os.path.dirname(path)

    def start_databases(self, wanted):
        primary, standby = self.roles()
        if not os.path.exists(primary.folder + "/made"):
            say("making the database")
            shutil.rmtree(primary.folder, ignore_errors=True)
            primary.make()
            with open(primary.folder + "/made", "w", encoding="utf-8"):
                pass
        if not primary.alive():
            if wanted not in (None, primary.name):
                raise Failed(f"start {primary.name} first, which has been written to last, or promote {standby.name}")
            say(f"starting {primary.name}")
            primary.start()
        if not standby.alive() and wanted in (None, standby.name):
            say(f"starting {standby.name} behind {primary.name}")
            standby.follow(primary)
            standby.start()
            with open(standby.folder + "/made", "w", encoding="utf-8"):
                pass
        if standby.alive():
            primary.await_standby()

    def roles(self):
        """The database that is written to, and its standby."""
        names = DATABASES
        if os.path.exists(FOLDER + "/promoted"):
            with open(FOLDER + "/promoted", encoding="utf-8") as file:
                names = sorted(DATABASES, key=file.read().__ne__)
        return [self.databases[name] for name in names]

    def launch(self, name, command, ready):
        """Starts a process, and waits for a word in its output."""
        say(f"starting {name}")
        with open(f"{FOLDER}/{name}.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        with open(f"{FOLDER}/{name}.process", "w", encoding="utf-8") as file:
            file.write(f"{process.pid} {began_at(process.pid)}")
        deadline = time.monotonic() + harness.PATIENCE_S
        while process.poll() is None and not ready():
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
        if process.poll() is not None or not ready():
            with open(f"{FOLDER}/{name}.log", encoding="utf-8", errors="replace") as log:
                raise Failed(f"{name} did not start: {log.read()[-500:].strip()}")

    def start_server(self, name):
        machine = self.network.machines[name]
        uri = uri_of([(database.place.address, 5432) for database in self.databases.values()])
        command = [harness.PROGRAM, "serve", "--telnet", f"{machine.address}:{TELNET}", "--http", f"{machine.address}:{HTTP}", "--insecure",
                   "--db", uri, "--node", name, "--per-address", "4000",
                   "--trusted-proxy", self.network.machines["balancer"].address]

        def ready():
            with open(f"{FOLDER}/{name}.log", encoding="utf-8", errors="replace") as log:
                return "ready\n" in log.read()

        admin = f"SHOOGI_ADMIN={self.sockets}/{name}.socket"
        self.launch(name, machine.inside(["env", admin, *command]), ready)

    def start_balancer(self):
        if not shutil.which("haproxy"):
            raise Failed("haproxy is missing: script/bootstrap cluster")
        machine = self.network.machines["balancer"]

        def servers(port, more):
            return "\n".join(f"    server {name} {self.network.machines[name].address}:{port} check port {HTTP} inter 500ms{more}"
                             for name in NODES)

        path = FOLDER + "/haproxy.cfg"
        with open(path, "w", encoding="utf-8") as file:
            file.write(HAPROXY.format(address=machine.address, telnet=TELNET, http=HTTP, telnet_servers=servers(TELNET, ""),
                                      http_servers=servers(HTTP, "")))
        self.launch("balancer", machine.inside(["haproxy", "-db", "-f", path]), lambda: self.listens(machine))

    @staticmethod
    def listens(machine):
        said = subprocess.run(machine.inside(["ss", "-ltn"]), capture_output=True, text=True, check=False).stdout
        return f":{HTTP} " in said

    # ---- the rest ----

    def kill(self, name):
        number = self.databases[name].number() if name in DATABASES else process_of(name)
        if not number:
            raise Failed(f"{name} does not run")
        if name in DATABASES:
            # The other processes of a database would go on for a moment after the first one.
            self.network.machines[name].kill_all()
        else:
            os.kill(number, signal.SIGKILL)
        harness.until(lambda: not self.runs(name))
        if name not in DATABASES:
            return
        primary, standby = self.roles()
        if primary.name == name:
            say(f"{standby.name} can take over: script/cluster promote")
        else:
            say("without a standby nothing is acknowledged: script/cluster start brings it back")

    def promote(self):
        primary, standby = self.roles()
        if primary.alive():
            raise Failed(f"{primary.name} is written to, and runs: script/cluster kill {primary.name}")
        if not standby.alive():
            raise Failed(f"the standby, {standby.name}, does not run")
        standby.promote()
        with open(FOLDER + "/promoted", "w", encoding="utf-8") as file:
            file.write(standby.name)
        say(f"{standby.name} is written to now; script/cluster start makes {primary.name} its standby")

    def status(self):
        primary, _ = self.roles()
        for name, machine in self.network.machines.items():
            what = "runs" if self.runs(name) else "does not run"
            more = (", is written to" if self.databases[name] is primary else ", is the standby") if name in DATABASES else ""
            doors = "" if name in DATABASES else f", telnet {machine.address} {TELNET}, http://{machine.address}:{HTTP}"
            print(f"{name:9} {machine.address:14} {what}{more}{doors if self.runs(name) else ''}")
        for of, to in self.network.cuts():
            print(f"cut: from {of} to {to}")

    def stop(self):
        self.network.remove()
        shutil.rmtree(self.sockets, ignore_errors=True)
        shutil.rmtree(FOLDER, ignore_errors=True)


def say(sentence):
    print(f"cluster: {sentence}", file=sys.stderr, flush=True)


def run(words):
    command, *rest = words or ["start"]
    counts = {"start": (0, 1), "kill": (1, 1), "promote": (0, 0), "cut": (2, 3), "heal": (0, 0), "status": (0, 0), "stop": (0, 0)}
    if command not in counts or not counts[command][0] <= len(rest) <= counts[command][1]:
        raise Failed("expected one of\n" + USAGE)
    if os.geteuid() != 0:
        raise Failed("network namespaces take root: sudo script/cluster")
    names = set(MACHINES) if command == "cut" else set(MACHINES) - {"clients"}
    for name in rest[:2]:
        if name not in names:
            raise Failed(f'expected one of {", ".join(n for n in MACHINES if n in names)}, found "{name}"')
    if command == "start":
        begin(rest[0] if rest else None)
        return
    cluster = Cluster.open()
    if command == "cut":
        if rest[0] == rest[1] or rest[2:] not in ([], ["one-way"]):
            raise Failed("expected two parts, and behind them one-way or nothing")
        cluster.network.cut(rest[0], rest[1], one_way=bool(rest[2:]))
    elif command == "kill":
        cluster.kill(rest[0])
    elif command == "heal":
        cluster.network.heal()
    else:
        getattr(cluster, command)()


def begin(wanted):
    cluster = Cluster.open(make=True)
    parts = [wanted] if wanted else list(cluster.network.machines)
    if all(cluster.runs(name) for name in parts):
        say("everything runs already" if not wanted else f"{wanted} runs already")
    else:
        cluster.start(wanted)
    cluster.status()


if __name__ == "__main__":
    try:
        run(sys.argv[1:])
    except Failed as reason:
        sys.exit(f"cluster: {reason}")
    except AssertionError:
        sys.exit("cluster: a part did not follow a command in time; script/cluster status shows what runs, logs are in build/cluster")
    except KeyboardInterrupt:
        sys.exit("cluster: interrupted; script/cluster start goes on, script/cluster stop removes everything")
