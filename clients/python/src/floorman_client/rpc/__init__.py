"""The envelope of a rich gRPC error, generated from ``status.proto`` by ``generate.sh``."""
