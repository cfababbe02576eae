#ifndef CFUZZING_H
#define CFUZZING_H

#include <stdbool.h>
#include <stddef.h>

/// Begins to count what the calling thread allocates. False where the program was built without AddressSanitizer, which tells of each
/// allocation: then nothing is counted.
bool fuzzing_begin_count(void);

/// Ends it: the most bytes that were in use at once, above those at the beginning.
size_t fuzzing_end_count(void);

#endif
