extension PayloadValue {
    /// The elements; `nil` if the value is no array.
    ///
    /// - Complexity: O(elements). ``elements`` gives them one by one, and none for other values.
    public var array: [PayloadValue]? { kind == .array ? Array(elements) : nil }

    /// The members by key, the last one where a key is repeated; `nil` if the value is no object.
    ///
    /// - Complexity: O(members). ``members`` gives them one by one, in the order of the payload.
    public var dictionary: [String: PayloadValue]? {
        guard kind == .object else { return nil }
        return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
}
