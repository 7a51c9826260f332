// Section `outputs:` of the model file.
#include <fmt/format.h>

#include <set>

#include "model/read_expressions.h"

namespace alembert {
void read_outputs(Draft& draft, const Context& outer, const std::vector<SectionEntry>& entries) {
  std::set<std::string> names;
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node& value) {
    Output output;
    output.name = context.new_name(key, "output");
    if (output.name == "time") context.fail(key, "the output `time` is always there: the first column");
    if (!names.insert(output.name).second) {
      context.fail(key, fmt::format("output `{}` exists already", output.name));
    }
    output.where = context.position(key);
    output.expression = read_expression(context, value);
    check_measures(draft, output.expression, context.position(value));
    draft.model.outputs.push_back(std::move(output));
  });
}

}  // namespace alembert
