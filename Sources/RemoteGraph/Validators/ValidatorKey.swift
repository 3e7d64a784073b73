import EntityMapper
import HTTPValues
import ObjectGraph
import RemotePlanning

/// The key and entity of a URL's validator for a user.
struct ValidatorKey: Sendable, Hashable {
    static let prefix = "remote-validator:"
    /// The beginning of the names of marks of lists, which have the same form.
    static let markPrefix = "remote-mark:"
    /// The greatest number of bytes of a name; a database limits the keys of its indexes.
    static let lengthLimit = 2000

    let metadataKey: MetadataKey

    /// The URL in normal form, as it is kept.
    var url: String { String(metadataKey.name[mark...].dropFirst()) }

    /// The beginning of the names of the same user for URLs with the same scheme.
    var group: String {
        String(metadataKey.name[...mark]) + url.prefix { $0 != ":" } + ":"
    }

    private var mark: String.Index {
        metadataKey.name.lastIndex(of: "\t") ?? metadataKey.name.startIndex
    }
}

extension RemotePlan {
    /// Returns the key of a URL's validator; `nil` if the URL is too long.
    ///
    /// Secret parameters and fields distinguish users, like the identity of a credential. Only a
    /// hash with the random seed of the process is stored, so such validators are usable until the
    /// process ends.
    func validatorKey(
        of url: String, _ headers: HeaderFields, identity: String?
    ) -> ValidatorKey? {
        let secrets = Secrets(server)
        let normal = URLReference(url).normalized.description
        var user = PercentEncoding.component(identity ?? "")
        let parts = secrets.parts(of: normal, headers)
        if !parts.isEmpty { user += " \(parts.hashValue)" }
        let name = "\(ValidatorKey.prefix)\(user)\t\(secrets.keeping(normal))"
        guard name.utf8.count <= ValidatorKey.lengthLimit else { return nil }
        return ValidatorKey(metadataKey: MetadataKey(name, beside: keeper(of: normal)))
    }
}
