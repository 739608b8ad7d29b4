// Python's view of the text stages: argument checks, the GIL, and errors; no logic.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "textnorm/hot_words.h"
#include "textnorm/normalizer.h"
#include "textnorm/utf8.h"

namespace py = pybind11;
namespace tn = cosyscribe::textnorm;

namespace {

// Giving the GIL up costs more than a short text takes, and getting it back may cost a time slice
// of whoever got it.
constexpr std::size_t kReleaseFrom = 4096;  // bytes

struct InvalidText {
  std::size_t position;
};

// The bytes of a str or of UTF-8 bytes; they live as long as the object.
std::string_view Utf8Of(const py::object& text) {
  if (PyUnicode_Check(text.ptr())) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data != nullptr) return {data, static_cast<std::size_t>(size)};
    py::error_already_set error;
    if (!error.matches(PyExc_UnicodeEncodeError)) throw error;
    throw InvalidText{error.value().attr("start").cast<std::size_t>()};
  }
  if (!PyBytes_Check(text.ptr())) throw py::type_error("text must be str or bytes");
  const std::string_view bytes(PyBytes_AS_STRING(text.ptr()),
                               static_cast<std::size_t>(PyBytes_GET_SIZE(text.ptr())));
  const tn::TextCheck check = tn::CheckUtf8(bytes);
  if (check.status != tn::TextStatus::kOk) throw InvalidText{check.position};
  return bytes;
}

template <typename Work>
auto WithoutGil(std::size_t bytes, Work work) {
  if (bytes < kReleaseFrom) return work();
  const py::gil_scoped_release release;
  return work();
}

tn::Language LanguageOf(const std::string& name) {
  if (name == "auto") return tn::Language::kAuto;
  if (name == "zh") return tn::Language::kZh;
  if (name == "en") return tn::Language::kEn;
  throw py::value_error("language must be auto, zh or en");
}

tn::Spacing SpacingOf(const std::string& name) {
  if (name == "none") return tn::Spacing::kNone;
  if (name == "latin") return tn::Spacing::kLatin;
  if (name == "pangu") return tn::Spacing::kPangu;
  throw py::value_error("spacing must be none, latin or pangu");
}

// A result in code points. Of a whole text the places are counted when they are asked for.
class PyNormalized {
 public:
  explicit PyNormalized(tn::Normalized counted) : result_(std::move(counted)) {}
  PyNormalized(tn::Normalized result, py::object source)
      : result_(std::move(result)), source_(std::move(source)) {}

  const std::string& text() const { return result_.text; }
  const std::vector<tn::Span>& spans() { return Counted().spans; }
  const std::vector<tn::Edit>& edits() { return Counted().edits; }
  std::size_t begin() { return Counted().begin; }
  std::size_t source_begin() { return Counted().source_begin; }
  std::size_t source_end() { return Counted().source_end; }

 private:
  tn::Normalized& Counted() {
    if (source_) {
      tn::CountInCodePoints(Utf8Of(source_), {}, &result_);
      source_ = py::object();
    }
    return result_;
  }

  tn::Normalized result_;
  py::object source_;
};

class PyStream {
 public:
  explicit PyStream(const tn::Normalizer& normalizer) : stream_(normalizer) {}

  PyNormalized Feed(const py::object& text) {
    const std::string_view bytes = Utf8Of(text);
    pending_.append(bytes);
    return Count(WithoutGil(bytes.size(), [&] { return stream_.Feed(bytes); }));
  }
  PyNormalized Finish() { return Count(stream_.Finish()); }

 private:
  PyNormalized Count(tn::Normalized result) {
    const std::size_t taken = result.source_end - result.source_begin;
    place_ = tn::CountInCodePoints(std::string_view(pending_).substr(0, taken), place_, &result);
    pending_.erase(0, taken);
    return PyNormalized(std::move(result));
  }

  tn::NormalizerStream stream_;
  std::string pending_;  // fed and not committed
  tn::Place place_;
};

std::shared_ptr<tn::Lexicon> MakeLexicon(
    const std::vector<std::pair<std::string, std::string>>& files) {
  auto lexicon = std::make_shared<tn::Lexicon>();
  for (const auto& [name, lines] : files) {
    for (const tn::LexiconProblem& problem : lexicon->Add(name, lines)) {
      throw py::value_error(problem.file + ":" + std::to_string(problem.line) + ": " +
                            problem.detail);
    }
  }
  return lexicon;
}

tn::Normalizer MakeNormalizer(std::shared_ptr<tn::Lexicon> lexicon, const std::string& language,
                              const std::string& spacing, bool itn, bool punct, bool space,
                              bool capitals, std::shared_ptr<tn::UserRules> rules,
                              std::shared_ptr<tn::HotWords> words) {
  tn::Config config;
  config.language = LanguageOf(language);
  config.spacing = SpacingOf(spacing);
  config.has_itn = itn;
  config.has_punctuation = punct;
  config.has_spacing = space;
  config.has_case = capitals;
  return tn::Normalizer(std::move(lexicon), config, std::move(rules), std::move(words));
}

