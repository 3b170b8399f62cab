"""A static host of the site without a server."""

from __future__ import annotations

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

PATH: Final = "/some/where"
"""The site lies under a path of its host."""


class Host:
    """A static host of a folder: files, and nothing else."""

    def __init__(self, root: Path, port: int = 0) -> None:
        class Quiet(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(handler) -> None:  # noqa: N805 (self is the host)
                # A browser may have connected before the host stopped, and ask after.
                if not self._is_stopped:
                    SimpleHTTPRequestHandler.do_GET(handler)

        self._is_stopped = False
        handler = functools.partial(Quiet, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._is_stopped = True
        self._server.shutdown()
        self._server.server_close()
