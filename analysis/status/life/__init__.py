"""Reading whether a group lives: groups, static life, and the life-and-death search."""
