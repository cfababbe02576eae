#ifndef CCRYPTO_H
#define CCRYPTO_H

// OpenSSL's libcrypto is opened by dlopen at first use, as most commands need no digest: linked, it would be relocated at every start.
// Nothing here may refer to a symbol of it; all calls go through the table in ccrypto.c.

#include <openssl/evp.h>

/// The digests that are used; NULL where there is no libcrypto. Any thread.
const EVP_MD *ccrypto_sha256(void);
const EVP_MD *ccrypto_md5(void);

/// A digest at work; NULL where `type` is, or where OpenSSL refuses. Freed by ccrypto_free.
EVP_MD_CTX *ccrypto_begin(const EVP_MD *type);
void ccrypto_free(EVP_MD_CTX *context);
/// These give 1 where they succeed.
int ccrypto_update(EVP_MD_CTX *context, const void *bytes, size_t count);
int ccrypto_finish(EVP_MD_CTX *context, unsigned char *digest, unsigned int *count);

#endif
