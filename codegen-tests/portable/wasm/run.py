"""Runs a WebAssembly program of `wasm32-wasip1`, whose output goes to a file: MODULE OUTPUT."""

import sys

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig

module, output = sys.argv[1:]
engine = Engine()
store = Store(engine)
wasi = WasiConfig()
wasi.stdout_file = output
wasi.inherit_stderr()
store.set_wasi(wasi)
linker = Linker(engine)
linker.define_wasi()
instance = linker.instantiate(store, Module.from_file(engine, module))
try:
    instance.exports(store)["_start"](store)
except ExitTrap as end:
    sys.exit(end.code)
