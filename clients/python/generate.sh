#!/bin/sh
# Writes the client's stubs from ../../protos: src/floorman_client/v1, src/floorman_client/rpc and reasons.py.
#
#     sh clients/python/generate.sh               # from anywhere; prints nothing when all went well
#     PYTHON=/path/to/python sh clients/python/generate.sh
#
# The interpreter needs grpcio-tools 1.80 and mypy-protobuf; by default it is that of .venvs/client-stubs, which
# is made from the pinned requirements/client-stubs.txt where it is missing. The old protoc is on purpose: what it
# writes runs on protobuf 6.31 to 7. The stubs are committed; CI runs this again and requires a clean tree.
#
# The stubs differ from plain ones in two ways, so that they live beside the service or anybody's own stubs of
# floorman.v1 in one process, of whichever versions:
# * the files are imported as floorman_client/v1/..., which makes the Python imports right;
# * they register in a pool of their own (floorman_client._pool), because two definitions of one message cannot
#   be in one pool. Names of messages, services and methods stay those of the contract.
set -eu
cd "$(dirname "$0")"
root=../..
out=src/floorman_client

if [ -z "${PYTHON:-}" ]; then
    PYTHON=$root/.venvs/client-stubs/bin/python
    if [ ! -x "$PYTHON" ]; then
        python3 -m venv $root/.venvs/client-stubs
        PIP_DISABLE_PIP_VERSION_CHECK=1 "$PYTHON" -m pip install --quiet --no-input --require-hashes \
            --only-binary :all: -r $root/requirements/client-stubs.txt
    fi
fi
tools=$(dirname "$(command -v "$PYTHON")")

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/floorman_client/v1" "$tree/floorman_client/rpc"
for proto in $root/protos/floorman/v1/*.proto; do
    sed 's|^import "floorman/v1/|import "floorman_client/v1/|' "$proto" \
        >"$tree/floorman_client/v1/$(basename "$proto")"
done
cp $out/rpc/status.proto "$tree/floorman_client/rpc/"

for folder in v1 rpc; do
    rm -f $out/$folder/*_pb2.py $out/$folder/*_pb2.pyi $out/$folder/*_pb2_grpc.py $out/$folder/*_pb2_grpc.pyi
done
LC_ALL=C "$PYTHON" -m grpc_tools.protoc \
    --proto_path="$tree" \
    --plugin=protoc-gen-mypy="$tools/protoc-gen-mypy" \
    --plugin=protoc-gen-mypy_grpc="$tools/protoc-gen-mypy_grpc" \
    --python_out=src \
    --grpc_python_out=src \
    --mypy_out=quiet:src \
    --mypy_grpc_out=quiet:src \
    --descriptor_set_out="$tree/contract.binpb" \
    --include_source_info \
    "$tree"/floorman_client/v1/*.proto "$tree"/floorman_client/rpc/*.proto

for stub in $out/v1/*_pb2.py $out/rpc/*_pb2.py; do
    sed 's|^from google.protobuf import descriptor_pool as _descriptor_pool$|from floorman_client import _pool as _descriptor_pool|' \
        "$stub" >"$tree/stub"
    cat "$tree/stub" >"$stub"
done
# A file without a service has no calls: its empty call stub would only be noise.
for stub in $out/v1/*_pb2_grpc.py $out/rpc/*_pb2_grpc.py; do
    case $stub in
        *_service_pb2_grpc.py) ;;
        *) rm -f "$stub" "${stub}i" ;;
    esac
done

"$PYTHON" generate_modules.py "$tree/contract.binpb"
