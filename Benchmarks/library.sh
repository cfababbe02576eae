# A library of a million episodes, searched by skywave and by newsboat's own SQL on a cache of the same episodes. Part of Scripts/bench, which
# builds binary (the benchmark) and skywave.

episodes=${EPISODES:-1000000}
rounds=${ROUNDS:-3}

# A cache of newsboat 2.21's, with the episodes of skywave's library.
make_cache() {
    sqlite3 "$work/cache.db" <<END
CREATE TABLE rss_feed (rssurl VARCHAR(1024) PRIMARY KEY NOT NULL, url VARCHAR(1024) NOT NULL, title VARCHAR(1024) NOT NULL, lastmodified INTEGER(11) NOT NULL DEFAULT 0, is_rtl INTEGER(1) NOT NULL DEFAULT 0, etag VARCHAR(128) NOT NULL DEFAULT "");
CREATE TABLE rss_item (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, guid VARCHAR(64) NOT NULL, title VARCHAR(1024) NOT NULL, author VARCHAR(1024) NOT NULL, url VARCHAR(1024) NOT NULL, feedurl VARCHAR(1024) NOT NULL, pubDate INTEGER NOT NULL, content VARCHAR(65535) NOT NULL, unread INTEGER(1) NOT NULL, enclosure_url VARCHAR(1024), enclosure_type VARCHAR(1024), enqueued INTEGER(1) NOT NULL DEFAULT 0, flags VARCHAR(52), deleted INTEGER(1) NOT NULL DEFAULT 0, base VARCHAR(128) NOT NULL DEFAULT "");
CREATE INDEX idx_rssurl ON rss_feed(rssurl);
CREATE INDEX idx_guid ON rss_item(guid);
CREATE INDEX idx_feedurl ON rss_item(feedurl);
CREATE INDEX idx_lastmodified ON rss_feed(lastmodified);
CREATE INDEX idx_deleted ON rss_item(deleted);
ATTACH '$work/library/library.sqlite' AS library;
INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread, enclosure_url, enclosure_type)
    SELECT e.ref, e.title, '', 'http://127.0.0.1/', p.ref, e.published, e.summary, 1, 'http://127.0.0.1/media', 'audio/mpeg'
    FROM library.episode e JOIN library.program p ON p.id = e.program;
ANALYZE main;
END
}

newsboat_sql() {
    echo "SELECT guid,title,author,url,pubDate,length(content),unread,feedurl,enclosure_url,enclosure_type,enqueued,flags,base FROM rss_item WHERE (title LIKE '%$1%' OR content LIKE '%$1%') AND deleted = 0 ORDER BY pubDate DESC, id DESC;"
}

library() {
    local round word
    work=$temporary
    echo "$episodes episodes with 300 bytes of notes"
    "$binary" library-make "$episodes" "$work/library"
    "$binary" library-index "$work/library"
    echo "  the library has $(du -sm "$work/library" | cut -f 1) MB"
    "$binary" library-search "$work/library"
    if ! command -v sqlite3 >/dev/null; then
        echo "  sqlite3 is not installed (Debian package sqlite3): newsboat's query is not measured"
        return
    fi
    make_cache
    for ((round = 0; round < rounds; round++)); do
        for word in 历史故事 museum 新闻; do
            echo "$word|newsboat's SQL by sqlite3|$("$binary" run sqlite3 "$work/cache.db" "$(newsboat_sql "$word")")" >>"$work/figures"
            echo "$word|skywave search|$("$binary" run "$skywave" --library "$work/library" search --local "$word" sort:date)" >>"$work/figures"
        done
    done
    "$binary" table "skywave search" "$work/figures"
}
