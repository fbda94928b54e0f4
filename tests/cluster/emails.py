"""emails: e-mail of a cluster, which any node may send, and a mail program that writes down each attempt."""

import os
import re
import sqlite3

from parts import Failed

AGAIN_S = 45  # an e-mail is tried again after a minute; clocks of nodes may differ by ten seconds
PROGRAM = """#!/bin/sh
read -r line
while [ "$line" ] && [ "${line#Subject:}" = "$line" ]; do read -r line; done
cat > /dev/null
echo "$(date +%s) $line" >> '{log}'
"""


class Emails:
    def __init__(self, folder):
        """folder: of the cluster."""
        self.log = folder + "/emails"
        self.program = folder + "/sendmail"
        self.posted = 0
        with open(self.program, "w", encoding="ascii") as file:
            file.write(PROGRAM.replace("{log}", self.log))
        os.chmod(self.program, 0o755)

    def post(self, cluster, player):
        """Adds an e-mail that is due.  While the database cannot be asked, none is added."""
        try:
            cluster.sql("INSERT INTO letter(player, address, subject, text, at_ms, tries, next_ms)"
                        f" SELECT id, 'away@example.org', 'e-mail {self.posted + 1}', 'Hello', 1, 0, 1 FROM player WHERE name = '{player}'")
        except Failed:
            return
        self.posted += 1

    def sent(self):
        """The times at which e-mails were sent, in seconds, by the number of the e-mail."""
        times = {}
        if os.path.exists(self.log):
            with open(self.log, encoding="ascii") as file:
                for at, number in re.findall(r"^(\d+) Subject: e-mail (\d+)$", file.read(), re.M):
                    times.setdefault(int(number), []).append(int(at))
        return times

    def violations(self, path):
        """path: of a copy of the database.  Each e-mail was sent or is still there; none twice at about the same time."""
        found, sent = [], self.sent()
        store = sqlite3.connect(path)
        waiting = {int(subject.split()[1]) for subject, in store.execute("SELECT subject FROM letter WHERE subject LIKE 'e-mail %'")}
        store.close()
        for number in range(1, self.posted + 1):
            times = sorted(sent.get(number, []))
            if not times and number not in waiting:
                found.append(f"e-mail {number} was not sent, and is gone")
            if any(later - earlier < AGAIN_S for earlier, later in zip(times, times[1:])):
                found.append(f"e-mail {number} was sent twice: at {times}")
        return found
