#include "cdemo.h"

// SwiftPM compiles C as C17, where #embed is an extension that clang has.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char demo_station[] = {
#embed "station.tar"
};
const size_t demo_station_length = sizeof demo_station;
