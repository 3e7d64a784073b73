/// The columns of the boxes of a ``LayeredLayout``: every link leads to another column.
struct LayerAssignment {
    /// The index of the column of each box.
    private(set) var layers: [Int]

    private let boxes: [LayeredLayout.Box]
    private var heights: [Int] = []
    private let capacity: Int
    private var successors: [[Int]]
    private var predecessors: [[Int]]

    /// The room below a box.
    static let margin = 28
    /// The desired ratio of width to height.
    private static let aspect = 1.5

    init(_ boxes: [LayeredLayout.Box], _ links: [LayeredLayout.Link]) {
        self.boxes = boxes
        layers = Array(repeating: 0, count: boxes.count)
        successors = Array(repeating: [], count: boxes.count)
        predecessors = successors
        let area = boxes.reduce(0.0) { sum, box in
            sum + Double(box.width + LayeredLayout.gap) * Double(box.height + Self.margin)
        }
        let tallest = boxes.map { $0.height + Self.margin }.max() ?? 0
        capacity = max(tallest, Int((area / Self.aspect).squareRoot()))
        let order = Self.order(boxes.count, links)
        let rank = order.enumerated().reduce(into: [Int](repeating: 0, count: boxes.count)) {
            $0[$1.element] = $1.offset
        }
        for link in links {
            let isForward = rank[link.from] < rank[link.to]
            let (start, end) = isForward ? (link.from, link.to) : (link.to, link.from)
            successors[start].append(end)
            predecessors[end].append(start)
        }
        assign(order)
    }

    /// Assigns each box to the first column with room to the right of its predecessors.
    private mutating func assign(_ order: [Int]) {
        let linked = order.filter { !successors[$0].isEmpty || !predecessors[$0].isEmpty }
        for box in linked {
            var layer = predecessors[box].map { layers[$0] + 1 }.max() ?? 0
            while !hasRoom(layer, for: box) { layer += 1 }
            put(box, into: layer)
        }
        // Boxes that nothing links to come close to those that they link to.
        for box in linked.reversed() where predecessors[box].isEmpty {
            guard let next = successors[box].map({ layers[$0] }).min() else { continue }
            for layer in (layers[box] + 1..<max(next, layers[box] + 1)).reversed()
            where hasRoom(layer, for: box) {
                heights[layers[box]] -= boxes[box].height + Self.margin
                put(box, into: layer)
                break
            }
        }
        let unlinked = Set(order).subtracting(linked)
        for box in order where unlinked.contains(box) {
            let free = heights.indices.filter { hasRoom($0, for: box) }
            put(box, into: free.min { heights[$0] < heights[$1] } ?? heights.count)
        }
        removeEmptyLayers()
    }

    private func hasRoom(_ layer: Int, for box: Int) -> Bool {
        guard layer < heights.count, heights[layer] > 0 else { return true }
        return heights[layer] + boxes[box].height + Self.margin <= capacity
    }

    private mutating func put(_ box: Int, into layer: Int) {
        while heights.count <= layer { heights.append(0) }
        heights[layer] += boxes[box].height + Self.margin
        layers[box] = layer
    }

    private mutating func removeEmptyLayers() {
        let used = Set(layers).sorted()
        let positions = Dictionary(
            used.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        layers = layers.map { positions[$0] ?? 0 }
    }

    /// Returns an order of the boxes with few backward links.
    ///
    /// Source: the greedy heuristic of Eades, Lin and Smyth, 1993.
    private static func order(_ count: Int, _ links: [LayeredLayout.Link]) -> [Int] {
        var outgoing = Array(repeating: 0, count: count)
        var incoming = outgoing
        for link in links {
            outgoing[link.from] += 1
            incoming[link.to] += 1
        }
        var first: [Int] = []
        var last: [Int] = []
        var rest = Array(0..<count)
        while !rest.isEmpty {
            let next =
                rest.first { outgoing[$0] == 0 } ?? rest.first { incoming[$0] == 0 }
                ?? rest.max { outgoing[$0] - incoming[$0] < outgoing[$1] - incoming[$1] } ?? rest[0]
            if outgoing[next] == 0 { last.append(next) } else { first.append(next) }
            rest.removeAll { $0 == next }
            for link in links {
                if link.from == next { incoming[link.to] -= 1 }
                if link.to == next { outgoing[link.from] -= 1 }
            }
        }
        return first + last.reversed()
    }
}
