"""Pictures of positions and control maps: for terminals and GTP (text), for people and papers (SVG).

Reading order: text.py, svg.py (one board), figure.py (several boards with captions).
"""
