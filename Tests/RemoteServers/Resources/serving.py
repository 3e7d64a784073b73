"""Ports, folders and the end of the servers that tests start."""

import os
import shutil
import signal
import socket
import sys
import tempfile
import threading

HOST = "127.0.0.1"


def folder():
    """Makes a folder for the files of a server, which goes with it."""
    return tempfile.mkdtemp(prefix="mercator-server-")


def listener():
    """Returns a listening socket with a port that the system chooses."""
    result = socket.socket()
    result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    result.bind((HOST, 0))
    result.listen(512)
    return result


def end_with_input(path=None, command=None, stop=lambda: None):
    """Ends this process with its input, which ends when the tests do, in whatever way.

    Signals for the tests, such as that of the control key, must not end the server before. The
    lines of the input are commands, which have an answer.
    """
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)

    def read():
        for line in sys.stdin:
            print(command(line.split()), flush=True)
        if path:
            shutil.rmtree(path, ignore_errors=True)
        stop()
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()


def announce(*words):
    """Tells the tests that requests can come, in one line."""
    print("ready", *words, flush=True)
