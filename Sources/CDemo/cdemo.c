#include "cdemo.h"
