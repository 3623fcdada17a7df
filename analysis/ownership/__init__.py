"""Who owns each point: chances of chains to live, capturing races, the settled board, the final status."""
