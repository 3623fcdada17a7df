"""Thermographs, cooling and heating, and miai counting by piecewise linear functions of the temperature."""
