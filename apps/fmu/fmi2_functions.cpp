// The functions of an FMU: each is one of fmu::Instance, its errors turned into messages and status codes.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "fmi2.h"
#include "fmu/instance.h"

namespace {

using alembert::UsageError;

struct Component {
  std::string name;
  fmi2CallbackFunctions callbacks;
  bool logging = false;
  std::unique_ptr<alembert::fmu::Instance> instance;

  // Errors are always told, the rest where logging is asked for.
  void tell(fmi2Status status, const std::string& text) const {
    const char* category = status == fmi2Warning   ? "logStatusWarning"
                           : status == fmi2Discard ? "logStatusDiscard"
                                                   : "logStatusError";
    if (callbacks.logger != nullptr && (logging || status == fmi2Error))
      callbacks.logger(callbacks.componentEnvironment, name.c_str(), status, category, "%s", text.c_str());
  }
  void tell_warnings() const {
    for (const std::string& warning : instance->take_warnings()) tell(fmi2Warning, warning);
  }
};

// What `call` returns; an exception is told and becomes fmi2Error.
template <class Call>
fmi2Status guarded(fmi2Component c, const Call& call) {
  if (c == nullptr) return fmi2Error;
  Component& component = *static_cast<Component*>(c);
  try {
    const fmi2Status status = call(component);
    component.tell_warnings();
    return status;
  } catch (const std::exception& e) {
    component.tell(fmi2Error, e.what());
  } catch (...) {
    component.tell(fmi2Error, "internal error");
  }
  return fmi2Error;
}

// Of a URI: file:///tmp/x%20y, file:/tmp, file://localhost/tmp; or a path itself.
std::filesystem::path path_of(std::string_view uri) {
  if (uri.starts_with("file:")) {
    uri.remove_prefix(5);
    if (uri.starts_with("//")) uri.remove_prefix(std::min(uri.size(), uri.find('/', 2)));
  }
  std::string out;
  for (std::size_t k = 0; k < uri.size(); ++k) {
    if (uri[k] != '%' || k + 2 >= uri.size()) {
      out += uri[k];
      continue;
    }
    out += static_cast<char>(std::strtol(std::string(uri.substr(k + 1, 2)).c_str(), nullptr, 16));
    k += 2;
  }
  return out;
}

// There are no such variables.
fmi2Status none_of(fmi2Component c, std::size_t count, const char* type) {
  return guarded(c, [&](Component&) {
    if (count > 0) throw UsageError(std::string("the FMU has no variables of type ") + type);
    return fmi2OK;
  });
}

fmi2Status discard(fmi2Component c, const char* text) {
  return guarded(c, [&](const Component& component) {
    component.tell(fmi2Discard, text);
    return fmi2Discard;
  });
}

}  // namespace

const char* fmi2GetTypesPlatform() { return "default"; }
const char* fmi2GetVersion() { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, std::size_t, const fmi2String[]) {
  return guarded(c, [&](Component& component) {
    component.logging = on != fmi2False;
    return fmi2OK;
  });
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean, fmi2Boolean logging) {
  auto out = std::make_unique<Component>();
  out->name = name != nullptr ? name : "";
  out->callbacks = callbacks != nullptr ? *callbacks : fmi2CallbackFunctions{};
  out->logging = logging != fmi2False;
  const fmi2Status status = guarded(out.get(), [&](Component& component) {
    if (type != fmi2CoSimulation) throw UsageError("the FMU is for co-simulation, not for model exchange");
    if (resources == nullptr || guid == nullptr) throw UsageError("no resources or no guid are given");
    component.instance = std::make_unique<alembert::fmu::Instance>(path_of(resources), guid);
    return fmi2OK;
  });
  return status == fmi2OK ? out.release() : nullptr;
}

void fmi2FreeInstance(fmi2Component c) { delete static_cast<Component*>(c); }

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_given, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean, fmi2Real) {
  return guarded(c, [&](Component& component) {
    if (start != 0.0) throw UsageError("the model begins at t = 0, and cannot at another time");
    if (tolerance_given != fmi2False && tolerance > 0.0) component.instance->set_tolerance(tolerance);
    return fmi2OK;
  });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return guarded(c, [](Component& component) {
    component.instance->enter_initialization();
    return fmi2OK;
  });
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return guarded(c, [](Component& component) {
    component.instance->exit_initialization();
    return fmi2OK;
  });
}

fmi2Status fmi2Terminate(fmi2Component c) {
  return guarded(c, [](Component&) { return fmi2OK; });
}

