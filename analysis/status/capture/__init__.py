"""Reading whether a chain can be captured."""
