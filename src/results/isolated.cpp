#include "results/isolated.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "base/error.h"

namespace alembert::results {
namespace {

// Lengths are believed only as far as bytes arrive: a child gone mad must not make us allocate everything.
constexpr std::size_t text_piece = 1 << 16;

[[noreturn]] void fail_to_start(int reason) {
  throw Error(ExitCode::internal_error,
              "cannot start a process to read results: " + std::generic_category().message(reason));
}

// What the child does; it never returns.
[[noreturn]] void run_child(const std::function<void(Sink&)>& work, int descriptor, std::size_t cpu_seconds) {
  // A crash is an answer here: no message, no core file, no handler of a debugger or sanitizer.
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const rlimit time{cpu_seconds, cpu_seconds};
  ::setrlimit(RLIMIT_CPU, &time);
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
  // Asked to end together with its parent it lets that decide, which ends the pipe.
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_IGN);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
  }
  try {
    Sink sink(descriptor);
    work(sink);
  } catch (...) {
    ::_exit(EXIT_FAILURE);
  }
  ::_exit(EXIT_SUCCESS);  // without the parent's destructors and buffers
}

bool ended_well(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

}  // namespace

void Sink::bytes(const void* data, std::size_t size) {
  const char* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = ::write(descriptor_, next, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(EXIT_FAILURE);
    next += count;
    size -= static_cast<std::size_t>(count);
  }
}

void Sink::text(const std::string& value) {
  number(value.size());
  bytes(value.data(), value.size());
}

void Source::bytes(void* data, std::size_t size) {
  char* next = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t count = ::read(descriptor_, next, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw Interrupted{};
    next += count;
    size -= static_cast<std::size_t>(count);
  }
}

std::size_t Source::number() {
  std::size_t value = 0;
  bytes(&value, sizeof value);
  return value;
}

std::string Source::text() {
  std::size_t left = number();
  std::string value;
  while (left > 0) {
    const std::size_t piece = std::min(left, text_piece), old = value.size();
    value.resize(old + piece);
    bytes(value.data() + old, piece);
    left -= piece;
  }
  return value;
}

bool run_isolated(const std::function<void(Sink&)>& work, const std::function<void(Source&)>& receive,
                  std::size_t cpu_seconds) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_to_start(errno);
  const pid_t child = ::fork();
  if (child < 0) {
    const int reason = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    fail_to_start(reason);
  }
  if (child == 0) {
    ::close(ends[0]);
    run_child(work, ends[1], cpu_seconds);
  }
  ::close(ends[1]);
  bool heard = true;
  std::exception_ptr failure;
  try {
    Source source(ends[0]);
    receive(source);
  } catch (const Source::Interrupted&) {
    heard = false;
  } catch (...) {
    failure = std::current_exception();
  }
  ::close(ends[0]);
  if (!heard || failure) ::kill(child, SIGKILL);
  const bool well = ended_well(child);
  if (failure) std::rethrow_exception(failure);
  return heard && well;
}

}  // namespace alembert::results
