#!/bin/sh
# Compiles the kernels of this folder. The PTX is checked in; this is for those who change a kernel.
cd "$(dirname "$0")" || exit 1
flags="-x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -O2 -ffp-contract=off"
flags="$flags -Xclang -target-feature -Xclang +ptx80 -S"
for source in *.cu; do
  name="${source%.cu}"
  # shellcheck disable=SC2086
  clang-22 $flags "$source" -o "$name.tmp" || exit 1
  { echo "// clang-22 $flags $source -o $name.ptx"; cat "$name.tmp"; } >"$name.ptx"
  rm "$name.tmp"
done
