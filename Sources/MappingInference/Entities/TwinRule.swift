/// Finds texts that repeat a number, such as `id_str` (I10).
struct TwinRule {
    let tree: SchemaTree

    /// Returns the path of each twin in a record, with the path of the repeated value.
    func twins(in record: RecordType) -> [[String]: [String]] {
        var twins: [[String]: [String]] = [:]
        for column in record.columns where column.form == .scalar {
            guard let key = column.path.last, key.lowercased().hasSuffix("str") else { continue }
            let base = key.dropLast(key.hasSuffix("_str") ? 4 : 3)
            let path = Array(column.path.dropLast()) + [String(base)]
            guard
                let other = record.columns.first(where: { $0.path == path && $0.form == .scalar }),
                tree[other.node].values.hashes == tree[column.node].values.hashes
            else { continue }
            if tree[other.node].kinds.bigIntegers > 0 {
                twins[other.path] = column.path
            } else {
                twins[column.path] = other.path
            }
        }
        return twins
    }
}
