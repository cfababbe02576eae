"""Writes the station's tree: the answers of an FM-style service as files. URLs are relative to station.json, in feeds to the feed."""

import calendar
import email.utils
import html
import json
import time
from xml.sax.saxutils import escape, quoteattr

from texts import BANNERS, CARDS, CATEGORIES, PROGRAMMES, STATION

PAGE = 20


def files(sounds):
    """Every text file of the tree by its path. `sounds`: an episode's id -> (bytes, seconds, kbit/s)."""
    programmes = {p["id"]: Programme(p, sounds) for p in PROGRAMMES}
    episodes = {e["id"]: e for p in programmes.values() for e in p.episodes}
    tree = {
        "station.json": compact({**STATION, "kind": "station", "version": 1}),
        "banner.json": answer([banner(i, b, programmes, episodes) for i, b in enumerate(BANNERS, 1)]),
        "cards.json": answer([card(i, c, episodes) for i, c in enumerate(CARDS, 1)]),
        "leaderboard.json": answer(leaderboard(programmes, episodes)),
        "categories.json": answer({"list": [{"channelName": "", "channelContent": [{"id": c, "nodeName": t} for c, t, _ in CATEGORIES]}]}),
        "index.html": page(programmes),
    }
    for number, programme in programmes.items():
        tree[f"program/{number}.json"] = answer(programme.details())
        tree[f"feed/{number}.xml"] = feed(programme)
        for index, part in pages(programme.episodes):
            tree[f"playlist/{number}/{index}.json"] = answer({"programInfo": programme.info(), "resourceList": part})
    for category, title, members in CATEGORIES:
        for name, key, listed in lists([programmes[m] for m in members]):
            for index, part in pages(listed):
                head = {"nodeId": category, "nodeName": title, "defaultList": "1", key + "Count": str(len(listed))}
                tree[f"list/{category}/{name}/{index}.json"] = answer({**head, key: [p.row(key == "reList") for p in part]})
    return tree


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def answer(data):
    return compact({"msg": "调用成功", "code": "0", "data": data})


