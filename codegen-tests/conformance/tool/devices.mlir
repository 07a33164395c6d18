// rule: design gpu.md 2: the tool lists the devices that programs can use, and the driver
// tool: devices
// out*| CPU:0
// out*| GPU:1  Stand-in 1, 1024 MiB, compute capability 9.0
// out*| CUDA driver 13.0
// tool: devices --json
// out*| "version"

func.func @unused() {
  tfrt.return
}
