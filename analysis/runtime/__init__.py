"""What the analysis needs at run time, in the order of imports:

  notices         one-line messages to the front end, which subscribes to them (and may unsubscribe)
  cache_dir       the cache folder of this machine
  kernel_cache    compiled kernels on disk
  kernel_mode     which kernels this process uses: all, those of the control field, or none yet
  process_memory  the memory of this process that is resident
  jit             the decorators of kernels: compiled by numba, or plain Python without it

The kernels import `kernel`, `vector_kernel`, `lowest_bit` and `bit_count` from `jit`.
"""

from .cache_dir import cache_folder
from .notices import notify_once, subscribe, unsubscribe

__all__ = ["cache_folder", "notify_once", "subscribe", "unsubscribe"]
