#ifndef CCURL_H
#define CCURL_H

// libcurl is opened by dlopen at first use: linked, it would bring dozens of shared objects into every start.
// Nothing here may refer to a libcurl symbol; all calls go through the table in ccurl.c.
// The typed setters stand for variadic calls, which Swift cannot make.

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

/// Opens libcurl.so.4 and finds every function once a process; later calls only repeat the answer. Any thread.
/// Returns NULL, or why there is no libcurl: words that live as long as the process.
const char *ccurl_open(void);

typedef size_t (*ccurl_data_callback)(char *bytes, size_t one, size_t count, void *context);
typedef int (*ccurl_connected_callback)(void *context, char *to, char *from, int to_port, int from_port);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_easy_pause(CURL *easy, int bits);
const char *ccurl_easy_words(CURLcode code);
CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_data_callback(CURL *easy, CURLoption option, ccurl_data_callback value);
CURLcode ccurl_set_connected_callback(CURL *easy, ccurl_connected_callback value);

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text);
void ccurl_list_free(struct curl_slist *list);

CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(CURLM *multi);
/// The next transfer that has ended, with its result; NULL when there is none.
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
/// The text is freed by ccurl_free.
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);
void ccurl_free(void *text);
/// Seconds since 1970 of a date as HTTP writes them, or -1.
long long ccurl_date(const char *text);

#endif
