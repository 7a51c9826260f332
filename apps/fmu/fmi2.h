// The functions that an FMU for co-simulation has, and their types, as the standard FMI 2.0 defines them.
#pragma once

#include <cstddef>

#define FMI2_EXPORT extern "C" __attribute__((visibility("default")))

using fmi2Component = void*;
using fmi2ComponentEnvironment = void*;
using fmi2FMUstate = void*;
using fmi2ValueReference = unsigned int;
using fmi2Real = double;
using fmi2Integer = int;
using fmi2Boolean = int;
using fmi2Char = char;
using fmi2String = const fmi2Char*;
using fmi2Byte = char;

inline constexpr fmi2Boolean fmi2True = 1, fmi2False = 0;

enum fmi2Status { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending };
enum fmi2Type { fmi2ModelExchange, fmi2CoSimulation };
enum fmi2StatusKind { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated };

struct fmi2CallbackFunctions {
  void (*logger)(fmi2ComponentEnvironment, fmi2String instance, fmi2Status, fmi2String category, fmi2String message,
                 ...);
  void* (*allocateMemory)(std::size_t count, std::size_t size);
  void (*freeMemory)(void*);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
};

FMI2_EXPORT const char* fmi2GetTypesPlatform();
FMI2_EXPORT const char* fmi2GetVersion();
FMI2_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean on, std::size_t count,
                                           const fmi2String categories[]);

FMI2_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type, fmi2String guid, fmi2String resources,
                                          const fmi2CallbackFunctions*, fmi2Boolean visible, fmi2Boolean logging);
FMI2_EXPORT void fmi2FreeInstance(fmi2Component);
FMI2_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component, fmi2Boolean tolerance_given, fmi2Real tolerance,
                                           fmi2Real start, fmi2Boolean stop_given, fmi2Real stop);
FMI2_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component);
FMI2_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component);
FMI2_EXPORT fmi2Status fmi2Terminate(fmi2Component);
FMI2_EXPORT fmi2Status fmi2Reset(fmi2Component);

FMI2_EXPORT fmi2Status fmi2GetReal(fmi2Component, const fmi2ValueReference[], std::size_t, fmi2Real[]);
FMI2_EXPORT fmi2Status fmi2GetInteger(fmi2Component, const fmi2ValueReference[], std::size_t, fmi2Integer[]);
FMI2_EXPORT fmi2Status fmi2GetBoolean(fmi2Component, const fmi2ValueReference[], std::size_t, fmi2Boolean[]);
FMI2_EXPORT fmi2Status fmi2GetString(fmi2Component, const fmi2ValueReference[], std::size_t, fmi2String[]);
FMI2_EXPORT fmi2Status fmi2SetReal(fmi2Component, const fmi2ValueReference[], std::size_t, const fmi2Real[]);
FMI2_EXPORT fmi2Status fmi2SetInteger(fmi2Component, const fmi2ValueReference[], std::size_t, const fmi2Integer[]);
FMI2_EXPORT fmi2Status fmi2SetBoolean(fmi2Component, const fmi2ValueReference[], std::size_t, const fmi2Boolean[]);
FMI2_EXPORT fmi2Status fmi2SetString(fmi2Component, const fmi2ValueReference[], std::size_t, const fmi2String[]);

FMI2_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component, fmi2FMUstate*);
FMI2_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component, fmi2FMUstate);
FMI2_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate*);
FMI2_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component, fmi2FMUstate, std::size_t*);
FMI2_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component, fmi2FMUstate, fmi2Byte[], std::size_t);
FMI2_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component, const fmi2Byte[], std::size_t, fmi2FMUstate*);
FMI2_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component, const fmi2ValueReference[], std::size_t,
                                                    const fmi2ValueReference[], std::size_t, const fmi2Real[],
                                                    fmi2Real[]);

FMI2_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component, const fmi2ValueReference[], std::size_t,
                                                   const fmi2Integer order[], const fmi2Real[]);
FMI2_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component, const fmi2ValueReference[], std::size_t,
                                                    const fmi2Integer order[], fmi2Real[]);
FMI2_EXPORT fmi2Status fmi2DoStep(fmi2Component, fmi2Real time, fmi2Real step, fmi2Boolean no_way_back);
FMI2_EXPORT fmi2Status fmi2CancelStep(fmi2Component);
FMI2_EXPORT fmi2Status fmi2GetStatus(fmi2Component, fmi2StatusKind, fmi2Status*);
FMI2_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component, fmi2StatusKind, fmi2Real*);
FMI2_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component, fmi2StatusKind, fmi2Integer*);
FMI2_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component, fmi2StatusKind, fmi2Boolean*);
FMI2_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component, fmi2StatusKind, fmi2String*);
