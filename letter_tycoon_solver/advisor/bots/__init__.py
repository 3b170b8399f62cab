"""Players from outside: programs that speak the protocol of docs/protocol.md, and classes."""
