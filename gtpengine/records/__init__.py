"""Game records as files have them: bytes to text, text to nodes, and the meaning of their properties."""
