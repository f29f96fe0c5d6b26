"""Second opinions: peer engines on the same hands, and where they are known to differ, and why."""
