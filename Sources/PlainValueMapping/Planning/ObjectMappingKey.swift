/// A key that identifies a mapping in a graph of nested mappings.
struct ObjectMappingKey: Hashable {
    private let type: ObjectIdentifier
    let name: String

    init(_ type: Any.Type, _ name: String) {
        self.type = ObjectIdentifier(type)
        self.name = name
    }
}
