"""The clients in one process with the service."""
