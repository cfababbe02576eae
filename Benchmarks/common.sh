# What benchmarks with a loopback server and with other programs have in common. Part of Scripts/bench, which builds binary (the benchmark)
# and ends the server; `work` is the folder for all.

# Whether a program is there; where it isn't, says what would bring it.
has() {
    command -v "$1" >/dev/null && return
    echo "  $1 is not installed (Debian package $2): $3"
    return 1
}

# One measured run: a line "WORK|NAME|figures" for the table.
run() {
    echo "$1|$2|$("$binary" run "${@:3}")" >>"$work/figures"
}

serve() {
    local port=$1
    mkdir "$work/nginx" "$work/nginx/tmp"
    cat >"$work/nginx/nginx.conf" <<END
daemon off;
$( ((EUID != 0)) || echo "user root;")
pid nginx.pid;
error_log error.log;
events {}
http {
    types { application/rss+xml xml; }
    charset utf-8;
    charset_types application/rss+xml;
    log_format short '\$status \$body_bytes_sent "\$http_user_agent"';
    access_log access.log short;
    sendfile on;
    keepalive_requests 100000;
    client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
    server { listen 127.0.0.1:$port; root "$work/www"; }
}
END
    PATH=$PATH:/usr/sbin nginx -p "$work/nginx" -c nginx.conf -e error.log &
    server=$!
    local try
    for try in {1..100}; do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
        sleep 0.05
    done
    cat "$work/nginx/error.log" >&2
    return 1
}
