import MercatorPayload

/// A member of an object in a mapping file.
struct Field<Root>: Sendable {
    let key: String
    /// Returns the value of the member; `nil` to leave it out.
    let write: @Sendable (Root, inout FileWriter) -> PayloadNode?
    let read: @Sendable (PayloadValue, inout Root, inout FileReader) -> Void
}

extension Field {
    /// Returns a member that is left out if it has its usual value.
    static func field<Value: Equatable & Sendable>(
        _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, unless usual: Value,
        _ coding: Coding<Value>
    ) -> Field {
        Field(key: key) { root, writer in
            let value = root[keyPath: path]
            return value == usual ? nil : coding.write(value, &writer)
        } read: { value, root, reader in
            if let value = coding.read(value, &reader) { root[keyPath: path] = value }
        }
    }

    /// Returns a member that is left out if there is no value.
    static func field<Value: Sendable>(
        _ key: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ coding: Coding<Value>
    ) -> Field {
        Field(key: key) { root, writer in
            root[keyPath: path].map { coding.write($0, &writer) }
        } read: { value, root, reader in
            if let value = coding.read(value, &reader) { root[keyPath: path] = value }
        }
    }

    /// Returns a member that every object has.
    static func required<Value: Sendable>(
        _ key: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ coding: Coding<Value>
    ) -> Field {
        Field(key: key) { root, writer in
            coding.write(root[keyPath: path], &writer)
        } read: { value, root, reader in
            if let value = coding.read(value, &reader) { root[keyPath: path] = value }
        }
    }

    /// Returns a Boolean member that is left out if it has its usual value.
    static func flag(
        _ key: String, _ path: any WritableKeyPath<Root, Bool> & Sendable,
        unless usual: Bool = false
    ) -> Field {
        field(key, path, unless: usual, .flag)
    }

    /// Returns a member with an object for each entry by its name, left out if there are none.
    ///
    /// The entries are the subjects of problems, within their owner if it has a name.
    static func objects<Entry: NamedEntry>(
        _ key: String, _ path: any WritableKeyPath<Root, [Entry]> & Sendable,
        _ fields: [Field<Entry>], of owner: (any KeyPath<Root, String> & Sendable)? = nil
    ) -> Field {
        Field(key: key) { root, writer in
            let entries = root[keyPath: path]
            let outer = owner.map { root[keyPath: $0] }
            guard !entries.isEmpty else { return nil }
            defer { writer.subject = outer ?? "" }
            return .object(
                entries.map { entry in
                    writer.subject = outer.map { "\($0).\(entry.name)" } ?? entry.name
                    return PayloadNode.Member(entry.name, fields.node(entry, &writer))
                })
        } read: { value, root, reader in
            let outer = owner.map { root[keyPath: $0] }
            for member in reader.members(of: value) {
                var entry = Entry(member.key)
                reader.subject = outer.map { "\($0).\(member.key)" } ?? member.key
                reader.note(reader.subject, at: member.name)
                fields.read(member.value, into: &entry, &reader)
                reader.subject = outer ?? ""
                root[keyPath: path].append(entry)
            }
        }
    }

    /// Returns the same member for the owner of the object.
    func of<Owner>(_ path: any WritableKeyPath<Owner, Root> & Sendable) -> Field<Owner> {
        Field<Owner>(key: key) { owner, writer in
            write(owner[keyPath: path], &writer)
        } read: { value, owner, reader in
            read(value, &owner[keyPath: path], &reader)
        }
    }
}

extension Coding {
    /// An object with the given members.
    static func object(
        of fields: [Field<Value>], _ create: @escaping @Sendable () -> Value
    ) -> Coding {
        Coding { value, writer in
            fields.node(value, &writer)
        } read: { value, reader in
            var object = create()
            fields.read(value, into: &object, &reader)
            return object
        }
    }
}

extension Bool {
    /// The opposite value, for members that say the contrary of a property.
    var isFalse: Bool {
        get { !self }
        set { self = !newValue }
    }
}

extension Array {
    /// Writes the members that have a value.
    func node<Root>(_ root: Root, _ writer: inout FileWriter) -> PayloadNode
    where Element == Field<Root> {
        var members: [PayloadNode.Member] = []
        for field in self {
            guard let value = field.write(root, &writer) else { continue }
            members.append(PayloadNode.Member(field.key, value))
        }
        return .object(members)
    }

    /// Reads the members of an object, and reports unknown ones.
    func read<Root>(_ value: PayloadValue, into root: inout Root, _ reader: inout FileReader)
    where Element == Field<Root> {
        for member in reader.members(of: value) {
            if let field = first(where: { $0.key == member.key }) {
                field.read(member.value, &root, &reader)
            } else {
                reader.unknown(member.key, at: member.name, among: map(\.key))
            }
        }
    }
}
