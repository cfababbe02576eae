# Playing into a null sink of a sound server of its own, by skywave, mpg123, mpv, MPD and cmus in turns. Part of Scripts/bench, which builds
# binary (the benchmark) and skywave, reads common.sh and ends the server.

rounds=${ROUNDS:-3}
work=$temporary/playback

# Adds a figure to a table.
note() {
    echo "$2|$3|$4" >>"$work/$1"
}

sound_server() {
    local try
    mkdir -m 700 "$work/pulse"
    env -u DBUS_SESSION_BUS_ADDRESS -u DISPLAY HOME="$work/pulse" XDG_RUNTIME_DIR="$work/pulse" XDG_CONFIG_HOME="$work/pulse" \
        pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no \
        -L "module-native-protocol-unix auth-anonymous=1 socket=$work/pulse/native" \
        -L "module-null-sink sink_name=bench norewinds=1 rate=44100 channels=2 format=s16le" >/dev/null 2>&1 </dev/null &
    server=$!
    export PULSE_SERVER=unix:$work/pulse/native
    for try in {1..100}; do
        pactl info >/dev/null 2>&1 && return
        sleep 0.05
    done
    echo "the sound server doesn't start" >&2
    return 1
}

make_files() {
    "$binary" make 1200 "$work/long.wav"
    lame --quiet -b 128 --cbr "$work/long.wav" "$work/www/cbr.mp3"
    lame --quiet -V 4 "$work/long.wav" "$work/www/vbr.mp3"
    lame --quiet -V 4 -t "$work/long.wav" "$work/www/bare.mp3"
    "$binary" make 600 "$work/long.wav"
    lame --quiet -b 128 --cbr "$work/long.wav" "$work/ten.mp3"
    "$binary" make 30 "$work/long.wav"
    lame --quiet -b 128 --cbr "$work/long.wav" "$work/thirty.mp3"
    rm "$work/long.wav"
}

# CPU seconds and peak memory of playing 30 s to the end.
play_to_the_end() {
    local name=$1 figures
    shift
    read -r -a figures < <("$binary" run "$@")
    note use "playing 30 s, CPU s" "$name" "${figures[1]}"
    note use "playing 30 s, peak MB" "$name" "$(awk "BEGIN { print ${figures[2]} / 1e6 }")"
}

# The same of a daemon, which plays what a client asks for.
mpd_to_the_end() {
    local before after
    before=$(daemon_ticks)
    mpc -q clear
    mpc -q add "file://$work/thirty.mp3"
    mpc -q play
    sleep 31
    after=$(daemon_ticks)
    note use "playing 30 s, CPU s" MPD "$(awk "BEGIN { print ($after - $before) / $(getconf CLK_TCK) }")"
    note use "playing 30 s, peak MB" MPD "$(awk '/^VmHWM:/ { print $2 * 1024 / 1e6 }' "/proc/$daemon/status")"
}

daemon_ticks() {
    sed 's/.*) //' "/proc/$daemon/stat" | awk '{ print $12 + $13 }'
}

start_mpd() {
    local try
    mkdir "$work/mpd"
    cat >"$work/mpd/conf" <<END
bind_to_address "$work/mpd/socket"
db_file "$work/mpd/db"
log_file "$work/mpd/log"
music_directory "$work/www"
state_file "$work/mpd/state"
audio_output {
    type "pulse"
    name "pulse"
}
END
    export MPD_HOST=$work/mpd/socket
    mpd --no-daemon "$work/mpd/conf" >/dev/null 2>&1 </dev/null &
    daemon=$!
    for try in {1..100}; do
        mpc -q status >/dev/null 2>&1 && return
        sleep 0.05
    done
    echo "  MPD doesn't start: not measured"
    end_daemon
    return 1
}

# cmus wants a terminal and an Enter.
start_cmus() {
    local try
    mkdir "$work/cmus"
    printf 'set output_plugin=pulse\nset mpris=false\nset continue=false\n' >"$work/cmus/rc"
    mkfifo "$work/cmus/keys"
    exec {keys}<>"$work/cmus/keys"
    TERM=xterm CMUS_HOME=$work/cmus script -q -c "exec cmus --listen '$work/cmus/socket'" /dev/null <&"$keys" >/dev/null 2>&1 &
    daemon=$!
    echo >&"$keys"
    for try in {1..100}; do
        cmus-remote --server "$work/cmus/socket" -Q >/dev/null 2>&1 && return
        sleep 0.05
    done
    echo "  cmus doesn't start: not measured"
    end_daemon
    return 1
}

end_daemon() {
    { kill "$daemon" && wait "$daemon"; } 2>/dev/null || true
    daemon=""
}

