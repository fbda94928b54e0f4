"""network: network namespaces of one machine as the machines of a cluster, joined by a bridge.  Takes root.

A way between two of them is cut by routes that swallow packets ("blackhole"), as a network does that fails."""

import contextlib
import glob
import os
import re
import signal
import subprocess
import time

from parts import Failed

# Machines, and the last number of their addresses; the bridge, where this machine is, has 1.
MACHINES = {"left": 11, "middle": 12, "right": 13, "db1": 21, "db2": 22, "balancer": 31, "clients": 1}
NETWORKS = 200  # clusters on one machine


def ip(*words, may_fail=False):
    done = subprocess.run(["ip", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0 and not may_fail:
        raise Failed(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


class Machine:
    """A namespace; a place for parts.py."""

    def __init__(self, network, name):
        self.name = name
        self.space = f"shoogi-{network.number}-{name}"
        self.address = f"{network.prefix}.{MACHINES[name]}"

    def inside(self, command):
        return ["nsenter", f"--net=/run/netns/{self.space}", "--", *command]

    def exists(self):
        return os.path.exists(f"/run/netns/{self.space}")

    def processes(self):
        """The numbers of all processes in it."""
        return [int(number) for number in ip("netns", "pids", self.space, may_fail=True).split()]

    def kill_all(self):
        for number in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)


class Network:
    def __init__(self, number):
        self.number = number
        self.prefix = f"10.213.{number}"
        self.all = f"{self.prefix}.0/24"
        self.bridge = f"shoogi{number}"
        self.machines = {name: Machine(self, name) for name in MACHINES if name != "clients"}

    @classmethod
    def free(cls):
        """One that no cluster of this machine has; it belongs to who could make its bridge, since others may look at the same time."""
        if os.geteuid() != 0:
            raise Failed("network namespaces take root")
        links = ip("-o", "link")
        used = {int(n) for n in re.findall(r": shoogi(\d+):", links)}
        used |= {int(re.search(r"shoogi-(\d+)-", path).group(1)) for path in glob.glob("/run/netns/shoogi-*-*")}
        for number in range(1, NETWORKS):
            network = cls(number)
            if number not in used and network.make_bridge():
                return network
        raise Failed(f"this machine has {NETWORKS} clusters already")

    def make_bridge(self):
        """Returns whether it was missing."""
        try:
            ip("link", "add", self.bridge, "type", "bridge")
        except Failed:
            return False
        ip("addr", "add", f"{self.prefix}.1/24", "dev", self.bridge)
        return True

    def make(self):
        """Makes what is missing."""
        self.make_bridge()
        ip("link", "set", self.bridge, "up")
        for number, (name, machine) in enumerate(self.machines.items()):
            if machine.exists() and ip("-n", machine.space, "-o", "link", "show", "eth0", may_fail=True):
                continue
            ip("netns", "del", machine.space, may_fail=True)
            ip("netns", "add", machine.space)
            here = f"sh{self.number}v{number}"
            ip("link", "add", here, "type", "veth", "peer", "name", "eth0", "netns", machine.space)
            ip("link", "set", here, "master", self.bridge, "up")
            ip("-n", machine.space, "addr", "add", f"{machine.address}/24", "dev", "eth0")
            ip("-n", machine.space, "link", "set", "eth0", "up")
            ip("-n", machine.space, "link", "set", "lo", "up")

    def cut(self, of, to, one_way=False):
        """Nothing that one sends reaches the other; without one_way also the other way round."""
        for here, there in ((of, to),) if one_way else ((of, to), (to, of)):
            if here != "clients":
                ip("-n", self.machines[here].space, "route", "replace", "blackhole", f"{self.prefix}.{MACHINES[there]}/32")

    def heal(self):
        for machine in self.machines.values():
            if machine.exists():
                ip("-n", machine.space, "route", "flush", "type", "blackhole", may_fail=True)

    def cuts(self):
        """(of, to) of all that are cut."""
        names = {f"{self.prefix}.{number}": name for name, number in MACHINES.items()}
        return [(machine.name, names[address]) for machine in self.machines.values() if machine.exists()
                for address in re.findall(r"^blackhole (\S+)", ip("-n", machine.space, "route"), re.M)]

    def remove(self):
        """Ends all processes of the machines, and removes these."""
        for machine in self.machines.values():
            if machine.exists():
                machine.kill_all()
                while machine.processes():
                    time.sleep(0.02)
                ip("netns", "del", machine.space)
        ip("link", "del", self.bridge, may_fail=True)
