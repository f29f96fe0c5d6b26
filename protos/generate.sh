#!/bin/sh
# Writes the Python stubs of floorman.v1 into service/floorman/v1, with types for mypy.
#
#     protos/generate.sh                          # from anywhere
#     PYTHON=/path/to/python protos/generate.sh   # another interpreter than .venv/bin/python
#
# The interpreter needs grpcio-tools and mypy-protobuf. The stubs are committed; CI writes them again and
# requires that nothing changes. A client keeps a script of its own, which reads the same files.
set -eu
cd "$(dirname "$0")/.."

python=$(command -v "${PYTHON:-.venv/bin/python}")
plugins=$(dirname "$python")
stubs=service/floorman/v1
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

"$python" -m grpc_tools.protoc \
    --proto_path=protos \
    --plugin="$plugins/protoc-gen-mypy" \
    --plugin="$plugins/protoc-gen-mypy_grpc" \
    --python_out="$fresh" \
    --grpc_python_out="$fresh" \
    --mypy_out=quiet:"$fresh" \
    --mypy_grpc_out=quiet:"$fresh" \
    protos/floorman/v1/*.proto

# Only services have calls: for the other files the gRPC plugin writes a stub of nothing.
find "$fresh" -name '*_pb2_grpc.py*' ! -name '*_service_pb2_grpc.py*' -delete

mkdir -p "$stubs"
rm -f "$stubs"/*_pb2.py "$stubs"/*_pb2.pyi "$stubs"/*_pb2_grpc.py "$stubs"/*_pb2_grpc.pyi
cp "$fresh"/floorman/v1/* "$stubs"