# Seconds to the first sound, and KB that had come by then.
first() {
    local table=$1 what=$2 name=$3 figures
    shift 3
    if ! read -r -a figures < <("$binary" sound "$@" 2>/dev/null); then
        echo "  $what, $name: not heard within 20 s"
        return
    fi
    note "$table" "$what, ms" "$name" "$(awk "BEGIN { print ${figures[0]} * 1000 }")"
    ((figures[1] == 0)) || note "$table" "$what, KB" "$name" "$(awk "BEGIN { print ${figures[1]} / 1000 }")"
}

# One-shot, and from a running program.
first_sounds() {
    local far=(--far "$work/www" 2000 50)
    first first "first sound of a file" skywave "$skywave" play "$work/thirty.mp3"
    [ -z "$has_mpg123" ] || first first "first sound of a file" mpg123 mpg123 -q -o pulse "$work/thirty.mp3"
    [ -z "$has_mpv" ] || first first "first sound of a file" mpv "${mpv[@]}" "$work/thirty.mp3"
    first first "first sound of a file, running" skywave --say "" "play $work/thirty.mp3" "$skywave"
    if [ -n "$has_mpd" ] && start_mpd; then
        first first "first sound of a file, running" MPD sh -c "mpc -q add file://$work/thirty.mp3 && mpc -q play"
        end_daemon
        rm -r "$work/mpd"
    fi
    if [ -n "$has_cmus" ] && start_cmus; then
        first first "first sound of a file, running" cmus cmus-remote --server "$work/cmus/socket" -f "$work/thirty.mp3"
        cmus-remote --server "$work/cmus/socket" -C quit || true
        end_daemon
        rm -r "$work/cmus"
    fi
    first far "first sound of a far file" skywave "${far[@]}" "$skywave" play FAR/cbr.mp3
    [ -z "$has_mpg123" ] || first far "first sound of a far file" mpg123 "${far[@]}" mpg123 -q -o pulse FAR/cbr.mp3
    [ -z "$has_mpv" ] || first far "first sound of a far file" mpv "${far[@]}" "${mpv[@]}" FAR/cbr.mp3
}

# Into the sixteenth of 20 minutes, whose sound is of 700 Hz. Of the others none asks for the right byte.
far_places() {
    local kind
    for kind in cbr vbr bare; do
        first far "far seek to 15:30 ($kind)" skywave --far "$work/www" 2000 50 --hertz 700 --say "play FAR/$kind.mp3" "seek 15:30" "$skywave"
    done
}

# CPU and wall are nearly one here: seconds of wall.
decode() {
    local figures
    read -r -a figures < <("$binary" run "$skywave" --output raw:- play "$work/ten.mp3")
    note use "decoding 10 minutes, s" skywave "${figures[0]}"
    [ -n "$has_mpg123" ] || return 0
    read -r -a figures < <("$binary" run mpg123 -q -s "$work/ten.mp3")
    note use "decoding 10 minutes, s" "mpg123" "${figures[0]}"
}

playback() {
    local has_mpg123="" has_mpv="" has_mpd="" has_cmus="" daemon="" keys="" round
    local mpv=(mpv --no-config --no-video --ao=pulse --really-quiet)
    echo "playing, $rounds rounds, medians; far: 2 Mbit/s, 50 ms for a connection and for each answer"
    has pulseaudio pulseaudio "playing is not measured" && has parec pulseaudio-utils "playing is not measured" || return 0
    has lame lame "playing is not measured" || return 0
    has mpg123 mpg123 "not measured" && has_mpg123=1
    has mpv mpv "not measured" && has_mpv=1
    has mpd mpd "not measured" && has mpc mpc "MPD is not measured" && has_mpd=1
    has cmus cmus "not measured" && has script bsdutils "cmus is not measured" && has_cmus=1
    mkdir -p "$work/www"
    sound_server
    export HOME=$work/home XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state
    mkdir "$HOME"
    make_files
    for ((round = 0; round < rounds; round++)); do
        play_to_the_end skywave "$skywave" play "$work/thirty.mp3"
        [ -z "$has_mpg123" ] || play_to_the_end mpg123 mpg123 -q -o pulse "$work/thirty.mp3"
        [ -z "$has_mpv" ] || play_to_the_end mpv "${mpv[@]}" "$work/thirty.mp3"
        if [ -n "$has_mpd" ] && start_mpd; then
            mpd_to_the_end
            end_daemon
            rm -r "$work/mpd"
        fi
        for _ in 1 2 3; do
            decode
            first_sounds
        done
        far_places
    done
    "$binary" table "$work/use"
    "$binary" table "$work/first"
    "$binary" table "$work/far"
}