fmi2Status fmi2Reset(fmi2Component c) {
  return guarded(c, [](Component& component) {
    component.instance->reset();
    return fmi2OK;
  });
}

// ---- values

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference references[], std::size_t count, fmi2Real values[]) {
  return guarded(c, [&](Component& component) {
    for (std::size_t k = 0; k < count; ++k) values[k] = component.instance->get(references[k]);
    return fmi2OK;
  });
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference references[], std::size_t count,
                       const fmi2Real values[]) {
  return guarded(c, [&](Component& component) {
    for (std::size_t k = 0; k < count; ++k) component.instance->set(references[k], values[k]);
    return fmi2OK;
  });
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference[], std::size_t count, fmi2Integer[]) {
  return none_of(c, count, "Integer");
}
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference[], std::size_t count, const fmi2Integer[]) {
  return none_of(c, count, "Integer");
}
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference[], std::size_t count, fmi2Boolean[]) {
  return none_of(c, count, "Boolean");
}
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference[], std::size_t count, const fmi2Boolean[]) {
  return none_of(c, count, "Boolean");
}
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference[], std::size_t count, fmi2String[]) {
  return none_of(c, count, "String");
}
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference[], std::size_t count, const fmi2String[]) {
  return none_of(c, count, "String");
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference references[], std::size_t count,
                                       const fmi2Integer order[], const fmi2Real values[]) {
  return guarded(c, [&](Component& component) {
    for (std::size_t k = 0; k < count; ++k) {
      if (order[k] != 1) throw UsageError("inputs have first derivatives alone");
      component.instance->set_input_rate(references[k], values[k]);
    }
    return fmi2OK;
  });
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference[], std::size_t, const fmi2Integer[],
                                        fmi2Real[]) {
  return discard(c, "derivatives of outputs are not known: maxOutputDerivativeOrder is 0");
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference[], std::size_t,
                                        const fmi2ValueReference[], std::size_t, const fmi2Real[], fmi2Real[]) {
  return discard(c, "directional derivatives are not known: providesDirectionalDerivative is false");
}

// ---- states: texts of bytes

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return guarded(c, [&](Component& component) {
    auto* const kept = static_cast<std::string*>(*state);
    if (kept != nullptr)
      *kept = component.instance->state();
    else
      *state = new std::string(component.instance->state());
    return fmi2OK;
  });
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return guarded(c, [&](Component& component) {
    if (state == nullptr) throw UsageError("there is no state to be restored");
    component.instance->restore(*static_cast<std::string*>(state));
    return fmi2OK;
  });
}

fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate* state) {
  if (state == nullptr) return fmi2OK;
  delete static_cast<std::string*>(*state);
  *state = nullptr;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, std::size_t* size) {
  return guarded(c, [&](Component&) {
    if (state == nullptr) throw UsageError("there is no state");
    *size = static_cast<std::string*>(state)->size();
    return fmi2OK;
  });
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], std::size_t size) {
  return guarded(c, [&](Component&) {
    if (state == nullptr || static_cast<std::string*>(state)->size() > size)
      throw UsageError("there is no state, or not enough room for it");
    const std::string& kept = *static_cast<std::string*>(state);
    std::memcpy(bytes, kept.data(), kept.size());
    return fmi2OK;
  });
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], std::size_t size, fmi2FMUstate* state) {
  return guarded(c, [&](Component&) {
    *state = new std::string(bytes, size);
    return fmi2OK;
  });
}

// ---- steps

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real step, fmi2Boolean) {
  return guarded(c, [&](Component& component) {
    if (component.instance->step(time, step)) return fmi2OK;
    component.tell(fmi2Discard, "a sensor has stopped the motion");
    return fmi2Discard;
  });
}

fmi2Status fmi2CancelStep(fmi2Component c) { return discard(c, "steps are not asynchronous: there is none to cancel"); }

fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind, fmi2Status*) {
  return discard(c, "steps are not asynchronous: there is no status to ask for");
}

fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return discard(c, "there is no such status");
  return guarded(c, [&](Component& component) {
    *value = component.instance->time();
    return fmi2OK;
  });
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind, fmi2Integer*) {
  return discard(c, "there is no such status");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return discard(c, "there is no such status");
  return guarded(c, [&](Component& component) {
    *value = component.instance->stopped() ? fmi2True : fmi2False;
    return fmi2OK;
  });
}

fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind, fmi2String*) {
  return discard(c, "steps are not asynchronous: there is no status to ask for");
}
