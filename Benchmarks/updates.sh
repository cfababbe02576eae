# Updating 200 feeds of 100 episodes from nginx on 127.0.0.1, by skywave, newsboat and gpo in turns. Part of Scripts/bench, which
# builds binary (the benchmark) and skywave, reads common.sh and ends the server.

rounds=${ROUNDS:-3}
work=$temporary/updates

# A library of skywave's that follows all and has fetched nothing yet.
begin_skywave() {
    rm -rf "$work/data"
    "$skywave" set transfers 8 >/dev/null
    "$skywave" set transfers-per-host 8 >/dev/null
    "$skywave" --quiet import "$work/www/all.opml"
}

newsboat_in() {
    mkdir -p "$work/$1"
    printf 'reload-threads 8\nerror-log "%s"\n' "$work/$1/errors" >"$work/$1/config"
    newsboat=(env "HOME=$work/$1" newsboat -C "$work/$1/config" -u "$work/www/urls" -c "$work/$1/cache.db" -x reload)
}

# What nginx sent to skywave in its last unchanged update.
bodies() {
    awk '/"[Ss]kywave/ { count++; bytes += $2; if ($1 == 304) unchanged++ }
        END { printf "  nginx on the unchanged update: %d requests, %d answers of 304, %d bytes of bodies\n", count, unchanged, bytes }' \
        "$work/nginx/access.log"
}

updates() {
    local port round newsboat=() has_newsboat="" has_gpo=""
    echo "200 feeds of 100 episodes, $rounds rounds, medians; skywave with transfers and transfers-per-host 8, newsboat with reload-threads 8"
    PATH=$PATH:/usr/sbin has nginx nginx-light "updates are not measured" || return 0
    has newsboat newsboat "not measured" && has_newsboat=1
    has gpo gpodder "not measured" && has_gpo=1
    port=$("$binary" port)
    mkdir -p "$work/www"
    "$binary" make-feeds 200 100 "http://127.0.0.1:$port" "$work/www"
    serve "$port"
    export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config GPODDER_HOME=$work/gpo GPODDER_DOWNLOAD_DIR=$work/gpo/files

    if [ -n "$has_newsboat" ]; then
        # newsboat keeps no ETag of a feed's first fetch, so its second reload fetches all again; only from the third on nothing comes.
        newsboat_in unchanged
        "${newsboat[@]}" && "${newsboat[@]}"
    fi
    [ -z "$has_gpo" ] || run first "gpo import, which fetches" gpo import "$work/www/all.opml" 2>/dev/null
    for ((round = 0; round < rounds; round++)); do
        if [ -n "$has_newsboat" ]; then
            newsboat_in first
            rm -f "$work/first/cache.db"
            run first "newsboat -x reload" "${newsboat[@]}"
            newsboat_in unchanged
            run unchanged "newsboat -x reload" "${newsboat[@]}"
        fi
        [ -z "$has_gpo" ] || run unchanged "gpo update" gpo update 2>/dev/null
        begin_skywave
        run first "skywave update" "$skywave" --quiet update
        : >"$work/nginx/access.log"
        run unchanged "skywave update" "$skywave" --quiet update
    done
    "$binary" table "skywave update" "$work/figures"
    bodies
    echo "  episodes stored: $("$skywave" --json new | grep -c '^{"type":"episode"') of 20000; the library has $(du -sk "$work/data" | cut -f 1) KB"
}
