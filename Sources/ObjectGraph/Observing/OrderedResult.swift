/// The rows of a result in order: the number, the version and the sort values of each row.
///
/// Consecutive rows form chunks of a few hundred. A row is found by its number through the chunk
/// that has it, and the place of a row is found by its sort values, so a change of one row does not
/// pass over the others.
package struct OrderedResult: Sendable {
    /// Consecutive rows; the sort values of all rows are in one array.
    fileprivate struct Chunk: Sendable {
        var numbers: [Int64] = []
        var versions: [Int64] = []
        var values: [Value] = []
    }

    /// A row by its chunk and its index there.
    private struct Place {
        var chunk: Int
        var index: Int
    }

    private static let greatestCount = 512
    private static let leastCount = 64

    private let sorter: RowSorter
    private var chunks: [Chunk] = []
    /// The identifier of each chunk, in order of the chunks.
    private var identifiers: [Int32] = []
    /// The position of each chunk, by identifier.
    private var positions: [Int] = []
    /// The identifier of the chunk of each row, by number.
    private var holders: [Int64: Int32] = [:]

    /// The number of rows.
    package var count: Int { holders.count }
    /// The number of values of a row: for the sort keys, and selected ones.
    private let width: Int
    /// The number of sort values of a row.
    var keyCount: Int { sorter.width }

    /// Creates a list of rows that are in order.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - sorter: The order.
    ///   - columns: The number of values of each row after the values of the sort keys.
    /// - Complexity: O(*n*).
    package init(_ rows: [ResultRow] = [], orderedBy sorter: RowSorter, columns: Int = 0) {
        self.sorter = sorter
        width = sorter.width + columns
        holders.reserveCapacity(rows.count)
        var start = 0
        while start < rows.count {
            let end = min(start + Self.greatestCount * 3 / 4, rows.count)
            var chunk = Chunk()
            for row in rows[start..<end] {
                chunk.numbers.append(row.number)
                chunk.versions.append(row.version)
                chunk.values.append(contentsOf: row.values)
                holders[row.number] = Int32(chunks.count)
            }
            identifiers.append(Int32(chunks.count))
            positions.append(chunks.count)
            chunks.append(chunk)
            start = end
        }
    }

    /// The numbers in order, in parts that later results share.
    ///
    /// - Complexity: O(chunks).
    var numbers: ResultNumbers { ResultNumbers(chunks.map(\.numbers)) }

    /// Returns the numbers and versions of a range of the rows; indices beyond the end are skipped.
    ///
    /// - Complexity: O(chunks + rows of the range).
    package func list(_ range: Range<Int>) -> ResultList {
        var list = ResultList()
        var start = 0
        for chunk in chunks {
            let own = (start..<start + chunk.numbers.count).clamped(to: range)
            if !own.isEmpty {
                list.numbers += chunk.numbers[own.lowerBound - start..<own.upperBound - start]
                list.versions += chunk.versions[own.lowerBound - start..<own.upperBound - start]
            }
            start += chunk.numbers.count
        }
        return list
    }

    /// The values of a range of the rows, in parts that later results share.
    ///
    /// - Complexity: O(chunks).
    func values(_ range: Range<Int>) -> ResultValues {
        ResultValues(
            chunks.map(\.values), width: width, keyCount: keyCount,
            range.clamped(to: 0..<count))
    }

    /// The last row; `nil` if there is none.
    package var last: ResultRow? {
        chunks.last.map { row(at: Place(chunk: chunks.count - 1, index: $0.numbers.count - 1)) }
    }

    /// Returns a row by its number.
    ///
    /// - Complexity: O(1): the rows of one chunk.
    package func row(_ number: Int64) -> ResultRow? { place(of: number).map(row) }

    /// Returns the number of the row at an index.
    ///
    /// - Complexity: O(chunks).
    package func number(at index: Int) -> Int64 {
        var rest = index
        for chunk in chunks {
            if rest < chunk.numbers.count { return chunk.numbers[rest] }
            rest -= chunk.numbers.count
        }
        preconditionFailure("the result has \(count) rows, and none at \(index)")
    }

    /// Stores a row that keeps its place: its sort values are the same.
    package mutating func replace(_ row: ResultRow) {
        guard let place = place(of: row.number) else { return }
        chunks[place.chunk].versions[place.index] = row.version
        chunks[place.chunk].values.replaceSubrange(
            place.index * width..<(place.index + 1) * width, with: row.values)
    }

    /// Removes a row.
    ///
    /// - Complexity: O(1): the rows of one chunk, or of two that become one.
    package mutating func remove(_ number: Int64) {
        guard let place = place(of: number) else { return }
        holders[number] = nil
        chunks[place.chunk].remove(at: place.index, width)
        if chunks[place.chunk].numbers.count < Self.leastCount { join(place.chunk) }
    }

    /// Inserts a row at its place.
    ///
    /// - Complexity: O(log *n*), and the rows of one chunk.
    package mutating func insert(_ row: ResultRow) {
        if chunks.isEmpty {
            chunks.append(Chunk())
            identifiers.append(newIdentifier(at: 0))
        }
        let place = place(for: row)
        holders[row.number] = identifiers[place.chunk]
        chunks[place.chunk].insert(row, at: place.index, width)
        if chunks[place.chunk].numbers.count > Self.greatestCount { split(place.chunk) }
    }

    /// Removes the rows after the first ones.
    package mutating func removeAll(after count: Int) {
        while self.count > count, let number = chunks.last?.numbers.last { remove(number) }
    }

    /// The indices of rows in the current order, which is not changed meanwhile.
    package struct Indices {
        private let rows: OrderedResult
        private let starts: [Int]

        fileprivate init(_ rows: OrderedResult) {
            self.rows = rows
            var next = 0
            starts = rows.chunks.map { chunk in
                defer { next += chunk.numbers.count }
                return next
            }
        }

        /// Returns the index of a row; `nil` if it is not in the result.
        package subscript(number: Int64) -> Int? {
            rows.place(of: number).map { starts[$0.chunk] + $0.index }
        }
    }

    /// Returns the indices of rows.
    ///
    /// - Complexity: O(chunks); O(1) for each index.
    package func withIndices<Result>(_ body: (Indices) -> Result) -> Result { body(Indices(self)) }
}

