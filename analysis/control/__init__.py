"""Control: a value in [-1, 1] for every point, by the lambda/kappa estimator or the propagating function.

Reading order: settings.py, paper.py (the formulas, in NumPy), estimator.py, _kernels.py (the same fixed point, fast);
then explain.py, sensitivity.py, propagation.py.
"""

from .estimator import ControlMap, ControlMaps, estimate, estimate_many, is_unique, trace
from .explain import ChainReason, PointReason, explain_point
from .propagation import PropagationSettings, propagate
from .sensitivity import sensitivity
from .settings import MODES, ControlSettings

__all__ = [
    "MODES", "ChainReason", "ControlMap", "ControlMaps", "ControlSettings", "PointReason", "PropagationSettings",
    "estimate", "estimate_many", "explain_point", "is_unique", "propagate", "sensitivity", "trace",
]
