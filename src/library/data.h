// What the handles of the public headers refer to.
#pragma once

#ifndef ALEMBERT_INTERNAL
#define ALEMBERT_INTERNAL  // public names are in alembert::api here
#endif
#include <alembert/alembert.h>
#include <alembert/functions.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "expression/user_functions.h"
#include "model/builder.h"
#include "model/model.h"
#include "results/run_data.h"

namespace alembert::api {

struct Counted {
  mutable std::atomic<long> references{0};
};

struct ModelData : Counted {
  explicit ModelData(alembert::Model m) : model(std::move(m)) {}
  alembert::Model model;
};

struct FunctionTable : Counted {
  alembert::Functions functions;
};

struct BuilderData : Counted {
  explicit BuilderData(alembert::ModelBuilder b) : builder(std::move(b)) {}
  alembert::ModelBuilder builder;
};

struct RunResult : Counted {
  std::shared_ptr<const results::RunData> data;
  std::string analysis, text;
};

template <class T>
Handle<T>::Handle(T* owned) : data_(owned) {
  if (data_ != nullptr) ++data_->references;
}
template <class T>
Handle<T>::Handle(const Handle& other) : data_(other.data_) {
  if (data_ != nullptr) ++data_->references;
}
template <class T>
Handle<T>::~Handle() {
  if (data_ != nullptr && --data_->references == 0) delete data_;
}

inline Model wrapped(alembert::Model model) { return Model(Handle<const ModelData>(new ModelData(std::move(model)))); }
inline const alembert::Model& inner(const Model& model) { return model.data().model; }
inline std::map<std::string, double> as_map(const Settings& settings) {
  std::map<std::string, double> out;
  for (const Setting& s : settings) out[s.name] = s.value;
  return out;
}

}  // namespace alembert::api
