// libpulse.so.0, opened at first use: linking it would bring dozens of shared objects into every start.
#ifndef CPULSE_H
#define CPULSE_H

#include <pulse/pulseaudio.h>

/// Every function of libpulse that is used, without its `pa_`.
#define CPULSE_FUNCTIONS(F) \
    F(strerror) \
    F(threaded_mainloop_new) F(threaded_mainloop_free) F(threaded_mainloop_start) F(threaded_mainloop_stop) \
    F(threaded_mainloop_lock) F(threaded_mainloop_unlock) F(threaded_mainloop_get_api) F(threaded_mainloop_set_name) \
    F(mainloop_new) F(mainloop_free) F(mainloop_get_api) F(mainloop_prepare) F(mainloop_poll) F(mainloop_dispatch) \
    F(context_new) F(context_unref) F(context_connect) F(context_disconnect) F(context_errno) F(context_get_state) \
    F(context_set_state_callback) F(context_set_sink_input_volume) F(context_move_sink_input_by_name) \
    F(context_get_server_info) F(context_get_sink_info_list) \
    F(stream_new) F(stream_unref) F(stream_connect_playback) F(stream_disconnect) F(stream_get_state) F(stream_get_index) \
    F(stream_set_state_callback) F(stream_set_write_callback) F(stream_set_underflow_callback) \
    F(stream_set_latency_update_callback) F(stream_set_moved_callback) F(stream_get_device_name) F(stream_is_suspended) \
    F(stream_writable_size) F(stream_begin_write) F(stream_cancel_write) F(stream_write) \
    F(stream_cork) F(stream_flush) F(stream_drain) F(stream_get_latency) F(stream_update_timing_info) \
    F(operation_unref) F(operation_cancel) F(cvolume_set)

#define CPULSE_FIELD(name) __typeof__(pa_##name) *_Nonnull name;

/// The library's functions.
struct cpulse {
    CPULSE_FUNCTIONS(CPULSE_FIELD)
};

#undef CPULSE_FIELD

/// Opens the library the first time; later calls give the same answer. From any thread.
/// NULL where it is missing or too old: then `cpulse_problem` says why.
const struct cpulse *_Nullable cpulse_open(void);

/// dlopen's or dlsym's words; empty where `cpulse_open` has succeeded.
const char *_Nonnull cpulse_problem(void);

#endif
