import HTTPValues
public import MercatorPayload
public import PayloadFormats

extension RemotePlan {
    /// Returns the format of a response.
    ///
    /// - Parameter contentType: The field `Content-Type`; without it, the format is JSON.
    /// - Returns: The format.
    /// - Throws: ``RemoteError`` with code `unsupportedType`, which names the types that can be
    ///   read, or with code `unsupportedCharset` for an encoding other than UTF-8.
    public func format(ofContentType contentType: String?) throws(RemoteError) -> PayloadFormat {
        guard let contentType else { return .json }
        let type = MediaType(contentType)
        let format: PayloadFormat
        do throws(PayloadFormatError) {
            format = try server.formats.format(forMIMEType: String(contentType.prefix(200)))
        } catch {
            throw RemoteError(.unsupportedType, "\(error)", cause: error)
        }
        let charset = type.charset ?? "utf-8"
        guard ["utf-8", "utf8", "us-ascii"].contains(charset) else {
            throw RemoteError(
                .unsupportedCharset,
                "expected UTF-8, found charset '\(charset.prefix(40))'; let the server send "
                    + "\(format) in UTF-8")
        }
        return format
    }

    /// Parses the body of a response.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - contentType: The field `Content-Type`; without it, the format is JSON.
    ///   - options: The tolerated deviations, and the size limits.
    /// - Returns: The contents.
    /// - Throws: ``RemoteError`` of ``format(ofContentType:)``, or with code `unreadableBody`.
    public func document(
        from body: [UInt8], contentType: String?, options: PayloadOptions = PayloadOptions()
    ) throws(RemoteError) -> PayloadDocument {
        let format = try format(ofContentType: contentType)
        do {
            return try format.document(from: body, options: options)
        } catch {
            throw RemoteError(.unreadableBody, "\(format): \(error)", cause: error)
        }
    }
}
