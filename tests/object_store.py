"""An object store that speaks S3 on loopback, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import fsspec

_SERVER = """
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
"""


@contextmanager
def serve_objects() -> Iterator[subprocess.Popen[str]]:
    """The server; meanwhile `s3://` means it, here and in processes that are started."""
    command = [sys.executable, "-c", _SERVER]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as server:  # type: ignore[call-overload]
        try:
            address = f"http://127.0.0.1:{int(server.stdout.readline())}"
            keys = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}
            with patch.dict(os.environ, {**keys, "AWS_ENDPOINT_URL": address, "AWS_MAX_ATTEMPTS": "2"}):
                # Clients of an earlier server are kept by fsspec.
                fsspec.get_filesystem_class("s3").clear_instance_cache()
                yield server
        finally:
            server.kill()
