import TestSupport
import Testing

@testable import Playback

/// The player on its thread, with sources that come when they like.
@OwnThread @Suite struct PlayerTests {
    /// What happened, to wait for.
    private final class Log: Sendable {
        let events = Gate<[PlayerEvent]>([])

        func await(_ isIt: (PlayerEvent) -> Bool) -> PlayerEvent? {
            events.wait(seconds: 60) { $0.first(where: isIt) }
        }

        var names: [String] {
            events.read { $0.compactMap { if case .position = $0 { nil } else { String("\($0)".prefix { $0 != "(" }) } } }
        }
    }

    private func player(_ log: Log) -> Player {
        Player(output: .null) { event in log.events.change { $0.append(event) } }
    }

    @Test func stopEndsAWaitForTheFirstBytes() {
        let log = Log()
        let player = player(log)
        let source = FakeSource(SilentMPEG.frames(100), arrived: 0)
        player.play(PlayItem(name: "slow") { source })
        #expect(source.awaitReader())
        player.stop()
        #expect(log.await { if case .stopped(_, 0) = $0 { true } else { false } } != nil)
        #expect(log.names == ["stopped"])
        #expect(source.isCancelled)
        player.shutdown()
    }

    @Test func aSourceThatStallsBuffersAndGoesOn() {
        let log = Log()
        let player = player(log)
        let source = FakeSource(SilentMPEG.frames(100), arrived: 9_000)
        player.play(PlayItem(name: "slow") { source })
        #expect(log.await { if case .buffering = $0 { true } else { false } } != nil)
        source.arrive(.max)
        #expect(log.await { if case .ended(_, let place) = $0 { abs(place - 2.612) < 0.01 } else { false } } != nil)
        // A reader without time may buffer once more.
        #expect(log.names.first == "started" && log.names.last == "ended")
        player.shutdown()
    }

    @Test func pauseAndSeekAnswerWhileTheSourceStalls() {
        let log = Log()
        let player = player(log)
        let item = PlayItem(name: "slow") { FakeSource(SilentMPEG.frames(1000), arrived: 60_000) }
        player.play(item)
        #expect(log.await { if case .buffering = $0 { true } else { false } } != nil)
        player.pause()
        #expect(log.await { if case .paused = $0 { true } else { false } } != nil)
        player.seek(item.token, to: 0.5)
        #expect(log.await { if case .seeked(_, let place) = $0 { abs(place - 0.5) < 0.01 } else { false } } != nil)
        player.shutdown()
        #expect(log.await { if case .stopped = $0 { true } else { false } } != nil)
    }

    @Test func aSourceThatFailsInMidPlayFailsTheItem() {
        let log = Log()
        let player = player(log)
        let source = FakeSource(SilentMPEG.frames(1000), arrived: 60_000)
        player.play(PlayItem(name: "broken") { source })
        #expect(log.await { if case .buffering = $0 { true } else { false } } != nil)
        source.fail(.unreadable(path: "net", errno: 104))
        #expect(log.await { if case .failed(_, .unreadable, let place) = $0 { place > 3 } else { false } } != nil)
        player.shutdown()
    }

    @Test func shutdownComesBackWhileASourceHangs() {
        let log = Log()
        let player = player(log)
        let source = FakeSource([], arrived: 0, hasLength: false)
        let hanging = FakeSource(SilentMPEG.frames(9), arrived: 0)
        player.play(PlayItem(name: "first") { source })
        player.play(PlayItem(name: "second") { hanging })
        #expect(hanging.awaitReader())
        player.shutdown()
        #expect(hanging.isCancelled)
        #expect(log.await { if case .stopped = $0 { true } else { false } } != nil)
        player.play(PlayItem(name: "late") { MemorySource([]) })
        #expect(log.names.last == "stopped")
    }
}
