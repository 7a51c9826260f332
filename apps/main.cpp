// The command `alembert`.
#include <cstdio>

int main() {
  std::puts("alembert " ALEMBERT_VERSION);
  return 0;
}
