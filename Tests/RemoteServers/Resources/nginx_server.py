"""An nginx server; the argument is the path of the program."""

import ctypes
import pathlib
import signal
import subprocess
import sys
import time

import serving

place = pathlib.Path(serving.folder())
(place / "files").mkdir()
subprocess.run(
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem "
    "-out certificate.pem -days 2 -subj /CN=localhost "
    "-addext subjectAltName=DNS:localhost,IP:127.0.0.1".split(),
    cwd=place,
    check=True,
    stderr=subprocess.DEVNULL,
)


def configure():
    """Writes the configuration, with ports that are free at the moment."""
    sockets = [serving.listener() for _ in range(4)]
    ports = [socket.getsockname()[1] for socket in sockets]
    text = (pathlib.Path(__file__).parent / "nginx.conf").read_text()
    for name, port in zip(["PLAIN", "TLS", "SHORT", "NARROW"], ports):
        text = text.replace(f"@{name}@", f"{serving.HOST}:{port}")
    (place / "nginx.conf").write_text(text)
    for socket in sockets:
        socket.close()
    return ports


def die_with_parent():
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def start():
    """Starts nginx; returns once it listens, which comes before its file with the number."""
    server = subprocess.Popen(
        [sys.argv[1], "-p", place, "-c", place / "nginx.conf", "-e", "stderr"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        preexec_fn=die_with_parent,
    )
    while server.poll() is None and not (place / "nginx.pid").exists():
        time.sleep(0.01)
    return server


# Another process may have taken a port meanwhile.
for _ in range(5):
    ports = configure()
    server = start()
    if server.poll() is None:
        break
serving.end_with_input(place, stop=server.kill)
serving.announce(*ports, place)
sys.exit(f"nginx ended with status {server.wait()}")
