"""Life and death of groups, as a goal of the search in `reading`."""
