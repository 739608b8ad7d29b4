#include <pybind11/native_enum.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "capture/alsa_pcm.h"
#include "capture/capture_stream.h"

namespace py = pybind11;
using cosyscribe::CaptureOptions;
using cosyscribe::CaptureStatistics;
using cosyscribe::CaptureStream;
using cosyscribe::PcmAccess;
using cosyscribe::PcmError;
using cosyscribe::PcmRequest;
using cosyscribe::Priority;
using cosyscribe::Reading;
using cosyscribe::ReadingKind;
using cosyscribe::SampleFormat;
using std::chrono::milliseconds;

namespace {

struct PyReading {
  ReadingKind kind;
  std::uint64_t count;
  py::array_t<float> samples;
};

std::unique_ptr<CaptureStream> Open(const std::string& device, unsigned rate_hz, unsigned channels,
                                    std::size_t ring_frames, unsigned pre_roll_ms) {
  const py::gil_scoped_release unlocked;
  PcmRequest request;
  request.device = device;
  request.rate_hz = rate_hz;
  request.channels = channels;
  CaptureOptions options;
  options.ring_frames = ring_frames;
  options.pre_roll_ms = pre_roll_ms;
  return std::make_unique<CaptureStream>(cosyscribe::OpenAlsaPcm(request), options);
}

PyReading Read(CaptureStream& stream, std::size_t enough_frames, unsigned timeout_ms) {
  std::size_t there = 0;
  {
    const py::gil_scoped_release unlocked;
    there = stream.Wait(enough_frames, milliseconds(timeout_ms));
  }
  // All at once, however much it is: a reader that waits long for the GIL has to catch up.
  py::array_t<float> samples(static_cast<py::ssize_t>(there));
  const Reading reading = stream.Take({samples.mutable_data(), there});
  return {reading.kind, reading.count, std::move(samples)};
}

const char* FormatName(SampleFormat format) {
  switch (format) {
    case SampleFormat::kS16:
      return "S16_LE";
    case SampleFormat::kS24In32:
      return "S24_LE";
    case SampleFormat::kS24:
      return "S24_3LE";
    case SampleFormat::kS32:
      return "S32_LE";
    case SampleFormat::kF32:
      return "FLOAT_LE";
  }
  return "";
}

const char* PriorityName(Priority priority) {
  switch (priority) {
    case Priority::kFifo:
      return "fifo";
    case Priority::kRtkit:
      return "rtkit";
    case Priority::kNice:
      return "nice";
    case Priority::kNormal:
      return "normal";
  }
  return "";
}

void TranslatePcmError(std::exception_ptr raised, py::handle type) {
  try {
    if (raised) {
      std::rethrow_exception(std::move(raised));
    }
  } catch (const PcmError& error) {
    const py::tuple arguments = py::make_tuple(error.error(), error.what());
    PyErr_SetObject(type.ptr(), arguments.ptr());
  }
}

void DefineReading(py::module_& module) {
  py::native_enum<ReadingKind>(module, "ReadingKind", "enum.Enum")
      .value("NOTHING", ReadingKind::kNothing)
      .value("FRAMES", ReadingKind::kFrames)
      .value("LOST", ReadingKind::kLost)
      .value("NOT_CAPTURED", ReadingKind::kNotCaptured)
      .value("TAKE_START", ReadingKind::kTakeStart)
      .value("TAKE_END", ReadingKind::kTakeEnd)
      .value("DEVICE_LOST", ReadingKind::kDeviceLost)
      .value("STOPPED", ReadingKind::kStopped)
      .finalize();
  py::class_<PyReading>(module, "Reading")
      .def_readonly("kind", &PyReading::kind)
      .def_readonly("count", &PyReading::count)
      .def_readonly("samples", &PyReading::samples);
}

void DefineStatistics(py::module_& module) {
  py::class_<CaptureStatistics>(module, "CaptureStatistics")
      .def_property_readonly("frames", [](const CaptureStatistics& s) { return s.reader.frames; })
      .def_property_readonly("lost_frames",
                             [](const CaptureStatistics& s) { return s.reader.lost_frames; })
      .def_property_readonly(
          "not_captured_frames",
          [](const CaptureStatistics& s) { return s.reader.not_captured_frames; })
      .def_property_readonly(
          "ring_overrun_frames",
          [](const CaptureStatistics& s) { return s.reader.ring_overrun_frames; })
      .def_property_readonly("max_avail_frames",
                             [](const CaptureStatistics& s) { return s.reader.max_avail_frames; })
      .def_readonly("xruns", &CaptureStatistics::xruns)
      .def_readonly("restarts", &CaptureStatistics::restarts)
      .def_readonly("wakeups", &CaptureStatistics::wakeups)
      .def_readonly("cpu_ns", &CaptureStatistics::cpu_ns)
      .def_property_readonly("priority",
                             [](const CaptureStatistics& s) { return PriorityName(s.priority); });
}

void DefineStream(py::module_& module) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<CaptureStream>(module, "CaptureStream")
      .def(py::init(&Open), py::arg("device"), py::kw_only(), py::arg("rate_hz") = 48'000,
           py::arg("channels") = 1, py::arg("ring_frames") = CaptureOptions{}.ring_frames,
           py::arg("pre_roll_ms") = CaptureOptions{}.pre_roll_ms)
      .def("start", &CaptureStream::Start, Unlocked())
      .def("stop", &CaptureStream::Stop, Unlocked())
      .def("start_take", &CaptureStream::StartTake)
      .def(
          "end_take",
          [](CaptureStream& stream, std::uint64_t take, unsigned tail_ms) {
            stream.EndTake(take, milliseconds(tail_ms));
          },
          py::arg("take"), py::arg("tail_ms") = 0)
      .def(
          "finish",
          [](CaptureStream& stream, unsigned tail_ms) { stream.Finish(milliseconds(tail_ms)); },
          py::arg("tail_ms") = 0)
      .def("read", &Read, py::arg("enough_frames") = 1, py::arg("timeout_ms") = 100)
      .def_property_readonly("is_running", &CaptureStream::is_running)
      .def_property_readonly("is_silent", &CaptureStream::is_silent)
      .def_property_readonly("statistics", &CaptureStream::statistics)
      .def_property_readonly("rate_hz", [](const CaptureStream& s) { return s.grant().rate_hz; })
      .def_property_readonly("channels", [](const CaptureStream& s) { return s.grant().channels; })
      .def_property_readonly("period_frames",
                             [](const CaptureStream& s) { return s.grant().period_frames; })
      .def_property_readonly("buffer_frames",
                             [](const CaptureStream& s) { return s.grant().buffer_frames; })
      .def_property_readonly("format",
                             [](const CaptureStream& s) { return FormatName(s.grant().format); })
      .def_property_readonly("access", [](const CaptureStream& s) {
        return s.grant().access == PcmAccess::kMmap ? "mmap" : "rw";
      });
}

}  // namespace

PYBIND11_MODULE(_capture, module) {
  static py::exception<PcmError> pcm_error(module, "PcmError", PyExc_OSError);
  py::register_exception_translator(
      [](std::exception_ptr raised) { TranslatePcmError(std::move(raised), pcm_error); });
  DefineReading(module);
  DefineStatistics(module);
  DefineStream(module);
}
