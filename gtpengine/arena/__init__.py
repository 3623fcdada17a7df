"""GTP engines as programs: matches and regression suites."""
