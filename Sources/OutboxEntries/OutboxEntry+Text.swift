import HTTPValues
import MercatorPayload
package import ObjectGraph

/// The serialised form of an entry: one JSON object.
extension OutboxEntry {
    /// The beginning of the names of all entries.
    package static let prefix = PendingEdit.requestPrefix
    private static let version: Int64 = 1

    /// The key of the metadata that keeps the entry.
    package var metadataKey: MetadataKey { MetadataKey(Self.prefix + id, beside: entity) }

    /// Returns the text for the store.
    package func makeText() -> String {
        var members: [PayloadNode.Member] = [
            .init("version", .number(Self.version)), .init("kind", .string(kind.rawValue)),
            .init("object", .string("\(object)")), .init("order", .number(order)),
            .init("key", .string(key)), .init("state", .string(state.name)),
        ]
        func add(_ name: String, _ node: PayloadNode?) {
            if let node { members.append(.init(name, node)) }
        }
        func add(_ name: String, _ values: [String: Value]) {
            if !values.isEmpty { add(name, PayloadNode(kept: values)) }
        }
        if case .waiting(let time) = state { add("until", .number(time.microseconds)) }
        if attempts > 0 { add("attempts", .number(Int64(attempts))) }
        if resolutions > 0 { add("resolutions", .number(Int64(resolutions))) }
        add("user", user.map(PayloadNode.string))
        add("base", base)
        add("references", references)
        if !lists.isEmpty { add("lists", .array(lists.sorted().map(PayloadNode.string))) }
        add("identity", identity)
        add("message", message.map(PayloadNode.string))
        add("status", status.map { .number(Int64($0)) })
        add("versionTag", versionTag.map(PayloadNode.string))
        add("url", url.map(PayloadNode.string))
        add("entity", entityName.map(PayloadNode.string))
        if !parents.isEmpty { add("parents", .array(parents.map { .string("\($0)") })) }
        add(
            "claim",
            claim.map {
                .object([.init("owner", .string($0.owner)), .init("end", .number($0.end))])
            })
        add("request", request?.node)
        add("conflict", conflict?.node)
        return String(decoding: PayloadNode.object(members).jsonBytes(), as: UTF8.self)
    }

    /// Parses an entry; an invalid one has the state `failed`, and can be discarded.
    package init(_ stored: MetadataEntry) {
        let id = String(stored.key.name.dropFirst(Self.prefix.count))
        if let entry = Self(id: id, text: stored.text) {
            self = entry
        } else {
            self.init(
                id: id, .update, of: ManagedObjectID(entityName: "", number: 0), order: 0, key: id)
            state = .failed
            message =
                "the entry was written by another version of Mercator; open the store with that "
                + "version, or discard the entry"
        }
        entity = stored.key.entity
        text = stored.text
    }

    private init?(id: String, text: String) {
        guard let root = try? PayloadDocument(parsing: text).root,
            root["version"]?.int64 == Self.version,
            let kind = root["kind"]?.string.flatMap(Kind.init),
            let object = root["object"]?.string.flatMap({ ManagedObjectID($0) }),
            let order = root["order"]?.int64, let key = root["key"]?.string,
            let state = root["state"]?.string.flatMap({ name in
                State(name, until: root["until"]?.int64)
            })
        else { return nil }
        self.init(id: id, kind, of: object, order: order, key: key)
        self.state = state
        attempts = root["attempts"]?.int64.flatMap { Int(exactly: $0) } ?? 0
        resolutions = root["resolutions"]?.int64.flatMap { Int(exactly: $0) } ?? 0
        user = root["user"]?.string
        message = root["message"]?.string
        status = root["status"]?.int64.flatMap { Int(exactly: $0) }
        versionTag = root["versionTag"]?.string
        url = root["url"]?.string
        entityName = root["entity"]?.string
        lists = Set(root["lists"]?.elements.compactMap(\.string) ?? [])
        parents =
            root["parents"]?.elements.compactMap {
                $0.string.flatMap { ManagedObjectID($0) }
            } ?? []
        guard let base = [String: Value](kept: root["base"]),
            let references = [String: Value](kept: root["references"]),
            let identity = [String: Value](kept: root["identity"])
        else { return nil }
        (self.base, self.references, self.identity) = (base, references, identity)
        if let claim = root["claim"] {
            guard let owner = claim["owner"]?.string, let end = claim["end"]?.int64 else {
                return nil
            }
            self.claim = Claim(owner: owner, end: end)
        }
        if let request = root["request"] {
            guard let request = ResourceRequest(request) else { return nil }
            self.request = request
        }
        if let conflict = root["conflict"] {
            guard let conflict = OutboxConflict(conflict) else { return nil }
            self.conflict = conflict
        }
    }
}

extension OutboxEntry.State {
    fileprivate init?(_ name: String, until: Int64?) {
        switch name {
        case "pending": self = .pending
        case "sending": self = .sending
        case "waiting":
            guard let time = until.flatMap(Timestamp.init(microseconds:)) else { return nil }
            self = .waiting(until: time)
        case "failed": self = .failed
        case "conflict": self = .conflict
        case "unconfirmed": self = .unconfirmed
        default: return nil
        }
    }
}

extension ResourceRequest {
    /// The body is text if it is one, or else hexadecimal digits.
    fileprivate var node: PayloadNode {
        var members: [PayloadNode.Member] = [
            .init("method", .string(method.rawValue)), .init("url", .string(url)),
            .init(
                "headers",
                .array(headers.fields.map { .array([.string($0.name), .string($0.value)]) })),
        ]
        if let body {
            let text = String(validating: body, as: UTF8.self)
            members.append(
                text.map { .init("body", .string($0)) }
                    ?? .init("bytes", .string(body.hexadecimalText)))
        }
        return .object(members)
    }

    fileprivate init?(_ value: PayloadValue) {
        guard let method = value["method"]?.string.flatMap(Method.init),
            let url = value["url"]?.string, let headers = value["headers"]
        else { return nil }
        self.init(method, url)
        for field in headers.elements.map({ $0.elements.compactMap(\.string) }) {
            guard field.count == 2 else { return nil }
            self.headers.append(field[1], to: field[0])
        }
        if let digits = value["bytes"]?.string {
            guard let bytes = [UInt8](hexadecimal: digits) else { return nil }
            body = bytes
        } else {
            body = value["body"]?.string.map { Array($0.utf8) }
        }
    }
}

extension OutboxConflict {
    fileprivate var node: PayloadNode {
        .object([
            .init("gone", .boolean(isGone)), .init("base", PayloadNode(kept: base)),
            .init("mine", PayloadNode(kept: mine)), .init("theirs", PayloadNode(kept: theirs)),
        ])
    }

    fileprivate init?(_ value: PayloadValue) {
        guard let isGone = value["gone"]?.bool, let base = [String: Value](kept: value["base"]),
            let mine = [String: Value](kept: value["mine"]),
            let theirs = [String: Value](kept: value["theirs"])
        else { return nil }
        self.init(isGone: isGone, base: base)
        (self.mine, self.theirs) = (mine, theirs)
    }
}
