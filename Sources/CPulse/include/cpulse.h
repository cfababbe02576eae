#ifndef CPULSE_H
#define CPULSE_H

#endif
