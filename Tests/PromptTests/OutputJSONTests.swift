import Catalogue
import Directory
import Library
import Session
import Testing
import Transfer

@testable import Playback
@testable import Prompt

/// What scripts see: whole objects, field by field in interface.md's order.
@Suite struct OutputJSONTests {
    private let json = JSONPrinter()

    @Test func featuredIsActivitiesThenEachCardWithItsItems() {
        #expect(
            text(json.page(Sample.featured)) == #"""
                {"type":"activity","n":1,"title":"Listen to the sea","image":"demo:/image/a.png","target":{"kind":"program","id":"p1"}}
                {"type":"activity","n":2,"title":"Our pages","target":{"kind":"web","url":"https://example.org/"}}
                {"type":"card","title":"For tonight","category":"329","items":2}
                {"type":"program","n":3,"card":"For tonight","id":"p1","source":"demo","title":"Night Tides","hosts":["Ann Lee","Bo"],"summary":"Stories from the shore.\nTold at night, when the water is out.","image":"demo:/image/tides.png","episodes":3,"updated":"2026-11-30T12:00:00Z","subscribed":false,"favourite":true,"counters":{"listens":"1.2万"}}
                {"type":"episode","n":4,"card":"For tonight","id":"e1","program":"p1","programTitle":"Night Tides","source":"demo","title":"Low Water","published":"2026-11-30T12:00:00Z","duration":185,"audio":[{"url":"demo:/audio/low.mp3","mime":"audio/mpeg","bitrate":32,"size":740000,"sizeIsEstimate":false}],"favourite":true,"liked":false,"played":true,"downloaded":"/l/downloads/Night Tides/Low Water.mp3","counters":{"listens":"880"}}
                {"type":"card","title":"茶与故事","items":2}
                {"type":"episode","n":5,"card":"茶与故事","id":"e2","program":"p2","programTitle":"茶馆夜话","source":"demo","title":"月光下的海","published":"2026-12-01T12:00:00Z","duration":3723,"favourite":false,"liked":false,"played":false,"position":60}
                {"type":"program","n":6,"card":"茶与故事","id":"p2","source":"demo","title":"茶馆夜话","hosts":["李明"],"episodes":12,"subscribed":false,"favourite":false}
                {"type":"result","action":"featured","items":6,"skipped":0}
                """#)
    }

    @Test func chartsHaveRanksAndNumbersThatGoOn() {
        let charts = Sample.report(
            [
                KeptSection(.chart(name: "hot", title: "热门"), items: [.episode(Sample.bare)]),
                KeptSection(.chart(name: "albums", title: "专辑"), items: [.program(Sample.tea)]),
            ], first: 21, skipped: ["entry 2 has no id"])
        #expect(
            text(json.page(charts)) == #"""
                {"type":"chart","name":"hot","title":"热门","entries":1}
                {"type":"episode","n":21,"chart":"hot","rank":1,"id":"e3","source":"demo","title":"Nothing known","favourite":false,"liked":false,"played":false}
                {"type":"chart","name":"albums","title":"专辑","entries":1}
                {"type":"program","n":22,"chart":"albums","rank":1,"id":"p2","source":"demo","title":"茶馆夜话","hosts":["李明"],"episodes":12,"subscribed":false,"favourite":false}
                {"type":"result","action":"featured","items":2,"skipped":1}
                """#)
    }

    @Test func aStoredPageSaysSoInTheResult() {
        var report = Sample.report([KeptSection(.plain, items: [.category(Category(ref: "9", title: "History", group: "学"))])])
        report.stored = StoredNote(seen: 1_796_040_000, reason: .transfer(.couldNotResolve(host: "h"), source: "fm"))
        #expect(
            text(json.page(report)) == #"""
                {"type":"category","id":"9","title":"History","group":"学"}
                {"type":"result","action":"featured","items":1,"skipped":0,"offline":true,"seen":"2026-11-30T12:00:00Z"}
                """#)
    }

    @Test func inspectionHasNoNumbersAndNoIds() {
        let page = Page(
            program: Sample.tea.program,
            sections: [
                Section(
                    .plain, items: [.episode(Sample.moon.episode), .activity(Activity(title: "x", target: .episode(Sample.low.episode)))])
            ], skipped: ["entry 1 is null"])
        #expect(
            text(json.inspection(page)) == #"""
                {"type":"program","title":"茶馆夜话","hosts":["李明"],"episodes":12}
                {"type":"episode","programTitle":"茶馆夜话","title":"月光下的海","published":"2026-12-01T12:00:00Z","duration":3723}
                {"type":"activity","title":"x","target":{"kind":"episode"}}
                {"type":"result","action":"inspect","items":2,"skipped":1}
                """#)
    }

    @Test func theListenersListsHaveTheirObjects() {
        #expect(
            text(json.queue(Sample.queue, modes: QueueModes(), part: ListPart())) == #"""
                {"type":"entry","n":1,"position":1,"title":"Low Water","id":"e1","duration":185,"current":false}
                {"type":"entry","n":2,"position":2,"title":"月光下的海","id":"e2","duration":3723,"current":true}
                {"type":"entry","n":3,"position":3,"title":"Nothing known","id":"e3","current":false}
                {"type":"result","action":"queue","items":3,"skipped":0}
                """#)
        #expect(
            json.history(Sample.listens, part: ListPart())[0]
                == #"{"type":"listen","n":1,"id":"e2","title":"月光下的海","from":"2026-11-30T12:00:00Z","to":"2026-11-30T12:01:40Z","position":100}"#
        )
        #expect(
            text(json.downloads(Sample.downloads, part: ListPart())) == #"""
                {"type":"download","n":1,"id":"e1","state":"done","received":740000,"size":740000,"path":"/l/downloads/Night Tides/Low Water.mp3","sha256":"ab12"}
                {"type":"download","n":2,"id":"e2","state":"running","received":1234567,"size":2000000}
                {"type":"download","n":3,"id":"e3","state":"failed","received":0,"error":"no answer in time"}
                {"type":"result","action":"downloads","items":3,"skipped":0}
                """#)
    }

    @Test func sourcesDevicesAndSettingsHaveTheirs() {
        #expect(
            text(json.sources(Array(Source.builtIn.prefix(2)), current: "demo")) == #"""
                {"type":"source","name":"demo","kind":"station","url":"demo:/","current":true,"builtin":true}
                {"type":"source","name":"fm","kind":"fm","current":false,"builtin":true}
                {"type":"result","action":"source","items":2,"skipped":0}
                """#)
        #expect(json.devices(Sample.devices, current: "hdmi")[1] == #"{"type":"device","name":"hdmi","title":"HDMI","current":true}"#)
        #expect(json.settings(Sample.settings)[0] == #"{"type":"setting","key":"transfers","default":"4"}"#)
        #expect(json.settings(Sample.settings)[1] == #"{"type":"setting","key":"volume","value":"80","default":"100"}"#)
    }

    @Test func statusAndAudioAreOneObjectEach() {
        #expect(
            json.status(Sample.paused) == [
                #"{"type":"status","state":"paused","id":"e1","title":"Low Water","position":83.5,"duration":185,"speed":1,"volume":80,"output":"pulse","queuePosition":1,"queueLength":3,"random":false,"repeat":true,"single":false,"consume":false}"#
            ])
        #expect(
            json.audio(Sample.audio, Sample.tags, name: "/m/a.mp3", isURL: false) == [
                #"{"type":"audio","path":"/m/a.mp3","codec":"mp3","mpeg":2.5,"sampleRate":11025,"channels":1,"frames":55263,"duration":5.0125,"bitrate":48,"vbr":true,"title":"Sine","chapters":2,"formatChanges":0,"bytes":30000,"warnings":["417 B between the frames are no audio and are left out"]}"#
            ])
    }

    @Test func aChangeNamesItsThingsAndCloses() {
        let report = ChangeReport(
            action: "add", items: 1, skipped: 1, records: [.episode(Sample.bare)],
            failures: [ItemFailure(title: "x", error: PlaybackError.empty)])
        #expect(
            text(json.change(report)) == #"""
                {"type":"episode","id":"e3","source":"demo","title":"Nothing known","favourite":false,"liked":false,"played":false}
                {"type":"result","action":"add","items":1,"skipped":1}
                """#)
        #expect(json.failures(of: report) == [#"{"type":"error","error":{"code":"audio","message":"“x”: the file is empty"}}"#])
    }

    @Test func errorsAndEventsAreObjectsToo() {
        #expect(json.error(SessionError.noMore) == #"{"type":"error","error":{"code":"not-found","message":"that was all"}}"#)
        #expect(json.event(.nowPlaying(Sample.low, from: 0)) == nil)
        #expect(
            json.event(.download(Sample.downloads[0].record))?.text
                == #"{"type":"download","id":"e1","state":"done","received":740000,"size":740000,"path":"/l/downloads/Night Tides/Low Water.mp3","sha256":"ab12"}"#
        )
        #expect(json.event(.deviceBack) == nil)
        #expect(json.event(.skipped(Sample.bare, SessionError.noAudio(title: "x")))?.isError == true)
    }
}
