"""database_proxy: a proxy in front of a database of PostgreSQL, which breaks connections by command.

    database_proxy.py DATABASE ADDRESS NAME...        DATABASE: the folder of its socket; ADDRESS: where to listen

For each NAME, a node, it listens on a port of its own: a line "NAME PORT" for each, and "ready".  Then it reads commands, a line
each, about the connections of a node, and answers "done":

    hold NAME to|from|both    keeps all bytes to the database, or from it, until "pass"
    hold NAME to writers      the same, except on the connection that listens to notifications
    pass NAME                 passes the kept bytes on
    cut NAME                  closes all connections; with the word listeners only the listening one, with writers the others
    commit NAME before|after  closes the connection of the next COMMIT: before it reaches the database, or when that has answered;
                              none: no longer
    commit NAME hold          at the next COMMIT begins to hold all connections, before it reaches the database
    deaf NAME                 drops the notifications of LISTEN
    hear NAME                 passes them on again
    trust NAME                lets the node find news only after a notification, as if it did not look by itself

Connections are not encrypted, so that it can read messages (https://www.postgresql.org/docs/15/protocol-message-formats.html)."""

import selectors
import socket
import struct
import sys
import time

LISTEN = b"LISTEN "
LOOK, LOOK_AWAY = b"news.number > k.last", b"news.number < -1    "  # in a query of postgres_news.c; of one length
AT_ONCE_S = 0.1  # so soon comes a look that a notification causes, since the news that it brings are not the next
COMMIT = b"\0COMMIT\0"  # in a message Parse: the name of the statement is empty


class Node:
    def __init__(self, name):
        self.name = name
        self.links = []
        self.held = {"to": False, "from": False}
        self.spared = False  # the connection that listens is not held
        self.commit = None  # what happens to the next one
        self.deaf = self.trusts = False


class Way:
    """One direction of a connection: bytes from one socket to the other."""

    def __init__(self, link, name, source, target):
        self.link, self.name, self.source, self.target = link, name, source, target
        self.waiting = b""
        self.message = b""  # the first part of a message of the database

    @property
    def held(self):
        node = self.link.node
        return node.held[self.name] and not (node.spared and self.link.listens)


class Link:
    def __init__(self, node, client, server):
        self.node, self.client, self.server = node, client, server
        self.to = Way(self, "to", client, server)
        self.back = Way(self, "from", server, client)
        self.listens = False
        self.notified_s = 0  # when the last notification came
        self.doomed = False  # its commit is being carried out, and nobody hears how it ends
        node.links.append(self)

    def way_from(self, source):
        return self.to if source is self.client else self.back

    def way_to(self, target):
        return self.to if target is self.server else self.back


class Proxy:
    def __init__(self, database, address, names):
        self.database = database
        self.selector = selectors.DefaultSelector()
        self.nodes = {}
        for name in names:
            listener = socket.create_server((address, 0))
            listener.setblocking(False)
            self.nodes[name] = Node(name)
            self.selector.register(listener, selectors.EVENT_READ, self.nodes[name])
            print(name, listener.getsockname()[1])
        self.selector.register(sys.stdin.buffer.raw, selectors.EVENT_READ, None)
        self.typed = b""
        print("ready", flush=True)

    # ---- links ----

    def accept(self, listener, node):
        client, _ = listener.accept()
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(self.database + "/.s.PGSQL.5432")
        except OSError:
            client.close()
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link = Link(node, client, server)
        for one in (client, server):
            one.setblocking(False)
            self.selector.register(one, selectors.EVENT_READ, link)

    def close(self, link):
        if link in link.node.links:
            link.node.links.remove(link)
            for one in (link.client, link.server):
                self.selector.unregister(one)
                one.close()

    def watch(self, link):
        """Selects the sockets of a link for reading, and for writing if bytes wait for them."""
        for one in (link.client, link.server):
            into = link.way_to(one)
            writes = into.waiting and not into.held
            self.selector.modify(one, selectors.EVENT_READ | (selectors.EVENT_WRITE if writes else 0), link)

    def flush(self, way):
        if way.waiting and not way.held:
            try:
                way.waiting = way.waiting[way.target.send(way.waiting):]
            except BlockingIOError:
                pass
            except OSError:
                self.close(way.link)

    def read(self, way):
        try:
            data = way.source.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.flush(way)
            self.close(way.link)
            return
        if way.name == "to":
            data = self.asked(way.link, data)
        else:
            data = self.answered(way, data)
        if data is None:
            self.close(way.link)
            return
        way.waiting += data
        self.flush(way)

    # ---- messages ----

    def asked(self, link, data):
        node = link.node
        link.listens = link.listens or LISTEN in data
        if node.commit and COMMIT in data:
            what, node.commit = node.commit, None
            if what == "before":
                return None
            if what == "hold":
                node.held, node.spared = {"to": True, "from": True}, False
            link.doomed = what == "after"
        if node.trusts and LOOK in data:
            if time.monotonic() > link.notified_s + AT_ONCE_S:
                data = data.replace(LOOK, LOOK_AWAY)
        return data

    def answered(self, way, data):
        """Whole messages that are passed on; None: the connection is to be closed."""
        node, out = way.link.node, b""
        way.message += data
        while len(way.message) >= 5:
            length = 1 + struct.unpack(">I", way.message[1:5])[0]
            if len(way.message) < length:
                break
            one, way.message = way.message[:length], way.message[length:]
            if way.link.doomed and one[:1] == b"C" and one[5:] == b"COMMIT\0":
                return None
            if one[:1] == b"A":
                if node.deaf:
                    continue
                way.link.notified_s = time.monotonic()
            out += one
        return out

    # ---- commands ----

    def command(self, words):
        what, node = words[0], self.nodes[words[1]]
        if what == "hold":
            node.held = {way: words[2] in (way, "both") for way in ("to", "from")}
            node.spared = words[3:] == ["writers"]
        elif what == "pass":
            node.held = {"to": False, "from": False}
            for link in list(node.links):
                self.flush(link.to)
                self.flush(link.back)
        elif what == "cut":
            spared = {"listeners": False, "writers": True}.get(words[2] if words[2:] else None)
            for link in [link for link in node.links if link.listens != spared]:
                self.close(link)
        elif what == "commit":
            node.commit = words[2] if words[2] != "none" else None
        elif what in ("deaf", "hear"):
            node.deaf = what == "deaf"
        elif what == "trust":
            node.trusts = True
        for link in node.links:
            self.watch(link)
        print("done", flush=True)

    def run(self):
        while True:
            for key, events in self.selector.select():
                if key.data is None:
                    typed = key.fileobj.read(4096)
                    if not typed:
                        return
                    *lines, self.typed = (self.typed + typed).split(b"\n")
                    for line in lines:
                        self.command(line.decode().split())
                elif isinstance(key.data, Node):
                    self.accept(key.fileobj, key.data)
                elif key.data in key.data.node.links:
                    if events & selectors.EVENT_READ:
                        self.read(key.data.way_from(key.fileobj))
                    if events & selectors.EVENT_WRITE:
                        self.flush(key.data.way_to(key.fileobj))
                    if key.data in key.data.node.links:
                        self.watch(key.data)


if __name__ == "__main__":
    Proxy(sys.argv[1], sys.argv[2], sys.argv[3:]).run()
