"""Truth sets, and the errors of predictions."""
