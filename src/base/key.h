// How keys of the model file are described, once for all: reader, JSON Schema, pages of the docs, `alembert elements`
// and programs read these descriptions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/quantity.h"

namespace alembert {

enum class ValueKind {
  text,
  name,    // of something defined here or elsewhere in the file
  number,  // or a constant expression
  integer,
  number_or_steady,
  number_or_place,  // `initial`, `equilibrium` or a number
  vector,           // three numbers
  two_numbers,
  four_numbers,
  numbers,         // two or more
  coefficients,    // one or more numbers
  matrix_or_file,  // a list of rows of numbers, or the name of a CSV file
  names,           // one or more new ones
  column_pair,     // two columns of a file, by name or by number
  curve_points,    // two or more, of two or three numbers
  number_pairs,    // one or more
  six_numbers,
  six_by_six,       // six numbers, or six rows of six
  orientation,      // any of the five forms
  rotation_angles,  // three angles
  inertia,          // three numbers or a symmetric 3x3 tensor
  planar_inertia,   // one number, or as `inertia`
  marker,           // body, body.marker or body.com
  marker_pair,
  body_pair,
  vector_pair,
  points,           // two or more vectors
  points_or_file,   // four or more vectors, or the name of a file
  shape_pair,       // two of: body.shape, a pattern of these with *, or a list of them
  shape_pairs,      // a list of pairs body.shape
  material_pair,    // two, each with keys as in the table `refers`, or `rigid`
  number_or_table,  // a number, or keys as in the table `refers`
  part_or_file,     // the name of a file, or a part with the keys of part files
  boolean,          // true or false
  choice,           // one of the words in `refers`, separated by spaces
  method,           // a name, or `name` with numbers beside it
  table,            // keys as in the table `refers`
  table_list,       // a list of such
  some_tables,      // a list of one or more
  table_or_list,    // one, or a list of one or more
  named_tables,     // names, each with the keys of the variant in `refers`
  named_numbers,
  named_numbers_or_tables,  // names, each with a number, or with keys as in the table `refers`
  submodel,                 // the keys of a model
  named_names,
  named_values_list,      // a list of tables of names, each with a number or a word
  expression,             // of time and measures
  vector_of_expressions,  // three
  expressions,            // one or more
  named_expressions,
  names_of_elements,  // a name, or a list of them
  planned,            // in the file format, not in this version
};

// Which numbers a key takes.
enum class Range { any, positive, not_negative, not_zero };
// What a number is that is not given.
enum class Otherwise { zero, distance_at_start };

struct Key {
  std::string_view name;
  ValueKind kind;
  bool required;
  std::string_view help;
  std::string_view refers = "";
  // Of a number that is read by its description alone.
  Quantity quantity = Quantity::none;
  Range range = Range::any;
  Otherwise otherwise = Otherwise::zero;
  bool handed = false;  // changes its sign in a mirror: of screws
};

struct KeyTable {
  std::string_view name;  // as `refers` and the schema have it
  std::string_view what;  // in messages: "a revolute joint"
  std::span<const Key> keys;
  std::string_view one_of = "";        // exactly one of these groups of keys is given: "axis angle|x z"
  std::string_view not_together = "";  // keys that exclude each other

  const Key* find(std::string_view key) const;
  std::vector<std::string> key_names() const;  // without the planned ones
};

// Tables for the same place in the file, told apart by `type`.
struct KeyVariants {
  std::string_view name;                  // bodies, joints, forces, controllers
  std::string_view default_type;          // empty: `type` is required
  std::vector<const KeyTable*> tables;    // named as the types are
  std::vector<std::string_view> planned;  // types of the file format that this version does not have
  std::string_view what;                  // "body"

  const KeyTable* find(std::string_view type) const;
};

namespace keys {

using enum ValueKind;

inline constexpr bool required = true;
inline constexpr bool optional = false;

}  // namespace keys

}  // namespace alembert
