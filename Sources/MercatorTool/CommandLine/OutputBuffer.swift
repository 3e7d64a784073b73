import Synchronization

/// The bytes of the result before they are written to standard output in large pieces.
///
/// If the reader has gone, as in `mercator show a.sqlite | head -1`, the rest is dropped.
final class OutputBuffer: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var failure: SystemError?
    }

    private let state = Mutex(State())
    private let isInteractive = Terminal.standardOutput.isInteractive

    private static let size = 1 << 16

    /// Adds a line.
    func write(line: String) {
        state.withLock { state in
            state.bytes += line.utf8
            state.bytes.append(UInt8(ascii: "\n"))
            if isInteractive || state.bytes.count >= Self.size { Self.flush(&state) }
        }
    }

    /// Writes the remaining output.
    ///
    /// - Throws: ``CommandError`` if writing failed; a closed pipe is ignored.
    func finish() throws {
        let failure = state.withLock { state in
            Self.flush(&state)
            return state.failure
        }
        guard let failure, !failure.isBrokenPipe else { return }
        throw CommandError("the result cannot be written: \(failure)")
    }

    private static func flush(_ state: inout State) {
        guard state.failure == nil, !state.bytes.isEmpty else { return state.bytes.removeAll() }
        do throws(SystemError) {
            try FileDescriptor.standardOutput.append(state.bytes)
        } catch {
            state.failure = error
        }
        state.bytes.removeAll(keepingCapacity: true)
    }
}