def pages(items):
    return [(start // PAGE + 1, items[start:start + PAGE]) for start in range(0, len(items), PAGE)]


def epoch(date):
    return calendar.timegm(time.strptime(date, "%Y-%m-%d %H:%M"))


def shown(count):
    """A counter as such services show it: 860, 1.2万."""
    return str(count) if count < 10000 else f"{count / 10000:.1f}万"


def images(name):
    return {f"img{size}": f"image/{name}.png" for size in ("100_100", "194_194", "370_370", "640_640")}


class Programme:
    def __init__(self, facts, sounds):
        self.facts, self.id, self.title = facts, facts["id"], facts["title"]
        self.episodes = sorted((self.episode(e, sounds[e[0]]) for e in facts["episodes"]), key=lambda e: e["publishTime"], reverse=True)

    def episode(self, facts, sound):
        number, title, date, about, listens, praises, _ = facts
        published = str(epoch(date))
        return {
            "id": number, "title": title, "programId": self.id, "programName": self.title, "compere": self.facts["host"],
            "description": about, "tags": self.facts["tags"], "duration": str(sound[1]), "isVideo": "0",
            "publishTime": published, "createTime": published, "updateTime": published,
            "listenNumShow": shown(listens), "downloadNumShow": shown(listens // 7), "collectNumShow": shown(praises),
            "audiolist": [{"isDefault": "1", "filePath": f"audio/{number}.mp3", "size": str(len(sound[0])), "audioStream": str(sound[2])}],
            **images(self.id),
        }

    def base(self):
        latest = self.episodes[0]
        return {
            "id": self.id, "programName": self.title, "programLogo": f"image/{self.id}.png", "resourceId": latest["id"],
            "resourceTitle": latest["title"], "resourceNum": str(len(self.episodes)), "resourceCreateTime": latest["publishTime"],
            "createTime": self.episodes[-1]["publishTime"], "updateTime": latest["publishTime"],
            "listenNumShow": shown(self.facts["listens"]), "downloadNumShow": shown(self.facts["listens"] // 6),
            "subscribesNumShow": shown(self.facts["subscribers"]), **images(self.id),
        }

    def details(self):
        facts = self.facts
        return {**self.base(), "programDetails": facts["about"], "compere": facts["host"], "tags": facts["tags"], "playOrder": "1"}

    def info(self):
        return {"id": self.id, "programName": self.title, "programLogo": f"image/{self.id}.png", "compere": self.facts["host"],
                "tags": self.facts["tags"], "listenNumShow": shown(self.facts["listens"]), "playOrder": "1", **images(self.id)}

    def row(self, recommended):
        """The recommended list says the same under other keys."""
        if recommended:
            return {**self.base(), "reProgramName": self.title, "reCompere": self.facts["host"], "reProgramDetails": self.facts["about"]}
        return {**self.base(), "compere": self.facts["host"], "programDetails": self.facts["about"]}


def lists(members):
    newest = sorted(members, key=lambda p: p.episodes[0]["publishTime"], reverse=True)
    hottest = sorted(members, key=lambda p: p.facts["listens"], reverse=True)
    return [("recommended", "reList", members), ("hot", "hotList", hottest), ("new", "newList", newest)]


def banner(number, facts, programmes, episodes):
    title, _, (kind, target) = facts
    entry = {"id": str(number), "bannerTitle": title, "bannerDesc": title, "img640_292": f"image/banner-{number}.png", "activityUrl": "",
             "linkUrl": "", "redirectId": "", "redirectType": "4", "resourceInfo": None, "tvDetails": {}}
    if kind == "episode":
        entry.update(redirectId=target, redirectType="1", resourceInfo=episodes[target])
    elif kind == "program":
        entry.update(redirectId=target, redirectType="2", resourceInfo={"programId": target, "programName": programmes[target].title})
    else:
        entry.update(activityUrl=target, linkUrl=target)
    return entry


def card(number, facts, episodes):
    title, category, members = facts
    entry = {"id": str(number), "nodeId": category or "", "nodeName": title, "cardTitle": title, "showNum": "3"}
    items = [{**episodes[m], "reTitle": "", "reProgramName": ""} for m in members]
    if category is None:
        return {**entry, "listTwy": items}
    return {**entry, "listCategory": {"id": category, "nodeName": title, "nodeType": "1", "listReource": items}}


def leaderboard(programmes, episodes):
    counts = {e[0]: e for p in PROGRAMMES for e in p["episodes"]}
    heard = sorted(episodes.values(), key=lambda e: counts[e["id"]][4], reverse=True)
    praised = sorted(episodes.values(), key=lambda e: counts[e["id"]][5], reverse=True)
    followed = sorted(programmes.values(), key=lambda p: p.facts["subscribers"], reverse=True)
    newest = sorted(programmes.values(), key=lambda p: p.episodes[0]["publishTime"], reverse=True)
    albums = [programmes[number] for number in ("1002", "2001", "1003", "2003")]
    return {
        "hotResourceList": heard[:5], "praiseList": praised[:5],
        "subList": [p.base() for p in followed[:4]], "newList": [p.base() for p in newest[:4]],
        "bkBdList": [{"id": p.id, "topTitle": p.title, "topDesc": p.facts["about"], "sort": str(rank), **images(p.id)}
                     for rank, p in enumerate(albums, 1)],
    }


def feed(programme):
    facts, out = programme.facts, []
    for e in programme.episodes:
        file, date = e["audiolist"][0], email.utils.formatdate(int(e["publishTime"]), usegmt=True)
        out.append(f"""    <item>
      <title>{escape(e["title"])}</title>
      <description>{escape(e["description"])}</description>
      <guid isPermaLink="false">skywave-demo-{e["id"]}</guid>
      <pubDate>{date}</pubDate>
      <enclosure url="../{file["filePath"]}" length="{file["size"]}" type="audio/mpeg"/>
      <itunes:duration>{e["duration"]}</itunes:duration>
    </item>
""")
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
  <channel>
    <title>{escape(programme.title)}</title>
    <link>../index.html#{programme.id}</link>
    <description>{escape(facts["about"])}</description>
    <language>{facts["language"]}</language>
    <itunes:author>{escape(facts["host"])}</itunes:author>
    <itunes:image href="../image/{programme.id}.png"/>
    <itunes:explicit>false</itunes:explicit>
{"".join(out)}  </channel>
</rss>
"""


STYLE = """body{margin:0 auto;max-width:46rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;background:#14182c;color:#eee}
h1{font-weight:600}section{display:grid;grid-template-columns:8rem 1fr;gap:1rem;margin:2rem 0}section img{width:8rem;border-radius:.5rem}
h2{margin:0}p{margin:.2rem 0;color:#b8c0d8}ol{list-style:none;padding:0}li{margin:.6rem 0}audio{width:100%;height:2rem}a{color:#8fd3e8}
@media(max-width:32rem){section{grid-template-columns:1fr}}"""


def page(programmes):
    sections = []
    for p in programmes.values():
        rows = "".join(f"""<li>{html.escape(e["title"])} <small>{e["duration"]} s</small>
<audio controls preload="none" src="{e["audiolist"][0]["filePath"]}"></audio></li>
""" for e in p.episodes)
        sections.append(f"""<section id="{p.id}" lang="{p.facts["language"]}"><img src="image/{p.id}.png" alt="">
<div><h2>{html.escape(p.title)}</h2>
<p>{html.escape(p.facts["host"])}</p><p>{html.escape(p.facts["about"])}</p><p><a href="feed/{p.id}.xml">RSS</a></p>
<ol>
{rows}</ol></div></section>
""")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{html.escape(STATION["title"])}</title><link rel="icon" href="image/station.png">
<style>{STYLE}</style></head>
<body><h1>{html.escape(STATION["title"])}</h1>
{"".join(sections)}</body></html>
"""
