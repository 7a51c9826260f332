#!/usr/bin/env bash
# Installs the Debian packages that are missing: install_packages.sh [build]
#   build   only what building and running the program needs; otherwise also what the tests need
set -euo pipefail

packages=(
  g++ cmake ninja-build make git ccache pkg-config
  libeigen3-dev libsuitesparse-dev libsundials-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libfmt-dev
  libhdf5-dev zlib1g-dev libcairo2-dev fonts-dejavu-core
)
if [[ "${1:-all}" != build ]]; then
  packages+=(
    clang-format clang-tidy libgtest-dev libbenchmark-dev chromium
    python3 python3-numpy python3-h5py python3-jsonschema python3-yaml
  )
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ "$status" == installed ]] || missing+=("$package")
done
# Node may come from elsewhere, with npm in the same package.
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi

as_root=()
if [[ $EUID -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "these packages are missing, and installing them needs root or sudo: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "installing: ${missing[*]}"
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
