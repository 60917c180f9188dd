"""The log behind one small port: two stores, the chain, shared commits, snapshots."""
