/// Sorts sources by name, so that the order of arguments has no effect.
enum SourceOrder {
    static func sorted(_ sources: [PayloadSource]) -> [PayloadSource] {
        sources.sorted { left, right in
            let (first, second) = (Array(left.name.utf8), Array(right.name.utf8))
            guard first == second else { return first.lexicographicallyPrecedes(second) }
            switch (left.contents, right.contents) {
            case (.file(let first), .file(let second)):
                return first.utf8.lexicographicallyPrecedes(second.utf8)
            case (.bytes(let first), .bytes(let second)):
                return first.lexicographicallyPrecedes(second)
            case (.file, .bytes): return true
            case (.bytes, .file): return false
            }
        }
    }
}
