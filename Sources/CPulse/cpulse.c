#include "cpulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct cpulse table;
static bool opened;
static char problem[256];

static bool load(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    if (*function != NULL) return true;
    snprintf(problem, sizeof problem, "%s", dlerror());
    return false;
}

static void open_library(void) {
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *words = dlerror();
        snprintf(problem, sizeof problem, "%s", words != NULL ? words : "libpulse.so.0 cannot be opened");
        return;
    }
#define CPULSE_LOAD(name) if (!load(library, "pa_" #name, (void **)&table.name)) return;
    CPULSE_FUNCTIONS(CPULSE_LOAD)
#undef CPULSE_LOAD
    opened = true;
}

const struct cpulse *cpulse_open(void) {
    pthread_once(&once, open_library);
    return opened ? &table : NULL;
}

const char *cpulse_problem(void) {
    return problem;
}
