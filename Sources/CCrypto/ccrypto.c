#include "ccrypto.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

// One line a function: its name, as in evp.h. A table entry is the function pointer of that very type.
#define FUNCTIONS(X) \
    X(EVP_sha256) X(EVP_md5) X(EVP_MD_CTX_new) X(EVP_MD_CTX_free) X(EVP_DigestInit_ex) X(EVP_DigestUpdate) X(EVP_DigestFinal_ex)

static struct {
#define FIELD(name) __typeof__(&name) name;
    FUNCTIONS(FIELD)
} table;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) \
    table.name = (__typeof__(&name))dlsym(library, #name); \
    if (!table.name) return;
    FUNCTIONS(FIND)
    is_open = true;
}

static bool opened(void) {
    pthread_once(&once, open_library);
    return is_open;
}

const EVP_MD *ccrypto_sha256(void) { return opened() ? table.EVP_sha256() : NULL; }
const EVP_MD *ccrypto_md5(void) { return opened() ? table.EVP_md5() : NULL; }

EVP_MD_CTX *ccrypto_begin(const EVP_MD *type) {
    EVP_MD_CTX *context = type ? table.EVP_MD_CTX_new() : NULL;
    if (context && table.EVP_DigestInit_ex(context, type, NULL) != 1) {
        table.EVP_MD_CTX_free(context);
        return NULL;
    }
    return context;
}

void ccrypto_free(EVP_MD_CTX *context) {
    if (context) table.EVP_MD_CTX_free(context);
}

int ccrypto_update(EVP_MD_CTX *context, const void *bytes, size_t count) { return table.EVP_DigestUpdate(context, bytes, count); }

int ccrypto_finish(EVP_MD_CTX *context, unsigned char *digest, unsigned int *count) {
    return table.EVP_DigestFinal_ex(context, digest, count);
}