/// Places.
extension OrderedResult {
    private func row(at place: Place) -> ResultRow {
        let chunk = chunks[place.chunk]
        return ResultRow(
            number: chunk.numbers[place.index], version: chunk.versions[place.index],
            values: Array(chunk.values[place.index * width..<(place.index + 1) * width]))
    }

    private func place(of number: Int64) -> Place? {
        guard let holder = holders[number] else { return nil }
        let chunk = positions[Int(holder)]
        return chunks[chunk].numbers.firstIndex(of: number).map { Place(chunk: chunk, index: $0) }
    }

    /// Returns the place at which a row has to be inserted.
    private func place(for row: ResultRow) -> Place {
        var (low, high) = (0, chunks.count - 1)
        // The last chunk that begins before the row.
        while low < high {
            let middle = (low + high + 1) / 2
            if isBefore(Place(chunk: middle, index: 0), row) {
                low = middle
            } else {
                high = middle - 1
            }
        }
        let chunk = low
        (low, high) = (0, chunks[chunk].numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(Place(chunk: chunk, index: middle), row) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return Place(chunk: chunk, index: low)
    }

    private func isBefore(_ place: Place, _ row: ResultRow) -> Bool {
        let first = place.index * width
        let order = sorter.order(
            chunks[place.chunk].values[first..<first + width], row.values[...])
        return switch order {
        case .before: true
        case .after: false
        case .same: chunks[place.chunk].numbers[place.index] < row.number
        }
    }
}

/// Chunks.
extension OrderedResult {
    private mutating func newIdentifier(at position: Int) -> Int32 {
        positions.append(position)
        return Int32(positions.count - 1)
    }

    /// Divides a chunk into two.
    private mutating func split(_ position: Int) {
        let half = chunks[position].numbers.count / 2
        let rest = chunks[position].removeAll(from: half, width)
        let identifier = newIdentifier(at: position + 1)
        for number in rest.numbers { holders[number] = identifier }
        chunks.insert(rest, at: position + 1)
        identifiers.insert(identifier, at: position + 1)
        renumber(from: position + 1)
    }

    /// Unites a small chunk with the one before it, or removes it if it is empty.
    private mutating func join(_ position: Int) {
        let isEmpty = chunks[position].numbers.isEmpty
        if !isEmpty {
            guard position > 0,
                chunks[position - 1].numbers.count + Self.leastCount < Self.greatestCount
            else { return }
            let identifier = identifiers[position - 1]
            for number in chunks[position].numbers { holders[number] = identifier }
            let rest = chunks[position]
            chunks[position - 1].append(rest)
        }
        chunks.remove(at: position)
        identifiers.remove(at: position)
        renumber(from: position)
    }

    private mutating func renumber(from position: Int) {
        for next in position..<identifiers.count { positions[Int(identifiers[next])] = next }
    }
}

extension OrderedResult.Chunk {
    fileprivate mutating func insert(_ row: ResultRow, at index: Int, _ width: Int) {
        numbers.insert(row.number, at: index)
        versions.insert(row.version, at: index)
        values.insert(contentsOf: row.values, at: index * width)
    }

    fileprivate mutating func remove(at index: Int, _ width: Int) {
        numbers.remove(at: index)
        versions.remove(at: index)
        values.removeSubrange(index * width..<(index + 1) * width)
    }

    fileprivate mutating func append(_ other: Self) {
        numbers += other.numbers
        versions += other.versions
        values += other.values
    }

    /// Removes the rows from an index on, and returns them.
    fileprivate mutating func removeAll(from index: Int, _ width: Int) -> Self {
        let rest = Self(
            numbers: Array(numbers[index...]), versions: Array(versions[index...]),
            values: Array(values[(index * width)...]))
        numbers.removeSubrange(index...)
        versions.removeSubrange(index...)
        values.removeSubrange((index * width)...)
        return rest
    }
}
