# Downloading from nginx on 127.0.0.1, by skywave, curl, aria2c and gpo in turns, eight at once where they can. What the others leave to the
# system is done for them within the measured time: files on the disk for good, and hashed. Part of Scripts/bench, which builds binary (the
# benchmark) and skywave, reads common.sh and ends the server.

rounds=${ROUNDS:-3}
work=$temporary/downloads

# A library of skywave's that knows the feed and has no file yet.
begin_skywave() {
    rm -rf "$work/data"
    "$skywave" set transfers 8 >/dev/null
    "$skywave" set transfers-per-host 8 >/dev/null
    "$skywave" --quiet subscribe "$1/feed.xml" >/dev/null
    "$skywave" --quiet update >/dev/null
}

begin_gpo() {
    rm -rf "$work/gpo"
    gpo set limit.episodes 5000 >/dev/null 2>&1
    gpo subscribe "$1/feed.xml" >/dev/null 2>&1
}

# A new folder for a program's files, and the command that gets and keeps them there.
begin() {
    rm -rf "$work/files"
    mkdir "$work/files"
    kept=(bash -c "cd '$work/files' && $1 && sync -- *.mp3 . && openssl dgst -sha256 -r *.mp3 >sums")
}

# Says so where the folder's files are not all that nginx has.
compare() {
    local found
    found=$(find "$2" -name '*.mp3' -exec openssl dgst -sha256 -r {} + | cut -d ' ' -f 1 | sort | comm -12 - "$work/www/$1/sums" | wc -l)
    [ "$found" -eq "$(wc -l <"$work/www/$1/sums")" ] || echo "  $1: $3 has only $found right files"
}

# One kind of files: their number, their size.
measure() {
    local what=$1 address=http://127.0.0.1:$port/$1 round
    "$binary" make-sound "$2" "$3" "$address" "$work/www/$what"
    (cd "$work/www/$what/media" && openssl dgst -sha256 -r -- *.mp3 | cut -d ' ' -f 1 | sort >../sums)
    sed 's/.*/url="&"\nremote-name/' "$work/www/$what/urls" >"$work/www/$what/curl"
    for ((round = 0; round < rounds; round++)); do
        begin "curl --no-progress-meter -Z --parallel-max 8 -K '$work/www/$what/curl'"
        run "$what" "curl -Z, synced and hashed" "${kept[@]}"
        compare "$what" "$work/files" curl
        if [ -n "$has_aria2c" ]; then
            begin "aria2c --no-conf -q -j 8 -x 1 -i '$work/www/$what/urls'"
            run "$what" "aria2c, synced and hashed" "${kept[@]}"
            compare "$what" "$work/files" aria2c
        fi
        begin_skywave "$address"
        run "$what" "skywave download" "$skywave" --quiet download p1
        compare "$what" "$work/data" skywave
    done
    if [ -n "$has_gpo" ]; then
        begin_gpo "$address"
        run "$what" "gpo download, once" gpo download 2>/dev/null
        compare "$what" "$work/gpo" gpo
    fi
    rm -rf "$work/files" "$work/data" "$work/gpo" "$work/www/$what"
}

downloads() {
    local port has_aria2c="" has_gpo="" kept=()
    echo "downloading, $rounds rounds, medians; skywave with transfers and transfers-per-host 8, curl and aria2c with 8 at once"
    PATH=$PATH:/usr/sbin has nginx nginx-light "downloads are not measured" || return 0
    has curl curl "downloads are not measured" && has openssl openssl "downloads are not measured" || return 0
    has aria2c aria2 "not measured" && has_aria2c=1
    has gpo gpodder "not measured" && has_gpo=1
    port=$("$binary" port)
    mkdir -p "$work/www"
    serve "$port"
    export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config GPODDER_HOME=$work/gpo GPODDER_DOWNLOAD_DIR=$work/gpo/files
    measure 5MB 200 5000000
    measure 50kB 2000 50000
    "$binary" table "skywave download" "$work/figures"
}
