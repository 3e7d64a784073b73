package import HTTPValues
public import ObjectGraph

/// A local edit that waits in the outbox until it is sent.
///
/// ```swift
/// for entry in try manager.outbox.entries() where entry.state == .failed {
///     show(entry.object, entry.message)
/// }
/// ```
public struct OutboxEntry: Sendable, Hashable, Identifiable {
    /// The kinds of edits.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The object is new.
        case create
        /// Attributes or relationships of the object were changed.
        case update
        /// The object was deleted.
        case delete
    }

    /// The states of an entry.
    public enum State: Sendable, Hashable {
        /// The entry is sent by the next round, unless it depends on an unsent one.
        case pending
        /// A process sends the entry, and treats the response.
        case sending
        /// The entry is sent again, but not before a time.
        case waiting(until: Timestamp)
        /// The server rejects the edit, or no request can be made for it.
        case failed
        /// The server's version of the object differs from the edited one.
        case conflict
        /// The server may have accepted the edit, but it is unknown whether, or as which object.
        case unconfirmed
    }

    /// The identity of the entry, which never changes.
    public let id: String
    /// The object; after a deletion, it does not exist any more.
    public package(set) var object: ManagedObjectID
    /// The kind of the edit.
    public package(set) var kind: Kind
    /// The state.
    public package(set) var state = State.pending
    /// The number of times that the entry was sent with its present content.
    public package(set) var attempts = 0
    /// The user whose credential sends the entry; `nil` for any.
    ///
    /// The name is kept in the store, so it must not be confidential.
    public package(set) var user: String?
    /// The values of the edited attributes before the edit; empty unless it is an update.
    public package(set) var base: [String: Value] = [:]
    /// The reason for the state, or `nil`.
    public package(set) var message: String?
    /// The status of the response that led to the state; `nil` if there was none.
    public package(set) var status: Int?
    /// Both versions of the object; `nil` unless there was a conflict.
    public package(set) var conflict: OutboxConflict?

    /// The position among all entries, see ``EntryOrder``.
    package var order: Int64
    /// The entity whose store keeps the entry, if there are several.
    package var entity: Int
    /// The text in the store; `nil` for an entry that was changed since it was read.
    package var text: String?
    /// The idempotency key of the present content.
    package var key: String
    /// The entity tag of the version that was edited, for `If-Match`.
    package var versionTag: String?
    /// The committed numbers of the objects of edited to-one relationships.
    package var references: [String: Value] = [:]
    /// The edited to-many relationships.
    package var lists: Set<String> = []
    /// The request without secrets, which is fixed by the first sending.
    package var request: ResourceRequest?
    /// The URL of a deletion, fixed when the object was deleted.
    package var url: String?
    /// The entity of a deleted object.
    package var entityName: String?
    /// The values that identify a deleted object in responses.
    package var identity: [String: Value] = [:]
    /// The objects that a deleted object referenced.
    package var parents: [ManagedObjectID] = []
    package var claim: Claim?
    /// The number of conflicts that a policy has resolved.
    package var resolutions = 0

    /// The right of a process to send an entry, which ends by itself if the process does.
    package struct Claim: Sendable, Hashable {
        let owner: String
        package let end: Int64

        package init(owner: String, end: Int64) {
            self.owner = owner
            self.end = end
        }
    }

    package init(_ kind: Kind, of object: ManagedObjectID, order: Int64, key: String, entity: Int) {
        self.kind = kind
        self.object = object
        self.order = order
        self.entity = entity
        self.key = key
        id = Self.digits(order) + "-" + key
    }

    /// Creates an entry that was read.
    package init(id: String, _ kind: Kind, of object: ManagedObjectID, order: Int64, key: String) {
        (self.id, self.kind, self.object, self.order, self.key) = (id, kind, object, order, key)
        entity = 0
    }

    /// The edit as mapping respects it until the server has answered; `nil` for an entry that
    /// cannot be read.
    package var pendingEdit: PendingEdit? {
        guard isReadable else { return nil }
        let edit: PendingEdit.Kind =
            switch kind {
            case .create: .creation
            case .update: .update(properties: Set(base.keys).union(references.keys).union(lists))
            case .delete: .deletion(entity: entityName ?? object.entityName, identity: identity)
            }
        return PendingEdit(edit, id: id, root: object.entityName, number: object.number)
    }

    /// Whether the text of the entry could be read.
    package var isReadable: Bool { !object.entityName.isEmpty }

    private static func digits(_ order: Int64) -> String {
        let text = String(order)
        return String(repeating: "0", count: max(20 - text.count, 0)) + text
    }
}

/// Both versions of an object that was edited here and changed on the server.
///
/// ```swift
/// if let conflict = entry.conflict, !conflict.isGone {
///     show(conflict.mine, conflict.theirs)
/// }
/// ```
public struct OutboxConflict: Sendable, Hashable {
    /// Whether the server does not have the object any more.
    public package(set) var isGone = false
    /// The values of the edited attributes before the edit; empty for a new object.
    public package(set) var base: [String: Value] = [:]
    /// The values here.
    public package(set) var mine: [String: Value] = [:]
    /// The values of the server; empty if they are unknown.
    public package(set) var theirs: [String: Value] = [:]

    package init(isGone: Bool = false, base: [String: Value] = [:]) {
        self.isGone = isGone
        self.base = base
    }

    /// The attributes that were changed on both sides, to different values, in alphabetical order.
    public var attributes: [String] {
        theirs.keys.filter { name in
            let (mine, theirs) = (mine[name], theirs[name])
            return mine != theirs && base[name] != theirs && base[name] != mine
        }.sorted()
    }
}

extension OutboxEntry: CustomStringConvertible {
    /// The kind, the object and the state, without values.
    public var description: String { "\(kind.rawValue) of \(object): \(state)" }
}

extension OutboxEntry: CustomReflectable {
    /// The description and the names of edited attributes, without values and requests.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "entry": description, "attempts": attempts, "attributes": base.keys.sorted(),
                "message": message as Any,
            ])
    }
}

extension OutboxEntry.State: CustomStringConvertible {
    /// The name of the state, and the time until which an entry waits.
    public var description: String {
        if case .waiting(let time) = self { "waiting until \(time)" } else { name }
    }

    /// The name of the state.
    package var name: String {
        switch self {
        case .pending: "pending"
        case .sending: "sending"
        case .waiting: "waiting"
        case .failed: "failed"
        case .conflict: "conflict"
        case .unconfirmed: "unconfirmed"
        }
    }
}

extension OutboxConflict: CustomStringConvertible {
    /// The difference in words: the names of the attributes, without values.
    public var description: String {
        isGone
            ? "the server does not have the object any more"
            : "changed on both sides: \(attributes.joined(separator: ", "))"
    }
}
