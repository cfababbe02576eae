#include "CFuzzing.h"

// AddressSanitizer's, where the program has it (sanitizer/allocator_interface.h).
__attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));
__attribute__((weak)) size_t __sanitizer_get_allocated_size(const volatile void *);

static _Thread_local bool is_counting;
static _Thread_local long in_use, most;

static void allocated(const volatile void *place, size_t size) {
    (void)place;
    if (!is_counting) return;
    in_use += (long)size;
    if (in_use > most) most = in_use;
}

static void freed(const volatile void *place) {
    if (is_counting && place) in_use -= (long)__sanitizer_get_allocated_size(place);
}

bool fuzzing_begin_count(void) {
    static bool is_installed;
    if (!__sanitizer_install_malloc_and_free_hooks || !__sanitizer_get_allocated_size) return false;
    if (!is_installed) __sanitizer_install_malloc_and_free_hooks(allocated, freed);
    is_installed = true;
    in_use = most = 0;
    is_counting = true;
    return true;
}

size_t fuzzing_end_count(void) {
    is_counting = false;
    return (size_t)most;
}
