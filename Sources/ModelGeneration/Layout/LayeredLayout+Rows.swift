/// The order of the nodes in the columns, and their heights.
extension LayeredLayout {
    private static let sweeps = 12

    /// Sorts each column by the positions of its neighbours, minimising crossings.
    ///
    /// The sort is repeated in several sweeps; the order with the fewest crossings is kept.
    mutating func reduceCrossings() {
        for column in columns.indices { stack(column) }
        var best = (columns: columns, crossings: crossings)
        for sweep in 0..<Self.sweeps where best.crossings > 0 {
            let isForward = sweep.isMultiple(of: 2)
            for column in isForward ? Array(columns.indices) : columns.indices.reversed() {
                sort(column, byLeft: isForward)
                stack(column)
            }
            let found = crossings
            if found < best.crossings { best = (columns, found) }
        }
        columns = best.columns
        for column in columns.indices { stack(column) }
    }

    private mutating func sort(_ column: Int, byLeft: Bool) {
        let centers = columns[column].enumerated().map { index, node in
            let neighbours = byLeft ? nodes[node].left : nodes[node].right
            let wanted = mean(neighbours).map { $0 + Double(nodes[node].height) / 2 }
            return (node: node, center: wanted ?? nodes[node].center, index: index)
        }
        columns[column] = centers.sorted { ($0.center, $0.index) < ($1.center, $1.index) }.map(
            \.node)
    }

    /// The mean of the tops that would make the links to neighbours horizontal.
    private func mean(_ neighbours: [Neighbour]) -> Double? {
        guard !neighbours.isEmpty else { return nil }
        let sum = neighbours.reduce(0) {
            $0 + nodes[$1.node].top + Double($1.offset - $1.ownOffset)
        }
        return sum / Double(neighbours.count)
    }

    /// Stacks the nodes of a column vertically, centred at the height 0.
    private mutating func stack(_ column: Int) {
        var top = 0.0
        for (index, node) in columns[column].enumerated() {
            if index > 0 { top += distance(columns[column][index - 1], node) }
            nodes[node].top = top
        }
        let middle =
            (columns[column].last.map { nodes[$0].top + Double(nodes[$0].height) } ?? 0) / 2
        for node in columns[column] { nodes[node].top -= middle }
    }

    /// The distance between the tops of two nodes in a column, at least.
    private func distance(_ upper: Int, _ lower: Int) -> Double {
        let boxes = [upper, lower].count { nodes[$0].box != nil }
        let margin = boxes == 2 ? LayerAssignment.margin : boxes == 1 ? 18 : 8
        return Double(nodes[upper].height + margin)
    }

    private var crossings: Int {
        columns.reduce(0) { total, column in
            let lines = column.flatMap { node in
                nodes[node].right.map { next in
                    (
                        start: nodes[node].top + Double(next.ownOffset),
                        end: nodes[next.node].top + Double(next.offset)
                    )
                }
            }
            var count = 0
            for (index, line) in lines.enumerated() {
                for other in lines[(index + 1)...]
                where (line.start - other.start) * (line.end - other.end) < 0 { count += 1 }
            }
            return total + count
        }
    }

    /// Moves the nodes so that links become straight, without changing their order.
    mutating func positionRows() {
        for sweep in 0..<Self.sweeps {
            let isForward = sweep.isMultiple(of: 2)
            for column in isForward ? Array(columns.indices) : columns.indices.reversed() {
                align(column)
            }
        }
    }

    /// Moves the nodes of a column as near as possible to the tops that straighten their links.
    ///
    /// Source: isotonic regression by pooling adjacent violators.
    private mutating func align(_ column: Int) {
        var blocks: [(top: Double, weight: Double, nodes: [Int])] = []
        var shifts: [Double] = []
        for (index, node) in columns[column].enumerated() {
            let previous = index > 0 ? distance(columns[column][index - 1], node) : 0
            shifts.append((shifts.last ?? 0) + previous)
            let neighbours = nodes[node].left + nodes[node].right
            let wanted = mean(neighbours) ?? nodes[node].top
            let weight =
                nodes[node].box == nil ? 4 : neighbours.isEmpty ? 0.2 : Double(neighbours.count)
            blocks.append((wanted - shifts[index], weight, [index]))
            while blocks.count > 1, blocks[blocks.count - 2].top > blocks[blocks.count - 1].top {
                let last = blocks.removeLast()
                let before = blocks.removeLast()
                let weight = before.weight + last.weight
                let top = (before.top * before.weight + last.top * last.weight) / weight
                blocks.append((top, weight, before.nodes + last.nodes))
            }
        }
        for block in blocks {
            for index in block.nodes {
                nodes[columns[column][index]].top = block.top + shifts[index]
            }
        }
    }
}
