#ifndef CEDIT_SHIM_H
#define CEDIT_SHIM_H

#include <histedit.h>

#endif
