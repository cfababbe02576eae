#include "cpulse.h"
