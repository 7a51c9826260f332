#!/usr/bin/env bash
# Installs the Debian packages that are missing: install_packages.sh [build | package | package-test | bench | fuzz]
#   build   only what building and running the program needs; otherwise also what the tests need
#   package        as build, then what makes packages and judges them
#   package-test   as package, then what makes a new Debian root
#   fuzz    as without a word, then clang with libFuzzer
#   bench   as without a word, then what counts instructions, and what the benchmarks compare with, if it is to be had
set -euo pipefail

what=${1:-all}
packages=(
  g++ cmake ninja-build make git ccache pkg-config
  libeigen3-dev libsuitesparse-dev libsundials-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libfmt-dev
  libmetis-dev libhdf5-dev zlib1g-dev libcairo2-dev fonts-dejavu-core
)
if [[ "$what" != build ]]; then
  packages+=(dpkg-dev lintian python3 python3-dev pybind11-dev python3-numpy)
fi
if [[ "$what" == package-test ]]; then
  packages+=(debootstrap)
fi
if [[ "$what" != build && "$what" != package && "$what" != package-test ]]; then
  packages+=(
    clang-format clang-tidy libgtest-dev libbenchmark-dev chromium
    python3-h5py python3-jsonschema python3-yaml groff-base man-db
    python3-pytest python3-matplotlib python3-pandas python3-scipy mypy python3-nbconvert python3-ipykernel
  )
fi

if [[ "$what" == bench ]]; then
  packages+=(valgrind)
fi
if [[ "$what" == fuzz ]]; then
  packages+=(clang libclang-rt-dev)
fi

installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null || true) == installed ]]
}
missing=()
for package in "${packages[@]}"; do
  installed "$package" || missing+=("$package")
done
# Node may come from elsewhere, with npm in the same package.
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
optional=()
if [[ "$what" == bench ]] && ! installed libsimbody-dev; then
  optional=(libsimbody-dev)
fi
if [[ ${#missing[@]} -eq 0 && ${#optional[@]} -eq 0 ]]; then
  exit 0
fi

as_root=()
if [[ $EUID -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    [[ ${#missing[@]} -eq 0 ]] && exit 0
    echo "these packages are missing, and installing them needs root or sudo: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
install() {
  echo "installing: $*"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}
"${as_root[@]}" apt-get update || [[ ${#missing[@]} -eq 0 ]]
if [[ ${#missing[@]} -gt 0 ]]; then
  install "${missing[@]}"
fi
if [[ ${#optional[@]} -gt 0 ]]; then
  install "${optional[@]}" || echo "going on without: ${optional[*]}"
fi
