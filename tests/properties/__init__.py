"""Random hands over every switch: what must hold whatever is dealt and whatever is done."""
