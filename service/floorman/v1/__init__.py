"""The contract ``floorman.v1`` in Python: written by ``protos/generate.sh``, never by hand."""
