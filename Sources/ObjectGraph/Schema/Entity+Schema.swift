import Synchronization

/// The schema struct instances with complete property names, by type.
///
/// This is global because a key path, which may be used before any model exists, leads only to its
/// type. An entry never changes: it is the result of the type's `init()`.
private let schemas = Mutex<[ObjectIdentifier: any Entity]>([:])

extension Entity {
    /// The schema struct with the names of its properties, created once for each type.
    ///
    /// - Complexity: O(1); on first use, O(*n*) in the number of properties.
    package static var schema: Self {
        let key = ObjectIdentifier(Self.self)
        if let known = schemas.withLock({ $0[key] }) as? Self { return known }
        // Outside of the lock, since the initializer may use other schema structs.
        let schema = Self()
        for child in Mirror(reflecting: schema).children {
            guard let label = child.label.map(\.withoutBackticks) else { continue }
            (child.value as? any SchemaProperty)?.propertyName.fill(label)
        }
        let first = schemas.withLock { known in
            let first = known[key] ?? schema
            known[key] = first
            return first
        }
        return first as? Self ?? schema
    }
}

extension String {
    /// The name without the backticks of a raw identifier.
    ///
    /// In metadata, a raw identifier such as `2d` has its backticks, and no-break spaces instead of
    /// its spaces. A raw identifier cannot contain no-break spaces itself.
    fileprivate var withoutBackticks: String {
        guard first == "`", last == "`" else { return self }
        return String(dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }
}
