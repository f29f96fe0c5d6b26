"""The auditable deal against its vectors, its exactness and its forgeries."""
