"""Which hand is best: facts of the rule book, a plain second evaluator, a peer, and every hand there is."""
