/// The key of a value, possibly nested, that may identify its record.
///
/// ```text
/// ["data", "id"], in the wrapper data    id
/// ["_id", "$oid"]                        _id
/// ["id", "videoId"]                      id
/// ["metadata", "uid"]                    uid
/// ["_links", "self", "href"]             self
/// ["guid", "text"]                       guid, an element of XML with attributes
/// ```
struct IdentityPath {
    let key: String?

    /// Creates a path, without record wrappers (E2) and scalar wrappers (R4).
    init(_ path: [String], wrapper: [String]) {
        var rest = path[...]
        if !wrapper.isEmpty, rest.starts(with: wrapper) { rest = rest.dropFirst(wrapper.count) }
        if let last = rest.last, last.hasPrefix("$"), rest.count > 1 { rest = rest.dropLast() }
        key = rest.count == 1 ? rest.first : Self.nested(Array(rest))
    }

    private static func nested(_ path: [String]) -> String? {
        guard let first = path.first, let last = path.last else { return nil }
        if links.contains(first) {
            let steps = path.dropFirst()
            return steps == ["self"] || steps == ["self", "href"] ? "self" : nil
        }
        guard path.count == 2 else { return nil }
        if last == "text" { return isStrong(first) ? first : nil }
        if identifiers.contains(first) {
            return NameWords(last).words.last == "id" ? first : nil
        }
        return descriptions.contains(first) && isStrong(last) ? last : nil
    }

    private static func isStrong(_ key: String) -> Bool {
        IdentityNames.class(of: key, entity: nil)?.isStrong == true
    }

    fileprivate static let links: Set<String> = ["_links", "links"]
    fileprivate static let identifiers: Set<String> = ["id", "_id"]
    fileprivate static let descriptions: Set<String> = ["metadata", "meta", "_meta", "sys"]
}

extension SchemaTree {
    /// Tests for a member that describes its owner and is not an entity, such as `metadata`.
    func describesOwner(_ node: SchemaNodeID) -> Bool {
        guard let key = key(of: node) else { return false }
        return IdentityPath.links.contains(key) || IdentityPath.identifiers.contains(key)
            || IdentityPath.descriptions.contains(key)
    }
}
