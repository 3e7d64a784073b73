import RemoteGraph
import Synchronization

/// A body that is decoded while it is read, so that the decoded bytes do not accumulate.
final class DecodedBody: ResponseBodySource {
    private struct State: ~Copyable {
        /// The transfer; `nil` after a failure, which ends it.
        var source: ChannelBody?
        var inflater: Inflater
        var failure: TransportError?
    }

    private let state: Mutex<State>

    init(_ source: ChannelBody, _ coding: Inflater.Coding) {
        state = Mutex(State(source: source, inflater: Inflater(coding)))
    }

    func nextChunk() async throws(TransportError) -> [UInt8]? {
        while true {
            if let chunk = try decode({ inflater throws(Inflater.Failure) in try inflater.output() }
            ) {
                return chunk
            }
            guard let source = state.withLock({ $0.source }) else { return nil }
            guard let raw = try await source.nextChunk() else {
                try decode { inflater throws(Inflater.Failure) in try inflater.finish() }
                return nil
            }
            try decode { $0.append(raw) }
        }
    }

    /// Runs a step of decoding; its failure is final.
    private func decode<Value: Sendable>(
        _ step: (inout Inflater) throws(Inflater.Failure) -> Value
    ) throws(TransportError) -> Value {
        let result = state.withLock { state -> Result<Value, TransportError> in
            if let failure = state.failure { return .failure(failure) }
            do throws(Inflater.Failure) {
                return .success(try step(&state.inflater))
            } catch {
                let failure = TransportError(
                    .undecodableBody, .receiving(bytes: state.inflater.inputCount), error.message)
                (state.failure, state.source) = (failure, nil)
                return .failure(failure)
            }
        }
        return try result.get()
    }

    var metrics: TransportMetrics? { state.withLock { $0.source }?.metrics }
}
