public import ObjectGraph

/// Reads the rows of a statement with the columns of a selection.
///
/// The values are copied from the database's memory to the cells of a block, as for objects; see
/// ``RowReader``. It is inlined into stores, which saves 100 of 3 700 instructions for a row of
/// three values; for that, the type has to be usable from inline code, too.
@usableFromInline
package struct ValueReader: Sendable {
    /// The column of the statement with the first value.
    @usableFromInline let firstColumn: Int32
    @usableFromInline let kinds: [StoreColumn.Kind]
    /// The sums and means of floating-point numbers, which are infinite if they are out of range.
    @usableFromInline let floatingSums: [Int]
    private let expressions: [ResolvedExpression]
    private let entityName: String

    package init(_ request: ValueRequest, _ values: ResolvedValues, _ model: ManagedObjectModel) {
        firstColumn = values.isGrouped ? 0 : 1
        let outputs = values.outputs
        expressions = outputs
        let kinds = outputs.map { StoreColumn.Kind($0.type) }
        self.kinds = values.width > kinds.count ? kinds + [.integer] : kinds
        floatingSums = outputs.indices.filter { kinds[$0] == .double && outputs[$0].sumsUp }
        entityName = model.entities[request.rows.entity].name
    }

    /// A builder for the rows of a block.
    package var noRows: RowBlockBuilder { RowBlockBuilder(width: kinds.count) }

    /// Appends the current row of a statement.
    ///
    /// - Throws: ``StoreError`` with code `corrupt` if a value does not fit the model, `overflow`
    ///   if it is the result of an aggregate.
    @inlinable
    package func read(
        _ cells: some RowCells, into rows: inout RowBlockBuilder
    ) throws(StoreError) {
        for index in kinds.indices {
            let kind = kinds[index]
            let column = firstColumn &+ Int32(truncatingIfNeeded: index)
            guard cells.append(column, kind, to: &rows) else {
                throw mismatch(index, kind, cells.damage(column, kind), cells.integer(0))
            }
        }
        rows.endRow()
        for index in floatingSums where rows.cell(index, of: rows.count - 1).isInfinite {
            throw overflow
        }
    }

    /// Returns the value of a column in the current row of a statement.
    ///
    /// - Throws: The errors of ``read(_:into:)``.
    @inlinable
    package func value(
        at index: Int, of cells: some RowCells
    ) throws(StoreError) -> Value {
        let kind = kinds[index]
        let column = firstColumn &+ Int32(truncatingIfNeeded: index)
        guard let value = cells.value(column, kind) else {
            throw mismatch(index, kind, cells.damage(column, kind), cells.integer(0))
        }
        if !floatingSums.isEmpty, floatingSums.contains(index), case .double(let sum) = value,
            sum.isInfinite
        {
            throw overflow
        }
        return value
    }

    /// The error for an aggregate that has to be computed exactly.
    @usableFromInline var overflow: StoreError {
        StoreError(.overflow, "an aggregate of '\(entityName)' is beyond the range of its type")
    }

    @usableFromInline
    func mismatch(
        _ index: Int, _ kind: StoreColumn.Kind, _ found: String, _ number: Int64
    ) -> StoreError {
        if index < expressions.count, case .attribute = expressions[index] {
            let place = firstColumn == 0 ? "a group" : "\(number)"
            return StoreError(
                .corrupt,
                "column \(index + 1) selected from '\(entityName)' holds no \(kind) in \(place): "
                    + found)
        }
        return overflow
    }
}
