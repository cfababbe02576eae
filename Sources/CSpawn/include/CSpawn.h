#pragma once
#include <sys/types.h>

/// Starts `path` with the words (the first its name, the last NULL) and the environment `settings`, in a process group of its own, with signals
/// as a shell leaves them, and nothing open but `ends` as its input, output and errors (-1: nothing to read there, and nobody who reads).
/// Gives 0 and the process's id, or an errno.
int CSpawn(pid_t *process, const char *path, char *const words[], const int ends[3], char *const settings[]);
