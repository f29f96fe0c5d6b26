"""The floor of a card room as a service: one authority on a Texas Hold'em hand."""
