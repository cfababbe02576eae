#ifndef CXML_SHIM_H
#define CXML_SHIM_H

// Debian's libxml2 brings ICU's headers in, whose types then clash with those of Foundation's own ICU in whoever imports both. Only
// an encoding handler's last two fields need them, and nobody here looks at those.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

#endif
