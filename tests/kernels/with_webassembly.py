"""A plugin of pytest with which tests use the kernels in WebAssembly: ``pytest -p tests.kernels.with_webassembly``."""

from tests.kernels.webassembly import new_instance
from uka.kernels.webassembly import install

install(new_instance())
