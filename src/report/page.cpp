#include "report/page.h"

#include <zlib.h>

#include <bit>
#include <cstring>
#include <stdexcept>

#include "base/error.h"
#include "plot/text.h"
#include "report/base64.h"
#include "results/part_file.h"

namespace alembert::report {

namespace {

static_assert(std::endian::native == std::endian::little, "the arrays of a page are little endian");

std::string gzip(const std::string& data) {
  constexpr int kGzip = 15 + 16;  // window bits, with a gzip header
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error(ExitCode::internal_error, "zlib cannot be started");
  std::string out(deflateBound(&stream, data.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw Error(ExitCode::internal_error, "the data of the page cannot be compressed");
  return out;
}

void replace(std::string& text, const std::string& mark, const std::string& by) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos || text.find(mark, at + 1) != std::string::npos)
    throw std::logic_error("the page's template must hold " + mark + " once");
  text.replace(at, mark.size(), by);
}

}  // namespace

std::string page_text(const std::string& title, Json header, const Arrays& arrays) {
  Json all = {{"format", 1}, {"program", "alembert " ALEMBERT_VERSION}, {"title", title}};
  all.update(header);
  const std::string json = all.dump(-1, ' ', false, Json::error_handler_t::replace);
  const auto length = static_cast<std::uint32_t>(json.size());
  std::string data(sizeof length, '\0');
  std::memcpy(data.data(), &length, sizeof length);
  data += json;
  data.resize((data.size() + 7) / 8 * 8, '\0');
  data += arrays.bytes();
  if (viewer_template().empty())
    throw Error(ExitCode::bad_usage, "this program was built without the report page (ALEMBERT_VIEWER=OFF)");
  std::string page(viewer_template());
  std::string text;
  append_base64(text, gzip(data));
  replace(page, "@ALEMBERT_DATA@", text);  // first: no title can hold the other mark then
  replace(page, "@ALEMBERT_TITLE@", plot::xml_escaped(title));
  return page;
}

void write_page(const std::filesystem::path& file, const std::string& title, Json header, const Arrays& arrays) {
  const std::string text = page_text(title, std::move(header), arrays);
  results::PartFile part(file);
  part.buffer().append(text);
  part.commit();
}

}  // namespace alembert::report
