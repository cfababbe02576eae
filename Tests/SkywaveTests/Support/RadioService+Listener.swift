import Testing

extension RadioService {
    /// A program that knows the service as the source `wave`, and asks it.
    func listener(_ environment: [String: String] = [:]) async throws -> Skywave {
        let skywave = try Skywave(environment)
        #expect(try await skywave.run(["source", "add", "wave", url, "--kind", "fm"]).status == 0)
        #expect(try await skywave("source use wave").status == 0)
        return skywave
    }

    /// The same with the first programme of the chart open: its episodes have the numbers from 1.
    func listenerAtProgram(_ environment: [String: String] = [:]) async throws -> Skywave {
        let skywave = try await listener(environment)
        #expect(try await skywave("charts hot").status == 0)
        #expect(try await skywave("open 1").status == 0)
        return skywave
    }
}
