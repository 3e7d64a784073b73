/// A row without related rows; to-one relationships are those that it stores.
struct RowNavigator: GraphNavigator {
    let row: StoredRow
    let model: ManagedObjectModel

    func storedRow(root: Int, number: Int64) -> StoredRow? { nil }

    func destinations(of relationship: Int, from number: Int64) -> [Int64] {
        guard number == row.number,
            case .reference(let slot) = model.relationships[relationship].storage
        else { return [] }
        return row.row.reference(slot).map { [$0] } ?? []
    }
}
