#define _GNU_SOURCE
#include "CSpawn.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

static int prepare(posix_spawn_file_actions_t *actions, const int ends[3]) {
    int code = 0;
    for (int i = 0; i < 3 && code == 0; i++) {
        code = ends[i] < 0 ? posix_spawn_file_actions_addopen(actions, i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0)
                           : posix_spawn_file_actions_adddup2(actions, ends[i], i);
    }
    // A library's descriptors may lack the flag that closes them by themselves.
    return code ? code : posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

int CSpawn(pid_t *process, const char *path, char *const words[], const int ends[3], char *const settings[]) {
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code) return code;
    code = prepare(&actions, ends);
    posix_spawnattr_t attributes;
    if (code == 0 && (code = posix_spawnattr_init(&attributes)) == 0) {
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
        code = posix_spawn(process, path, &actions, &attributes, words, settings);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}
