"""What the demo station says: its programmes, their episodes and what is spoken in each. All of it was written for Skywave.

An episode's script is a list of steps:
    ("bell",)                 the programme's own three notes
    (voice, "words")          spoken by an espeak-ng voice
    ("rest", seconds)         silence
    ("waves" | "rain" | "crickets", seconds)   a made sound
"""

MARA, TOBIAS, INES = "en-gb+f2", "en-gb-scotland+m3", "en-us+f4"
# The plain "cmn" voice of espeak-ng 1.51 reads Chinese characters with English sounds; this one knows the tones.
XIAOMAN, ZHOU, YIZHOU = "cmn-latn-pinyin+f2", "cmn-latn-pinyin+m3", "cmn-latn-pinyin+m7"

STATION = {"name": "demo", "title": "Skywave Demo · 天波试听台"}

# Categories: id, title, the programmes in the order recommended to a newcomer.
CATEGORIES = [
    ("11", "English", ["1001", "1002", "1003", "1004"]),
    ("12", "中文", ["2001", "2002", "2003", "1004"]),
]

PROGRAMMES = [
    {
        "id": "1001", "title": "The Morning Tide", "host": "Mara Quill", "tags": "news,harbour", "language": "en",
        "about": "A very short bulletin from a harbour that is on no map: tides, boats, and whatever sits on the gangway.",
        "bell": (523, 659, 784), "picture": "tide", "listens": 8420, "subscribers": 1260,
        "episodes": [
            ("100101", "High Water at Seven", "2026-04-06 06:00", "A seal holds up the ferry.", 2310, 410, [
                ("bell",),
                (MARA, "Good morning from the harbour. High water at seven twelve. The wind is south west, and light. "
                       "The ferry is late, because a seal is asleep on the gangway. Nobody has the heart to wake it."),
            ]),
            ("100102", "Fog, and a Found Umbrella", "2026-05-11 06:00", "Visibility is one lamp post.", 1880, 365, [
                ("bell",),
                (MARA, "Good morning. Fog in the harbour; visibility, one lamp post. A green umbrella was found on pier two. "
                       "If it is yours, describe its handle to the harbour master. He will know."),
            ]),
            ("100103", "The Lighthouse Gets a New Bulb", "2026-06-15 06:00", "Seven steps, one bulb, a round of applause.", 2750, 590, [
                ("bell",),
                (MARA, "Good morning. The lighthouse has a new bulb. It took one keeper, two hundred and seven steps, "
                       "and a round of applause from the gulls. Low water at noon. Mind the ropes."),
            ]),
        ],
    },
    {
        "id": "1002", "title": "Small Lights", "host": "Tobias Fenn", "tags": "stories,night", "language": "en",
        "about": "Bedtime stories that end before the kettle boils. Stars, lamps, letters, and people who forgot to switch them off.",
        "bell": (392, 494, 440), "picture": "lamp", "listens": 12600, "subscribers": 3105,
        "episodes": [
            ("100201", "The Star That Kept Office Hours", "2026-04-09 20:30", "It shone from nine to five, and was very lonely.", 3120, 720, [
                ("bell",),
                (TOBIAS, "There was a star that shone from nine to five, and went home. By day nobody saw it. "
                         "One evening it stayed late, and a child waved. It has been working nights ever since."),
            ]),
            ("100202", "A Letter to the Moon", "2026-05-14 20:30", "The post office found a way.", 2045, 455, [
                ("bell",),
                (TOBIAS, "Somebody posted a letter to the moon. The postman left it in a rain barrel, where the moon calls every night. "
                         "In the morning it was gone. The stamp had been returned, with thanks."),
            ]),
            ("100203", "How to Count to Sleep", "2026-06-18 20:30", "Not sheep: windows.", 4015, 980, [
                ("bell",),
                (TOBIAS, "Do not count sheep. Count the windows across the street. Each one that goes dark is somebody "
                         "who has finished the day. Ten. Six. Three. One."),
                ("rest", 0.7),
                (TOBIAS, "Good night."),
            ]),
        ],
    },
    {
        "id": "1003", "title": "Field Notes in Sound", "host": "Ines Halloway", "tags": "nature,sound", "language": "en",
        "about": "A diary with few words. One place, one sound, a few seconds of standing still. Every wave and cricket is computed.",
        "bell": (880, 988, 1175), "picture": "ripple", "listens": 5230, "subscribers": 870,
        "episodes": [
            ("100301", "Shingle Beach, Before Breakfast", "2026-04-12 07:15", "Two waves and a half.", 1190, 240, [
                (INES, "Shingle beach, before breakfast."), ("waves", 8),
            ]),
            ("100302", "Rain on a Tin Roof", "2026-05-17 07:15", "Best heard from under it.", 1675, 505, [
                (INES, "Rain, on a tin roof."), ("rain", 7),
            ]),
            ("100303", "Crickets, and One Confused Bird", "2026-06-21 07:15", "It thought the torch was the sun.", 980, 310, [
                (INES, "Crickets, and one confused bird."), ("crickets", 8),
            ]),
        ],
    },
    {
        "id": "1004", "title": "One Word a Day · 每天一个词", "host": "Mara Quill, 林小满", "tags": "language,语言", "language": "en",
        "about": "One Chinese word, one English word, one sentence to use them in. 一个中文词，一个英文词，一句话。",
        "bell": (587, 740, 587), "picture": "talk", "listens": 10300, "subscribers": 2240,
        "episodes": [
            ("100401", "Tea · 茶", "2026-04-20 08:00", "How to ask for a cup of it. 怎么要一杯茶。", 2890, 640, [
                ("bell",), (MARA, "Today's word is: tea."), (XIAOMAN, "茶。"), (MARA, "As in:"), (XIAOMAN, "请给我一杯热茶。"),
                (MARA, "A cup of hot tea, please."),
            ]),
            ("100402", "Radio · 收音机", "2026-05-25 08:00", "A machine that gathers sound. 收集声音的机器。", 2210, 520, [
                ("bell",), (XIAOMAN, "今天的词是：收音机。"), (MARA, "Radio. In Chinese, a machine that gathers sound."),
                (XIAOMAN, "收音机里下雨了。"), (MARA, "It is raining in the radio."),
            ]),
            ("100403", "Star · 星星", "2026-06-29 08:00", "Say it twice, as there are many. 星星要说两遍。", 1540, 415, [
                ("bell",), (MARA, "Today's word is: star."), (XIAOMAN, "星星。"), (MARA, "Said twice, because there are so many."),
                (XIAOMAN, "今晚的星星很亮。"), (MARA, "The stars are bright tonight."),
            ]),
        ],
    },
    {
        "id": "2001", "title": "茶馆夜话", "host": "老周", "tags": "故事,茶", "language": "zh",
        "about": "一壶茶的工夫，一个不长的故事。茶馆在巷子尽头，门口没有招牌，只有一盏灯。",
        "bell": (440, 523, 659), "picture": "tea", "listens": 15800, "subscribers": 4020,
        "episodes": [
            ("200101", "会听收音机的猫", "2026-04-07 21:00", "它只听天气预报。", 5260, 1330, [
                ("bell",),
                (ZHOU, "茶馆里有一只猫，每天晚上来听收音机。它不听戏，也不听新闻，只听天气预报。"
                       "如果明天有雨，它就把鱼干搬进屋里。"),
            ]),
            ("200102", "第七把椅子", "2026-05-12 21:00", "六位客人，七把椅子。", 3340, 760, [
                ("bell",),
                (ZHOU, "茶馆只有六位老客人，却摆着七把椅子。新来的伙计想搬走一把。老板说，留着吧，"
                       "那是给还没有来的朋友的。"),
            ]),
            ("200103", "忘了名字的茶", "2026-06-16 21:00", "好喝就行。", 2980, 690, [
                ("bell",),
                (ZHOU, "有一种茶，谁都喝过，谁都说不出它的名字。问老板，老板也忘了。"
                       "他笑着说，名字是给别人听的，味道才是给自己喝的。"),
            ]),
        ],
    },
    {
        "id": "2002", "title": "早安，城市", "host": "林小满", "tags": "天气,城市", "language": "zh",
        "about": "一座不在地图上的城市，每天早上的天气、电车和面包。听完正好出门。",
        "bell": (659, 784, 988), "picture": "sun", "listens": 9170, "subscribers": 1980,
        "episodes": [
            ("200201", "今天有风", "2026-04-13 06:30", "帽子请戴牢。", 1720, 350, [
                ("bell",),
                (XIAOMAN, "早上好。今天有风，请把帽子戴牢。三号电车会晚五分钟，因为司机要追他的帽子。"),
            ]),
            ("200202", "雨从东边来", "2026-05-18 06:30", "东边的人已经撑伞了。", 1990, 430, [
                ("bell",),
                (XIAOMAN, "早上好。雨从东边来，九点到钟楼，十点到河边。东边的人已经撑伞了，西边的人还有时间吃早饭。"),
            ]),
            ("200203", "晴，宜晒被子", "2026-06-22 06:30", "阳台今天很热闹。", 2460, 610, [
                ("bell",),
                (XIAOMAN, "早上好。今天晴，没有风，最适合晒被子。请大家小心走路，全城的人都在抬头看天。"),
            ]),
        ],
    },
    {
        "id": "2003", "title": "窗边的诗", "host": "许一舟", "tags": "诗歌,夜", "language": "zh",
        "about": "自己写的短诗，在窗边念。每一首都比红绿灯短。",
        "bell": (330, 415, 494), "picture": "window", "listens": 6680, "subscribers": 1530,
        "episodes": [
            ("200301", "灯", "2026-04-17 22:00", "你睡了，灯还醒着。", 1450, 520, [
                ("bell",),
                (YIZHOU, "灯。"), ("rest", 0.4), (YIZHOU, "你睡了。灯还醒着。它替你把今天，又看了一遍。"),
            ]),
            ("200302", "渡口", "2026-05-22 22:00", "船走了，水还在等。", 1130, 385, [
                ("bell",),
                (YIZHOU, "渡口。"), ("rest", 0.4), (YIZHOU, "船走了。水还在等。我坐下来，陪它等一会儿。"),
            ]),
            ("200303", "短波", "2026-06-26 22:00", "很远的人，很近的声音。", 3605, 1140, [
                ("bell",),
                (YIZHOU, "短波。"), ("rest", 0.4),
                (YIZHOU, "很远的人，说很近的话。天空折了一下，把他的声音，放在我的窗台上。"),
            ]),
        ],
    },
]

# The carousel: title, picture, what it leads to.
BANNERS = [
    ("Tonight: How to Count to Sleep", "lamp", ("episode", "100203")),
    ("茶馆夜话：推门进来，茶还热着", "tea", ("program", "2001")),
    ("New: the lighthouse gets a new bulb", "tide", ("episode", "100103")),
    ("What is a skywave?", "waves", ("web", "https://en.wikipedia.org/wiki/Skywave")),
]

# The home page's cards: title, category behind it, episodes. The last is of the kind whose items are in `listTwy`.
CARDS = [
    ("Start here", "11", ["100101", "100201", "100402"]),
    ("今晚听什么", "12", ["200101", "200303", "200203", "200102"]),
    ("Close your eyes", "11", ["100302", "100301", "100303"]),
    ("Two languages · 两种语言", None, ["100401", "100403"]),
]
