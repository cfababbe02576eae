#ifndef CDEMO_H
#define CDEMO_H

#endif
