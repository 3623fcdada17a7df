"""Control: a value in [-1, 1] for every point, in the order of imports:

  settings     the settings of the lambda/kappa estimator, and the paper's four modes
  paper        its formulas and Jacobi sweeps in NumPy
  estimator    its fixed point, by the paper's method or by the compiled one (_kernels)
  explain      the terms behind the value of a point
  sensitivity  the contribution of each stone to the value of a point
  propagation  the propagating function: influence that halves with each step
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
