// What the headers of the library share: public names are in alembert::api, and for programs that use the library in
// alembert itself. The library's own sources have other things of the same names.
#pragma once

#ifdef ALEMBERT_INTERNAL
#define ALEMBERT_INLINE
#else
#define ALEMBERT_INLINE inline
#endif

namespace alembert::ALEMBERT_INLINE api {
// A counted reference to something that only the library knows. Copies refer to the same.
template <class T>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* owned);  // takes it over
  Handle(const Handle& other);
  Handle(Handle&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
  Handle& operator=(Handle other) noexcept {
    T* mine = data_;
    data_ = other.data_;
    other.data_ = mine;
    return *this;
  }
  ~Handle();

  T* get() const { return data_; }
  T& operator*() const { return *data_; }
  T* operator->() const { return data_; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  T* data_ = nullptr;
};

// Something to be called while the library works: a function of the program's, kept with what it refers to.
template <class Argument>
class Listener {
 public:
  Listener() = default;
  template <class F>
  requires requires(F f, const Argument& a) { f(a); }
  Listener(F function) : call_(new Call<F>(function)) {}  // NOLINT: implicit on purpose, as std::function is
  Listener(const Listener& other) : call_(other.call_ ? other.call_->copy() : nullptr) {}
  Listener(Listener&& other) noexcept : call_(other.call_) { other.call_ = nullptr; }
  Listener& operator=(Listener other) noexcept {
    Base* mine = call_;
    call_ = other.call_;
    other.call_ = mine;
    return *this;
  }
  ~Listener() { delete call_; }

  explicit operator bool() const { return call_ != nullptr; }
  // What the function answers; true where it answers nothing.
  bool operator()(const Argument& argument) const { return call_->run(argument); }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual bool run(const Argument&) = 0;
    virtual Base* copy() const = 0;
  };
  template <class F>
  struct Call final : Base {
    explicit Call(const F& f) : function(f) {}
    bool run(const Argument& argument) override {
      if constexpr (requires { static_cast<bool>(function(argument)); })
        return static_cast<bool>(function(argument));
      else
        function(argument);
      return true;
    }
    Base* copy() const override { return new Call(function); }
    F function;
  };
  Base* call_ = nullptr;
};
}  // namespace alembert::ALEMBERT_INLINEapi
