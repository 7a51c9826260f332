// Values of a model that is built in code: numbers, words and expressions, lists, and groups of keys, as in a model
// file. Each remembers the line of the program it was written in, for messages.
//
//   Entries rod = {{"mass", 2}, {"position", {"L/2", 0, 0}}, {"markers", Value::group({{"tip", ...}})}};
#pragma once

#include <concepts>
#include <initializer_list>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

namespace alembert {

struct Entry;
using Entries = std::vector<Entry>;

class Value {
 public:
  enum class Kind { nothing, number, text, list, group };
  struct Where {
    std::string file;
    int line = 0;
  };

  Value(std::source_location at = std::source_location::current()) : Value(Kind::nothing, where_of(at)) {}
  template <class Number>
  requires(std::integral<Number> || std::floating_point<Number>)
      Value(Number number, std::source_location at = std::source_location::current())
      : Value(Kind::number, where_of(at)) {
    if constexpr (std::same_as<Number, bool>) {
      kind_ = Kind::text;
      text_ = number ? "true" : "false";
    } else {
      number_ = static_cast<double>(number);
    }
  }
  // A word, a name or an expression.
  Value(std::string text, std::source_location at = std::source_location::current()) : Value(Kind::text, where_of(at)) {
    text_ = std::move(text);
  }
  Value(const char* text, std::source_location at = std::source_location::current()) : Value(std::string(text), at) {}
  Value(std::initializer_list<Value> items, std::source_location at = std::source_location::current())
      : Value(Kind::list, where_of(at)) {
    items_ = items;
  }

  static Value list(std::vector<Value> items, std::source_location at = std::source_location::current());
  static Value group(Entries entries, std::source_location at = std::source_location::current());
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
  Value(Kind kind, Where where) : kind_(kind), where_(std::move(where)) {}
  static Where where_of(const std::source_location& at) { return {at.file_name(), static_cast<int>(at.line())}; }

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

inline Value Value::list(std::vector<Value> items, std::source_location at) {
  Value out(Kind::list, where_of(at));
  out.items_ = std::move(items);
  return out;
}

inline Value Value::group(Entries entries, std::source_location at) {
  Value out(Kind::group, where_of(at));
  out.entries_ = std::move(entries);
  return out;
}

}  // namespace alembert
