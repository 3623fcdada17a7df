"""The verbs of the `mokusan` command, a module per verb."""
