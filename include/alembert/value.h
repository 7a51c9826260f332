// Values of a model that is built in code: numbers, words and expressions, lists, and groups of keys, as in a model
// file. Each remembers the line of the program it was written in, for messages.
//
//   Entries rod = {{"mass", 2}, {"position", {"L/2", 0, 0}}, {"markers", Value::group({{"tip", ...}})}};
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace alembert {

// Where in a program something is written: as std::source_location, which not every compiler has.
struct SourceLine {
  const char* file = "";
  int line = 0;
  static constexpr SourceLine current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

struct Entry;
using Entries = std::vector<Entry>;

class Value {
 public:
  enum class Kind { nothing, number, text, list, group };
  struct Where {
    std::string file;
    int line = 0;
  };

  Value(SourceLine at = SourceLine::current()) : Value(Kind::nothing, where_of(at)) {}
  template <class Number>
  requires(std::integral<Number> || std::floating_point<Number>)
      Value(Number number, SourceLine at = SourceLine::current())
      : Value(Kind::number, where_of(at)) {
    if constexpr (std::same_as<Number, bool>) {
      kind_ = Kind::text;
      text_ = number ? "true" : "false";
    } else {
      number_ = static_cast<double>(number);
    }
  }
  // A word, a name or an expression.
  Value(std::string text, SourceLine at = SourceLine::current()) : Value(Kind::text, where_of(at)) {
    text_ = std::move(text);
  }
  Value(const char* text, SourceLine at = SourceLine::current()) : Value(std::string(text), at) {}
  Value(std::initializer_list<Value> items, SourceLine at = SourceLine::current()) : Value(Kind::list, where_of(at)) {
    items_ = items;
  }

  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();

  static Value list(std::vector<Value> items, SourceLine at = SourceLine::current());
  static Value group(Entries entries, SourceLine at = SourceLine::current());
  // The same, written elsewhere: by a file or a program of another language.
  Value at(Where where) && {
    where_ = std::move(where);
    return std::move(*this);
  }

  Kind kind() const { return kind_; }
  double number() const { return number_; }
  const std::string& text() const { return text_; }
  const std::vector<Value>& items() const { return items_; }
  const Entries& entries() const { return entries_; }
  const Where& where() const { return where_; }

 private:
  Value(Kind kind, Where where);
  static Where where_of(const SourceLine& at) { return {at.file, at.line}; }

  Kind kind_;
  double number_ = 0.0;
  std::string text_;
  std::vector<Value> items_;
  Entries entries_;
  Where where_;
};

// A key and its value.
struct Entry {
  std::string key;
  Value value;
};

// Here, where an Entry is known.
inline Value::Value(const Value&) = default;
inline Value::Value(Value&&) noexcept = default;
inline Value& Value::operator=(const Value&) = default;
inline Value& Value::operator=(Value&&) noexcept = default;
inline Value::~Value() = default;
inline Value::Value(Kind kind, Where where) : kind_(kind), where_(std::move(where)) {}

inline Value Value::list(std::vector<Value> items, SourceLine at) {
  Value out(Kind::list, where_of(at));
  out.items_ = std::move(items);
  return out;
}

inline Value Value::group(Entries entries, SourceLine at) {
  Value out(Kind::group, where_of(at));
  out.entries_ = std::move(entries);
  return out;
}

}  // namespace alembert
