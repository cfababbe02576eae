import Glibc

/// Runs `body` on a new thread that no one waits for.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let result = pthread_create(
        &thread, nil,
        { address in
            if let address { Unmanaged<Body>.fromOpaque(address).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    precondition(result == 0, "no more threads")
    pthread_detach(thread)
}
