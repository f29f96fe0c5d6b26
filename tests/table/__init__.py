"""The table between hands, as facts: each is named by its rule, or by the worked example."""
