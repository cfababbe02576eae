#ifndef CDEMO_H
#define CDEMO_H

#include <stddef.h>

// The demo station, made by Scripts/make-demo: a ustar archive of a static FM-style station tree.
extern const unsigned char demo_station[];
extern const size_t demo_station_length;

// Swift sees an array of unknown size only as a pointer from a function.
static inline const unsigned char *demo_station_bytes(void) { return demo_station; }
static inline size_t demo_station_size(void) { return demo_station_length; }

#endif
