#include "cxml.h"

#include <dlfcn.h>
#include <pthread.h>

// Only an encoding handler's last two fields need ICU's headers, and nobody here looks at those.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

// One line a function: its name, as in libxml2's headers. A table entry is the function pointer of that very type.
#define FUNCTIONS(X) \
    X(xmlInitParser) X(xmlCreatePushParserCtxt) X(xmlFreeParserCtxt) X(xmlCtxtUseOptions) X(xmlParseChunk) X(xmlStopParser) \
    X(htmlCreateMemoryParserCtxt) X(htmlCtxtUseOptions) X(htmlParseDocument) X(htmlEntityLookup)

static struct {
#define FIELD(name) __typeof__(&name) name;
    FUNCTIONS(FIELD)
} table;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
    void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) \
    table.name = (__typeof__(&name))dlsym(library, #name); \
    if (!table.name) return;
    FUNCTIONS(FIND)
    // The library's own set-up, once and before the first parser of any thread.
    table.xmlInitParser();
    is_open = true;
}

bool cxml_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}

struct cxml_parser {
    struct cxml_calls calls;
    void *context;
    xmlParserCtxtPtr parser;
};

static void begin(
    void *data, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri, int namespaces, const xmlChar **declared, int count,
    int defaulted, const xmlChar **values) {
    (void)namespaces, (void)declared, (void)defaulted;
    cxml_parser *parser = data;
    if (local) parser->calls.begin(parser->context, local, prefix, uri, count, values);
}

static void end(void *data, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    cxml_parser *parser = data;
    if (local) parser->calls.end(parser->context, local);
}

static void begin_html(void *data, const xmlChar *name, const xmlChar **values) {
    cxml_parser *parser = data;
    if (name) parser->calls.begin(parser->context, name, NULL, NULL, 0, values);
}

static void end_html(void *data, const xmlChar *name) {
    cxml_parser *parser = data;
    if (name) parser->calls.end(parser->context, name);
}

static void text(void *data, const xmlChar *bytes, int count) {
    cxml_parser *parser = data;
    if (bytes && count > 0) parser->calls.text(parser->context, bytes, count);
}

static void note(void *data, xmlErrorPtr error) {
    cxml_parser *parser = data;
    if (!error) return;
    switch (error->code) {
    case XML_ERR_TAG_NAME_MISMATCH:
        if (error->str2) parser->calls.stray_end(parser->context, error->str2);
        break;
    case XML_ERR_ENTITYREF_NO_NAME: case XML_ERR_ENTITYREF_SEMICOL_MISSING: case XML_ERR_UNDECLARED_ENTITY:
    case XML_WAR_UNDECLARED_ENTITY: case XML_ERR_NAME_REQUIRED: case XML_ERR_INVALID_CHARREF: case XML_ERR_INVALID_DEC_CHARREF:
    case XML_ERR_INVALID_HEX_CHARREF: case XML_ERR_INVALID_CHAR:
        parser->calls.bad_reference(parser->context);
        break;
    default: break;
    }
}

static cxml_parser *made(const struct cxml_calls *calls, void *context) {
    cxml_parser *parser = malloc(sizeof *parser);
    if (parser) *parser = (cxml_parser){*calls, context, NULL};
    return parser;
}

cxml_parser *cxml_begin(const struct cxml_calls *calls, void *context) {
    xmlSAXHandler handler = {
        .initialized = XML_SAX2_MAGIC, .startElementNs = begin, .endElementNs = end, .characters = text, .ignorableWhitespace = text,
        .cdataBlock = text, .serror = note,
    };
    cxml_parser *parser = made(calls, context);
    if (!parser) return NULL;
    parser->parser = table.xmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL);
    if (!parser->parser) {
        free(parser);
        return NULL;
    }
    // HUGE lifts the library's own bounds, which would end a document in its middle; depth and lengths are bounded by who calls.
    table.xmlCtxtUseOptions(
        parser->parser,
        XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC | XML_PARSE_HUGE);
    return parser;
}

void cxml_add(cxml_parser *parser, const char *bytes, int count, bool is_last) {
    table.xmlParseChunk(parser->parser, bytes, count, is_last);
}

cxml_parser *cxml_begin_html(const char *bytes, int count, const struct cxml_calls *calls, void *context) {
    cxml_parser *parser = made(calls, context);
    if (!parser) return NULL;
    parser->parser = table.htmlCreateMemoryParserCtxt(bytes, count);
    if (!parser->parser) {
        free(parser);
        return NULL;
    }
    // NOIMPLIED: without a `<html>` and `<body>` around it, which would have to be passed over.
    table.htmlCtxtUseOptions(
        parser->parser,
        HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC | HTML_PARSE_NOIMPLIED);
    *parser->parser->sax = (htmlSAXHandler){
        .startElement = begin_html, .endElement = end_html, .characters = text, .ignorableWhitespace = text, .cdataBlock = text,
    };
    parser->parser->userData = parser;
    return parser;
}

void cxml_read_html(cxml_parser *parser) { table.htmlParseDocument(parser->parser); }

void cxml_stop(cxml_parser *parser) { table.xmlStopParser(parser->parser); }

void cxml_free(cxml_parser *parser) {
    table.xmlFreeParserCtxt(parser->parser);
    free(parser);
}

unsigned int cxml_entity(const unsigned char *name) {
    const htmlEntityDesc *entity = table.htmlEntityLookup(name);
    return entity ? entity->value : 0;
}
