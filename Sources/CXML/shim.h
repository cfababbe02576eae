#ifndef CXML_SHIM_H
#define CXML_SHIM_H

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

#endif
