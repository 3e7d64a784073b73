/// The paths of forced maps and records, written as `resources` or `statuses[].user`.
struct ForcedShapes {
    private let maps: Set<ArraySlice<SchemaStep>>
    private let records: Set<ArraySlice<SchemaStep>>
    private let isEmpty: Bool

    init(maps: [SchemaPath], records: [SchemaPath]) {
        self.maps = Set(maps.map(\.object))
        self.records = Set(records.map(\.object))
        isEmpty = maps.isEmpty && records.isEmpty
    }

    /// The path of a node during traversal.
    struct Path {
        private let forced: ForcedShapes
        private var steps: [SchemaStep] = []

        init(_ forced: ForcedShapes) { self.forced = forced }

        private func adding(_ step: @autoclosure () -> SchemaStep) -> Path {
            guard !forced.isEmpty else { return self }
            var path = self
            path.steps.append(step())
            return path
        }

        func member(_ key: ArraySlice<UInt8>) -> Path {
            adding(.member(String(decoding: key, as: UTF8.self)))
        }

        func element() -> Path { adding(.element) }

        func entry() -> Path { adding(.entry) }

        /// The steps without trailing elements.
        private var trimmed: ArraySlice<SchemaStep> {
            var steps = steps[...]
            while steps.last == .element { steps.removeLast() }
            return steps
        }

        var isMap: Bool { !forced.maps.isEmpty && forced.maps.contains(trimmed) }
        var isRecord: Bool { !forced.records.isEmpty && forced.records.contains(trimmed) }
    }
}
