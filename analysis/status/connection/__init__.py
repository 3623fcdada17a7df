"""Reading whether two chains can be connected or cut."""
