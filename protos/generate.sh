#!/bin/sh
# Writes the Python stubs of floorman.v1 into service/floorman/v1, with types for mypy.
#
#     protos/generate.sh                          # from anywhere
#     PYTHON=/path/to/python protos/generate.sh   # another interpreter than .venv/bin/python
#
# The interpreter needs grpcio-tools and mypy-protobuf. The stubs are committed; CI runs this again and
# requires a clean tree. Other packages write their stubs with scripts of their own, from the same files.
set -eu
cd "$(dirname "$0")/.."

python=${PYTHON:-.venv/bin/python}
python=$(command -v "$python")
tools=$(dirname "$python")
out=service/floorman/v1

rm -f "$out"/*_pb2.py "$out"/*_pb2.pyi "$out"/*_pb2_grpc.py "$out"/*_pb2_grpc.pyi
mkdir -p "$out"
LC_ALL=C "$python" -m grpc_tools.protoc \
    --proto_path=protos \
    --plugin=protoc-gen-mypy="$tools/protoc-gen-mypy" \
    --plugin=protoc-gen-mypy_grpc="$tools/protoc-gen-mypy_grpc" \
    --python_out=service \
    --grpc_python_out=service \
    --mypy_out=quiet:service \
    --mypy_grpc_out=quiet:service \
    protos/floorman/v1/*.proto

# A file without a service has no calls: its empty call stub would only be noise.
for stub in "$out"/*_pb2_grpc.py; do
    case $stub in
        *_service_pb2_grpc.py) ;;
        *) rm -f "$stub" "${stub}i" ;;
    esac
done
