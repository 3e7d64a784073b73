extension PayloadTape {
    /// Returns the tape index at a path of keys.
    ///
    /// The result is `nil` if a step is missing or its value is no object.
    ///
    /// The empty path yields the value itself; paths with a problem or with other
    /// steps never match.
    package func find(_ path: PayloadPath, from position: Int) -> Int? {
        guard path.problem == nil, path.isPlain else { return nil }
        var value = position
        for component in path.components {
            guard let next = find(component.utf8, inObjectAt: value) else { return nil }
            value = next
        }
        return value
    }
}
