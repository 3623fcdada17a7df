"""The memory of this process that is resident, code and tables alike, as the system counts it."""

from __future__ import annotations

import ctypes
import os
import sys

TYPICAL_BYTES = 192 << 20
"""What the program takes without tables, where the system does not say."""


def resident_bytes() -> int:
    """Return the bytes that this process has in memory now; TYPICAL_BYTES where the system does not say."""
    try:
        if sys.platform == "win32":
            return _on_windows()
        return _on_macos() if sys.platform == "darwin" else _on_linux()
    except (OSError, AttributeError, ValueError, IndexError):
        return TYPICAL_BYTES


def _on_linux() -> int:
    """Read the second field of /proc/self/statm, the resident pages. Raises OSError where there is no such file."""
    with open("/proc/self/statm", "rb") as file:
        pages = int(file.read().split()[1])
    return pages * int(os.sysconf("SC_PAGE_SIZE"))


def _on_macos() -> int:
    """Ask libproc for the task's information (flavour 4), 96 bytes, the second number of which is the resident size."""
    numbers = (ctypes.c_uint64 * 12)()
    size = ctypes.CDLL("libproc.dylib").proc_pidinfo(os.getpid(), 4, ctypes.c_uint64(0), numbers, 96)
    if size != 96:
        raise OSError("no information on this process")
    return int(numbers[1])


def _on_windows() -> int:
    """Ask for PROCESS_MEMORY_COUNTERS; the working set is the second field of the size of a pointer."""
    library = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]  # on Windows only
    library.GetCurrentProcess.restype = ctypes.c_void_p
    library.K32GetProcessMemoryInfo.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32]
    fields = (ctypes.c_size_t * 10)()  # two 32-bit numbers first, then nine sizes
    offset = 8 // ctypes.sizeof(ctypes.c_size_t)
    size = 8 + 8 * ctypes.sizeof(ctypes.c_size_t)
    if not library.K32GetProcessMemoryInfo(library.GetCurrentProcess(), fields, size):
        raise OSError("no information on this process")
    return int(fields[offset + 1])


__all__ = ["TYPICAL_BYTES", "resident_bytes"]