std::shared_ptr<tn::WordTables> MakeWordTables(std::shared_ptr<tn::Lexicon> lexicon,
                                               const std::string& pinyin,
                                               const std::vector<std::string>& costs) {
  auto tables = std::make_shared<tn::WordTables>();
  tables->lexicon = std::move(lexicon);
  tables->pinyin.Add(pinyin);
  for (const std::string& lines : costs) tables->costs.Add(lines);
  tables->costs.Finish();
  return tables;
}

void BindResult(py::module_& module) {
  py::enum_<tn::EditKind>(module, "EditKind")
      .value("DELETE_SENTENCE", tn::EditKind::kDeleteSentence)
      .value("UNDO", tn::EditKind::kUndo);
  py::class_<tn::Span>(module, "Span")
      .def_readonly("source_begin", &tn::Span::source_begin)
      .def_readonly("source_end", &tn::Span::source_end)
      .def_readonly("begin", &tn::Span::begin)
      .def_readonly("end", &tn::Span::end);
  py::class_<tn::Edit>(module, "Edit")
      .def_readonly("kind", &tn::Edit::kind)
      .def_readonly("source_begin", &tn::Edit::source_begin)
      .def_readonly("source_end", &tn::Edit::source_end)
      .def_readonly("position", &tn::Edit::position);
  py::class_<PyNormalized>(module, "Normalized")
      .def_property_readonly("text", &PyNormalized::text)
      .def_property_readonly("spans", &PyNormalized::spans)
      .def_property_readonly("edits", &PyNormalized::edits)
      .def_property_readonly("begin", &PyNormalized::begin)
      .def_property_readonly("source_begin", &PyNormalized::source_begin)
      .def_property_readonly("source_end", &PyNormalized::source_end);
}

void BindErrors(py::module_& module) {
  // Held by the module, which lives as long as the interpreter.
  static PyObject* invalid_text = nullptr;
  invalid_text = PyErr_NewException("native._textnorm.InvalidTextError", PyExc_ValueError, nullptr);
  module.add_object("InvalidTextError", py::reinterpret_borrow<py::object>(invalid_text));
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 fixes the signature.
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InvalidText& error) {
      py::object made = py::reinterpret_borrow<py::object>(invalid_text)(
          "not valid text at " + std::to_string(error.position));
      made.attr("position") = error.position;
      PyErr_SetObject(invalid_text, made.ptr());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_textnorm, module) {
  module.doc() = "Recogniser text to written text.";
  BindErrors(module);
  BindResult(module);
  py::class_<tn::Lexicon, std::shared_ptr<tn::Lexicon>>(module, "Lexicon")
      .def(py::init(&MakeLexicon), py::arg("files"));
  py::class_<tn::UserRules, std::shared_ptr<tn::UserRules>>(module, "UserRules")
      .def(py::init<>())
      .def("add_literal", &tn::UserRules::AddLiteral, py::arg("find"), py::arg("replace"))
      .def("add_pattern", &tn::UserRules::AddPattern, py::arg("pattern"), py::arg("replace"))
      .def("__len__", &tn::UserRules::Size);
  py::class_<tn::WordTables, std::shared_ptr<tn::WordTables>>(module, "WordTables")
      .def(py::init(&MakeWordTables), py::arg("lexicon"), py::arg("pinyin"), py::arg("costs"));
  py::class_<tn::HotWords, std::shared_ptr<tn::HotWords>>(module, "HotWords")
      .def(py::init<std::shared_ptr<tn::WordTables>>(), py::arg("tables"))
      .def("add", &tn::HotWords::Add, py::arg("text"), py::arg("weight"), py::arg("aliases"),
           py::arg("syllables"))
      .def("__len__", &tn::HotWords::Size);
  py::class_<PyStream>(module, "Stream")
      .def("feed", &PyStream::Feed, py::arg("text"))
      .def("finish", &PyStream::Finish);
  py::class_<tn::Normalizer>(module, "Normalizer")
      .def(py::init(&MakeNormalizer), py::arg("lexicon"), py::kw_only(), py::arg("language"),
           py::arg("spacing"), py::arg("itn"), py::arg("punct"), py::arg("space"),
           py::arg("capitals"), py::arg("rules") = nullptr, py::arg("words") = nullptr)
      .def(
          "normalize",
          [](const tn::Normalizer& normalizer, const py::object& text) {
            const std::string_view bytes = Utf8Of(text);
            return PyNormalized(
                WithoutGil(bytes.size(), [&] { return normalizer.Normalize(bytes); }), text);
          },
          py::arg("text"))
      .def("stream", [](const tn::Normalizer& normalizer) { return PyStream(normalizer); });
}
