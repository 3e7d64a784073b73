extension PayloadValue {
    /// The elements of an array, or `nil` for values of other kinds.
    ///
    /// - Complexity: O(elements). ``elements`` iterates lazily, and is empty for other kinds.
    public var array: [PayloadValue]? { kind == .array ? Array(elements) : nil }

    /// The members by key, or `nil` for values of other kinds.
    ///
    /// If several members have the same key, the last is used.
    ///
    /// - Complexity: O(members). ``members`` iterates lazily, in payload order.
    public var dictionary: [String: PayloadValue]? {
        guard kind == .object else { return nil }
        return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
}
