import Glibc
import Testing

@testable import Terminal

@Suite struct OutTests {
    private func pipeEnds() throws -> (reader: Int32, writer: Int32) {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    private func available(_ descriptor: Int32) -> String {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    @Test func aPipeGetsTextWhenItIsFlushed() throws {
        let (reader, writer) = try pipeEnds()
        defer { [reader, writer].forEach { close($0) } }
        let out = Out(descriptor: writer)
        out.writeLine("历史")
        #expect(available(reader) == "")
        #expect(out.isWaiting)
        out.flush()
        #expect(available(reader) == "历史\n")
        #expect(!out.isWaiting)
        #expect(out.failure == nil)
    }

    @Test func errorsComeAfterWhatWasSaidBefore() throws {
        let (reader, writer) = try pipeEnds()
        defer { [reader, writer].forEach { close($0) } }
        let output = Out(descriptor: writer)
        let errors = Out(descriptor: writer, after: output)
        output.write("one\n")
        errors.write("two\n")
        errors.flush()
        #expect(available(reader) == "one\ntwo\n")
    }

    @Test func aReaderWhoHasGoneIsNoError() throws {
        let (reader, writer) = try pipeEnds()
        close(reader)
        defer { close(writer) }
        let out = Out(descriptor: writer)
        out.writeLine("one")
        out.flush()
        #expect(out.failure == .closedPipe)
        out.writeLine("two")
        out.flush()
        #expect(!out.isWaiting)
    }

    @Test func aFullDeviceAndAClosedDescriptorAreErrors() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        let out = Out(descriptor: full)
        out.writeLine("one")
        out.flush()
        #expect(out.failure == .noSpace)
        close(full)
        let readOnly = open("/dev/null", O_RDONLY)
        defer { close(readOnly) }
        let other = Out(descriptor: readOnly)
        other.writeLine("one")
        other.flush()
        #expect(other.failure == .failed(errno: EBADF))
    }

    @Test func aReaderWhoTakesNothingIsNotWaitedForWhenGivenUp() throws {
        let (reader, writer) = try pipeEnds()
        defer { [reader, writer].forEach { close($0) } }
        let out = Out(descriptor: writer)
        out.giveUp()
        out.write(String(repeating: "x", count: 1 << 20))
        #expect(out.failure == .closedPipe)
    }

    @Test func divertedTextGoesByTheMailboxInWholeLines() throws {
        let (reader, writer) = try pipeEnds()
        defer { [reader, writer].forEach { close($0) } }
        let (out, mailbox) = (Out(descriptor: writer), TerminalMailbox())
        out.divert(to: mailbox)
        out.write("one\ntw")
        out.write("o\n")
        #expect(mailbox.takeAll() == [.output("one\n", .output), .output("two\n", .output)])
        out.divert(to: nil)
        out.writeLine("three")
        out.flush()
        #expect(available(reader) == "three\n")
    }

    @Test func theMailboxKeepsTheOrderOfAllThreads() async {
        let mailbox = TerminalMailbox()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask { for number in 0..<250 { mailbox.post(.line("\(writer) \(number)")) } }
            }
        }
        var wait = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 0) == 1)
        let events = mailbox.takeAll()
        #expect(events.count == 1000)
        #expect(poll(&wait, 1, 0) == 0)
        let ofTheFirst = events.filter { if case .line(let text, _) = $0 { text.hasPrefix("0 ") } else { false } }
        #expect(ofTheFirst == (0..<250).map { .line("0 \($0)") })
    }

    @Test func anOlderStatusGivesWay() {
        let mailbox = TerminalMailbox()
        for event: TerminalEvent in [.status(["1"]), .status(["2"]), .line("x"), .status(["3"]), .status([])] { mailbox.post(event) }
        #expect(mailbox.takeAll() == [.status(["2"]), .line("x"), .status([])])
    }
}
