import Synchronization

/// The progress of one sending, which is observed with each further 64 KiB.
final class TransferProgress: Sendable {
    private static let step = 1 << 16

    private let state: Mutex<RemoteEvent.Progress>
    private let observe: @Sendable (RemoteEvent.Progress) -> Void

    init(
        sending length: Int?, _ observe: @escaping @Sendable (RemoteEvent.Progress) -> Void
    ) {
        state = Mutex(RemoteEvent.Progress(sent: 0, length: length, received: 0))
        self.observe = observe
    }

    /// Returns a body whose bytes are counted once the transport has taken them.
    func counting(_ body: RequestBody) -> RequestBody {
        body.length.map { $0 < Self.step } == true
            ? body : body.reporting(by: Self.step) { self.add($0, to: \.sent) }
    }

    func addReceived(_ count: Int) { add(count, to: \.received) }

    private func add(_ count: Int, to part: WritableKeyPath<RemoteEvent.Progress, Int>) {
        let progress = state.withLock { progress -> RemoteEvent.Progress? in
            let before = progress[keyPath: part]
            progress[keyPath: part] += count
            return before / Self.step < progress[keyPath: part] / Self.step ? progress : nil
        }
        if let progress { observe(progress) }
    }
}
