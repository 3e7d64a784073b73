import RemotePlanning

extension TransportError {
    /// The meaning of the error for sending the request again.
    var outcome: RetryPolicy.Outcome {
        switch kind {
        case .connect, .unknownHost, .reset, .incompleteBody, .timedOut(.connect), .timedOut(.idle):
            stage == .notSent ? .notSent : .interrupted
        default: .permanent
        }
    }

    /// The kind of error that a request ends with.
    var code: RemoteError.Code {
        switch kind {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .invalidField, .invalidURL: .invalidRequest
        default: .failedTransfer
        }
    }
}
