import HTTPValues
import RemotePlanning

/// The version of a resource that an import reads, as its checkpoint keeps it.
///
/// Source: RFC 9110, sections 8.8 and 13.1.5.
struct ImportedVersion: Sendable, Hashable {
    /// The URL that was requested, as it is kept.
    let url: String
    /// The identity of the user for whom the resource was sent.
    let identity: String?
    private let entityTag: String?
    private let lastModified: String?
    /// The number of bytes; `nil` if unknown.
    let length: Int?

    /// Takes the version from a response with the whole resource.
    init(_ exchange: Exchange, _ secrets: Secrets) {
        url = secrets.keeping(exchange.url)
        identity = exchange.identity
        lastModified = exchange.headers["Last-Modified"]?.sendable
        // A tag of encoded bytes is not valid for offsets in decoded bytes.
        entityTag = EntityTag(exchange.headers).map { tag in
            exchange.isEncoded && tag.form == .strong ? "W/\(tag.text)" : tag.text
        }
        length = exchange.isEncoded ? nil : exchange.headers["Content-Length"].flatMap { Int($0) }
    }

    /// Reads the members of a checkpoint; `nil` for a different source.
    init?(_ members: [String: String]) {
        guard let url = members["url"] else { return nil }
        self.url = url
        identity = members["identity"]
        // A checkpoint of an earlier release may have unsendable values.
        entityTag = members["etag"]?.sendable
        lastModified = members["modified"]?.sendable
        length = members["length"].flatMap { Int($0) }
    }

    /// The members of a checkpoint.
    var members: [String: String] {
        var members = ["url": url]
        members["identity"] = identity
        members["etag"] = entityTag
        members["modified"] = lastModified
        members["length"] = length.map { "\($0)" }
        return members
    }

    /// The fields for a conditional request; empty without a validator.
    var changeConditions: HeaderFields {
        if let entityTag { return ["If-None-Match": entityTag] }
        return lastModified.map { ["If-Modified-Since": $0] } ?? [:]
    }

    /// The fields for a range request; empty without a strong validator.
    ///
    /// If the version differs, all bytes are sent. Only strong validators guarantee equal bytes.
    func rangeConditions(from offset: Int) -> HeaderFields {
        guard offset > 0, let entityTag, entityTag.hasPrefix("\"") else { return [:] }
        return ["Range": "bytes=\(offset)-", "If-Range": entityTag]
    }

    /// Tests whether a response with a part is one of this version.
    func isVersion(of exchange: Exchange) -> Bool {
        exchange.identity == identity
            && (EntityTag(exchange.headers)?.text ?? entityTag) == entityTag
    }

    /// Tests whether a whole resource definitely differs; otherwise, its bytes are compared.
    func isKnown(toDifferFrom other: ImportedVersion) -> Bool {
        guard url == other.url else { return true }
        if let entityTag, let tag = other.entityTag { return entityTag != tag }
        guard let lastModified, let date = other.lastModified else { return false }
        return lastModified != date
    }
}

extension Exchange {
    /// Whether the body was encoded, so that length and offsets do not apply to decoded bytes.
    var isEncoded: Bool {
        response.headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
    }
}
