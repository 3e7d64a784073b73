import HTTPValues
import PayloadFormats
import RemotePlanning

extension RemotePlan {
    /// Generic content types, which do not determine a format.
    private static let plainTypes: Set<String> = [
        "application/octet-stream", "binary/octet-stream", "text/plain",
    ]

    /// Returns the format in a response's content type; `nil` for a generic type.
    private func namedFormat(of exchange: Exchange) throws(RemoteError) -> PayloadFormat? {
        guard let type = exchange.headers["Content-Type"],
            !Self.plainTypes.contains(MediaType(type).essence)
        else { return nil }
        return try format(ofContentType: type)
    }

    /// Throws unless a response has JSON or lines of JSON, or may have them.
    func checkImport(_ exchange: Exchange) throws(RemoteError) {
        guard let format = try namedFormat(of: exchange), format != .json, format != .ndjson else {
            return
        }
        throw RemoteError(
            .unsupportedType,
            "expected JSON or lines of JSON, found \(format), which is read as a whole only; "
                + "load it without an import")
    }

    /// Throws unless a response has a body with a format that can be read, or may have one.
    func checkDownload(_ exchange: Exchange) throws(RemoteError) {
        guard [200, 203].contains(exchange.status) else {
            throw RemoteError(
                exchange.status == 206 ? .unexpectedPartialContent : .failedStatus,
                "expected a whole resource with status 200, found another success")
        }
        _ = try namedFormat(of: exchange)
    }

    /// Creates the error for a response that is no success.
    func refusal(of exchange: Exchange) -> RemoteError {
        switch exchange.status {
        case 401:
            failure(
                .unauthorized, "the server demands another credential; sign in", of: exchange)
        case 200...599: failure(.failedStatus, of: exchange)
        default: failure(.invalidResponse, of: exchange)
        }
    }
}
