import MercatorCCurl
import RemoteGraph

/// The transfers of a loop; used by its thread only.
///
/// - Invariant: `multi` is valid, and has exactly the handles of `transfers`.
@safe
final class CurlTransfers {
    /// The number of unused connections that are kept.
    private static let keptConnections = 32

    private let multi: UnsafeMutableRawPointer
    private var transfers: [Int: CurlTransfer] = [:]

    /// The caller keeps the handle valid while the object lives.
    @unsafe
    init(_ multi: UnsafeMutableRawPointer) {
        unsafe self.multi = multi
        unsafe mercator_set_multi(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
    }

    func perform(_ command: CurlLoop.Command) {
        switch command {
        case .start(let job): start(job)
        case .resumeReceiving(let number): transfers[number]?.resumeReceiving()
        case .resumeSending(let number): transfers[number]?.resumeSending()
        case .cancel(let number):
            if let transfer = transfers[number] {
                end(transfer, .failure(.cancelled(transfer.job.channel.stage)))
            }
        }
    }

    private func start(_ job: CurlJob) {
        guard let transfer = CurlTransfer(job) else {
            let error = TransportError(
                .failed, .notSent, "libcurl cannot allocate a transfer; there is too little memory")
            return job.end(.failure(error))
        }
        if let error = transfer.configure() { return job.end(.failure(error)) }
        transfers[job.number] = transfer
        unsafe curl_multi_add_handle(multi, transfer.easy)
    }

    /// Moves bytes, ends complete or late transfers, and waits for further events.
    func advance() {
        var running: Int32 = 0
        unsafe curl_multi_perform(multi, &running)
        var result = CURLE_OK
        while let easy = unsafe mercator_next_end(multi, &result) {
            guard let transfer = transfers.values.first(where: { unsafe $0.easy == easy })
            else { continue }
            end(transfer, transfer.result(result))
        }
        let now = ContinuousClock.now
        var wait = Duration.seconds(60)
        for transfer in transfers.values {
            transfer.wakeReader()
            let (expiry, phase) = transfer.expiry
            if expiry <= now {
                end(transfer, .failure(transfer.timeout(phase)))
            } else {
                wait = min(wait, now.duration(to: expiry))
            }
        }
        unsafe curl_multi_poll(multi, nil, 0, wait.milliseconds, nil)
    }

    /// Ends a transfer, and closes its connection if it is not complete.
    private func end(
        _ transfer: CurlTransfer, _ result: Result<TransportMetrics, TransportError>
    ) {
        transfers[transfer.job.number] = nil
        unsafe curl_multi_remove_handle(multi, transfer.easy)
        transfer.job.end(result)
    }

    func cancelAll() {
        for transfer in transfers.values {
            end(transfer, .failure(.cancelled(transfer.job.channel.stage)))
        }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up.
    fileprivate var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
