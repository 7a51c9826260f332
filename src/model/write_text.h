// Parts of a written model, as text.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

#include "model/model.h"

namespace alembert {

std::string in_quotes(std::string_view text);

// A name as YAML reads it back: quoted where it would mean something else.
std::string plain_name(const std::string& name);

template <class Numbers>
std::string list_text(const Numbers& numbers) {
  return fmt::format("[{}]", fmt::join(std::begin(numbers), std::end(numbers), ", "));
}

std::string quaternion(const Quat& q);
bool is_identity(const Quat& q);
std::string active_text(bool active);
std::string scaled(const std::string& text, double factor);

// The text of an expression whose measures and time come in SI units instead of the model's.
std::string in_si_units(const Model& model, const Expression& expression, const OwnNames& own_names = {});

// The keys of a shape, and of a contact.
std::string shape_text(const Model& model, const Geometry& shape, const std::string& frame_name);
std::string contact_text(const Model& model, const Contact& contact);

}  // namespace alembert
