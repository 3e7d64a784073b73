import MercatorCCurl
import RemoteGraph
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The thread that serves all transfers of a transport.
///
/// Other threads only append commands and wake the loop, so that they share nothing of libcurl but
/// its handle for waking.
final class CurlLoop: Sendable {
    /// A command to the thread.
    enum Command: Sendable {
        /// Begins a transfer.
        case start(CurlJob)
        /// The reader of a response has room again.
        case resumeReceiving(Int)
        /// The body of a request has bytes again.
        case resumeSending(Int)
        /// Ends a transfer.
        case cancel(Int)
    }

    @safe
    private struct State {
        var commands: [Command] = []
        var isStopped = false
        var lastNumber = 0
        /// The handle while the thread runs; it is released by the thread, after it is removed.
        var multi: UnsafeMutableRawPointer?
    }

    private let state = Mutex(State())

    private static let library = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Starts the thread.
    init() {
        _ = Self.library
        state.withLock { unsafe $0.multi = curl_multi_init() }
        #if canImport(Glibc) || canImport(Android)
            var thread = pthread_t()
        #elseif canImport(Musl)
            var thread: Musl.pthread_t?
        #else
            var thread: Darwin.pthread_t?
        #endif
        let loop = unsafe Unmanaged.passRetained(self)
        // The closure converts the pointer, which is optional on Linux only.
        let status = unsafe pthread_create(&thread, nil, { unsafe runLoop($0) }, loop.toOpaque())
        guard status == 0 else {
            unsafe loop.release()
            release()
            return
        }
        #if canImport(Glibc) || canImport(Android)
            pthread_detach(thread)
        #else
            if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #endif
    }

    /// Begins a transfer.
    func start(
        _ request: TransportRequest, _ options: CurlTransport.Options,
        deadline: ContinuousClock.Instant?
    ) -> ResponseChannel {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let channel = ResponseChannel { [weak self] signal in
            switch signal {
            case .resume: self?.perform(.resumeReceiving(number))
            case .close: self?.perform(.cancel(number))
            }
        }
        let upload = CurlUpload(request.body) { [weak self] in
            self?.perform(.resumeSending(number))
        }
        let job = CurlJob(
            number: number, request: request, options: options, deadline: deadline,
            channel: channel, upload: upload)
        if !perform(.start(job)) { job.end(.failure(.cancelled(.notSent))) }
        return channel
    }

    /// Passes a command to the thread; returns `false` if it has ended.
    @discardableResult
    private func perform(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.isStopped, let multi = unsafe state.multi else { return false }
            state.commands.append(command)
            // The handle is valid while it is in the state. The first command has woken the thread.
            if state.commands.count == 1 { unsafe curl_multi_wakeup(multi) }
            return true
        }
    }

    /// Ends the thread, and cancels its transfers.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let multi = unsafe state.multi { unsafe curl_multi_wakeup(multi) }
        }
    }

    /// Removes and releases the handle.
    private func release() {
        let multi = unsafe state.withLock { unsafe $0.multi.take() }
        if let multi = unsafe multi { unsafe curl_multi_cleanup(multi) }
    }

    /// Serves transfers until it is stopped.
    fileprivate func run() {
        if let multi = unsafe state.withLock({ unsafe $0.multi }) {
            let transfers = unsafe CurlTransfers(multi)
            while true {
                let (commands, isStopped) = state.withLock { state in
                    defer { state.commands = [] }
                    return (state.commands, state.isStopped)
                }
                for command in commands { transfers.perform(command) }
                guard !isStopped else { break }
                transfers.advance()
            }
            transfers.cancelAll()
        }
        release()
    }
}

/// The beginning of the thread, which owns a reference to its loop.
private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
