#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// curl.h wraps these in type-checking macros that would name the real symbols.
#undef curl_easy_setopt

// One line a function: its name, as in curl.h. A table entry is the function pointer of that very type.
#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_pause) X(curl_easy_strerror) \
    X(curl_slist_append) X(curl_slist_free_all) \
    X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_perform) \
    X(curl_multi_poll) X(curl_multi_wakeup) X(curl_multi_info_read) \
    X(curl_url) X(curl_url_cleanup) X(curl_url_set) X(curl_url_get) X(curl_free) X(curl_getdate)

static struct {
#define FIELD(name) __typeof__(&name) name;
    FUNCTIONS(FIELD)
} table;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char trouble[512];

static void open_library(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *words = dlerror();
        snprintf(trouble, sizeof trouble, "%s", words ? words : "libcurl.so.4 cannot be opened");
        return;
    }
#define FIND(name) \
    table.name = (__typeof__(&name))dlsym(library, #name); \
    if (!table.name) { \
        snprintf(trouble, sizeof trouble, "libcurl.so.4 has no %s", #name); \
        return; \
    }
    FUNCTIONS(FIND)
    CURLcode code = table.curl_global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) snprintf(trouble, sizeof trouble, "%s", table.curl_easy_strerror(code));
}

const char *ccurl_open(void) {
    pthread_once(&once, open_library);
    return trouble[0] ? trouble : NULL;
}

CURL *ccurl_easy_init(void) { return table.curl_easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { table.curl_easy_cleanup(easy); }
CURLcode ccurl_easy_pause(CURL *easy, int bits) { return table.curl_easy_pause(easy, bits); }
const char *ccurl_easy_words(CURLcode code) { return table.curl_easy_strerror(code); }

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) { return table.curl_easy_setopt(easy, option, value); }
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) { return table.curl_easy_setopt(easy, option, value); }
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) { return table.curl_easy_setopt(easy, option, value); }
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) { return table.curl_easy_setopt(easy, option, value); }
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) { return table.curl_easy_setopt(easy, option, value); }
CURLcode ccurl_set_data_callback(CURL *easy, CURLoption option, ccurl_data_callback value) {
    return table.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_set_connected_callback(CURL *easy, ccurl_connected_callback value) {
    return table.curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) { return table.curl_slist_append(list, text); }
void ccurl_list_free(struct curl_slist *list) { table.curl_slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return table.curl_multi_init(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return table.curl_multi_cleanup(multi); }
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return table.curl_multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return table.curl_multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) { return table.curl_multi_perform(multi, running); }
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) { return table.curl_multi_poll(multi, NULL, 0, milliseconds, NULL); }
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return table.curl_multi_wakeup(multi); }

CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = table.curl_multi_info_read(multi, &left));) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

CURLU *ccurl_url(void) { return table.curl_url(); }
void ccurl_url_cleanup(CURLU *url) { table.curl_url_cleanup(url); }
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return table.curl_url_set(url, part, text, flags);
}
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    return table.curl_url_get(url, part, text, flags);
}
void ccurl_free(void *text) { table.curl_free(text); }
long long ccurl_date(const char *text) { return (long long)table.curl_getdate(text, NULL); }
