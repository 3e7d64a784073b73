import Payload

/// The paths of forced maps and records, written as `resources` or `statuses[].user`.
struct ForcedPlaces {
    private let maps: Set<[String]>
    private let records: Set<[String]>

    init(maps: [String], records: [String]) {
        self.maps = Set(maps.map(Self.steps))
        self.records = Set(records.map(Self.steps))
    }

    /// Returns the steps of a path, without trailing elements and entries.
    private static func steps(_ text: String) -> [String] {
        var steps: [String] = []
        var name = ""
        var isEscaped = false
        var rest = text[...]
        while let character = rest.first {
            if !isEscaped, rest.hasPrefix("[]") || rest.hasPrefix("{}") {
                if !name.isEmpty { steps.append("." + name) }
                name = ""
                steps.append(String(rest.prefix(2)))
                rest = rest.dropFirst(2)
                continue
            }
            rest = rest.dropFirst()
            if isEscaped {
                name.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "." {
                if !name.isEmpty { steps.append("." + name) }
                name = ""
            } else {
                name.append(character)
            }
        }
        if !name.isEmpty { steps.append("." + name) }
        while steps.last == "[]" || steps.last == "{}" { steps.removeLast() }
        return steps == [".self"] ? [] : steps
    }

    /// The path of a node during traversal.
    struct Path {
        private let forced: ForcedPlaces
        private var steps: [String] = []

        init(_ forced: ForcedPlaces) { self.forced = forced }

        private func adding(_ step: String) -> Path {
            guard !forced.maps.isEmpty || !forced.records.isEmpty else { return self }
            var path = self
            path.steps.append(step)
            return path
        }

        func member(_ key: ArraySlice<UInt8>) -> Path {
            guard !forced.maps.isEmpty || !forced.records.isEmpty else { return self }
            return adding("." + String(decoding: key, as: UTF8.self))
        }

        func element() -> Path { adding("[]") }

        func entry() -> Path { adding("{}") }

        /// The steps without trailing elements.
        private var trimmed: [String] {
            var steps = steps
            while steps.last == "[]" { steps.removeLast() }
            return steps
        }

        var isMap: Bool { !forced.maps.isEmpty && forced.maps.contains(trimmed) }
        var isRecord: Bool { !forced.records.isEmpty && forced.records.contains(trimmed) }
    }
}
