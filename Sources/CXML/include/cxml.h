#ifndef CXML_H
#define CXML_H

// libxml2's event parsers. The library, which brings ICU with it, is opened by dlopen at first use: linked, it would be relocated at every start.
// Its own headers stay out of here: they lie where only this target's compiler looks, and Debian's bring ICU's in.

#include <stdbool.h>

/// Opens libxml2.so.2 and finds every function once a process; later calls only repeat the answer. Any thread. Nothing below may be called
/// where it is false.
bool cxml_open(void);

/// What a parser tells, with the context that it was given. Texts and names are UTF-8 and live as long as the call.
struct cxml_calls {
    /// In XML `prefix` and `uri` may be NULL, the same name has the same pointer as long as the parser lives, and each of `count` attributes
    /// has five pointers: local name, prefix, URI, value, end of the value. In HTML `values` has name and value in turn (NULL where there is
    /// none) up to a NULL, and may be NULL itself.
    void (*begin)(void *context, const unsigned char *local, const unsigned char *prefix, const unsigned char *uri, int count,
                  const unsigned char **values);
    void (*end)(void *context, const unsigned char *local);
    void (*text)(void *context, const unsigned char *bytes, int count);
    /// An end tag that names another element than the open one, before `end` is called for that. NULL for HTML.
    void (*stray_end)(void *context, const char *name);
    /// A reference to what the document doesn't declare; the parser drops it. NULL for HTML.
    void (*bad_reference)(void *context);
};

/// A parser at work.
typedef struct cxml_parser cxml_parser;

/// Forgiving, without the network, taking the text for UTF-8. NULL where there is no memory.
cxml_parser *cxml_begin(const struct cxml_calls *calls, void *context);
void cxml_add(cxml_parser *parser, const char *bytes, int count, bool is_last);

/// The same for a piece of HTML, which must live as long as the parser. `<html>` and `<body>` aren't added.
cxml_parser *cxml_begin_html(const char *bytes, int count, const struct cxml_calls *calls, void *context);
void cxml_read_html(cxml_parser *parser);

/// Ends the reading, from within a call.
void cxml_stop(cxml_parser *parser);
void cxml_free(cxml_parser *parser);

/// The character that HTML's reference `name` stands for; 0 for an unknown one.
unsigned int cxml_entity(const unsigned char *name);

#endif
