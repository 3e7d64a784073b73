/// A layout of boxes in columns, with links from left to right.
///
/// Links run through the gaps between columns, and through slots that are kept free for them in
/// the columns in between; so no link crosses a box. Source: Sugiyama, Tagawa, Toda, 1981.
struct LayeredLayout {
    /// The size of a box.
    struct Box {
        var width: Int
        var height: Int
    }

    /// A link between two boxes, with the vertical offsets of its ends from their tops.
    struct Link {
        var from: Int
        var to: Int
        var fromOffset: Int
        var toOffset: Int
    }

    /// The position and size of a box.
    struct Frame: Equatable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// The route of a link: horizontal pieces in columns, joined by curves in the gaps.
    ///
    /// The first piece begins at the right side of a box, and the last piece ends at the left side
    /// of another box.
    struct Route {
        /// Indicates whether the route leads from the end of the link to its beginning.
        var isReversed: Bool
        var points: [Point]
    }

    struct Point: Equatable {
        var x: Int
        var y: Int
    }

    /// An entry of a column: a box, or the slot of a link.
    struct Node {
        var box: Int?
        var height: Int
        var column: Int
        var left: [Neighbour] = []
        var right: [Neighbour] = []
        var top = 0.0

        var center: Double { top + Double(height) / 2 }
    }

    /// An end of the part of a link between two adjacent columns.
    struct Neighbour {
        var node: Int
        /// The heights of the ends below the tops of this node and of the neighbour.
        var ownOffset: Int
        var offset: Int
    }

    private(set) var frames: [Frame] = []
    private(set) var routes: [Route] = []
    private(set) var width = 0
    private(set) var height = 0

    var nodes: [Node] = []
    /// The nodes of each column, from top to bottom.
    var columns: [[Int]] = []

    /// The width of a gap between columns.
    static let gap = 96
    private static let slot = 8

    /// Lays out boxes; the links must not lead from a box to itself.
    init(_ boxes: [Box], _ links: [Link]) {
        let layers = LayerAssignment(boxes, links).layers
        let chains = addNodes(boxes, links, layers)
        reduceCrossings()
        positionRows()
        positionColumns(boxes, links, chains)
    }

    /// Adds the boxes, and the slots of links over several columns.
    ///
    /// Returns the nodes of each link from left to right.
    private mutating func addNodes(
        _ boxes: [Box], _ links: [Link], _ layers: [Int]
    ) -> [[Int]] {
        columns = Array(repeating: [], count: layers.max().map { $0 + 1 } ?? 0)
        for (index, box) in boxes.enumerated() {
            add(Node(box: index, height: box.height, column: layers[index]))
        }
        return links.map { link in
            let isReversed = layers[link.from] > layers[link.to]
            let (start, end) = isReversed ? (link.to, link.from) : (link.from, link.to)
            var chain = [start]
            for column in layers[start] + 1..<layers[end] {
                chain.append(add(Node(box: nil, height: Self.slot, column: column)))
            }
            chain.append(end)
            let offsets =
                isReversed
                ? (link.toOffset, link.fromOffset) : (link.fromOffset, link.toOffset)
            join(chain, offsets)
            return chain
        }
    }

    @discardableResult
    private mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        columns[node.column].append(nodes.count - 1)
        return nodes.count - 1
    }

    private mutating func join(_ chain: [Int], _ offsets: (first: Int, last: Int)) {
        for (index, pair) in zip(chain, chain.dropFirst()).enumerated() {
            let start = index == 0 ? offsets.first : Self.slot / 2
            let end = index == chain.count - 2 ? offsets.last : Self.slot / 2
            nodes[pair.0].right.append(Neighbour(node: pair.1, ownOffset: start, offset: end))
            nodes[pair.1].left.append(Neighbour(node: pair.0, ownOffset: end, offset: start))
        }
    }

    /// Determines the horizontal positions of the columns, and collects the result.
    private mutating func positionColumns(_ boxes: [Box], _ links: [Link], _ chains: [[Int]]) {
        let widths = columns.map { column in
            column.compactMap { nodes[$0].box }.map { boxes[$0].width }.max() ?? 0
        }
        var left: [Int] = []
        for column in columns.indices {
            left.append(width)
            width += widths[column] + (column == columns.count - 1 ? 0 : Self.gap)
        }
        let top = nodes.map(\.top).min() ?? 0
        func y(_ node: Int) -> Int { Int((nodes[node].top - top).rounded()) }
        frames = boxes.indices.map { index in
            let column = nodes[index].column
            return Frame(
                x: left[column], y: y(index), width: widths[column], height: boxes[index].height)
        }
        height = nodes.indices.map { y($0) + nodes[$0].height }.max() ?? 0
        routes = zip(links, chains).map { link, chain in
            let isReversed = chain[0] != link.from
            let offsets =
                isReversed
                ? (link.toOffset, link.fromOffset) : (link.fromOffset, link.toOffset)
            var points: [Point] = []
            for (index, node) in chain.enumerated() {
                let column = nodes[node].column
                if index == 0 {
                    points.append(
                        Point(x: left[column] + widths[column], y: y(node) + offsets.0))
                } else if index == chain.count - 1 {
                    points.append(Point(x: left[column], y: y(node) + offsets.1))
                } else {
                    let middle = y(node) + Self.slot / 2
                    points.append(Point(x: left[column], y: middle))
                    points.append(Point(x: left[column] + widths[column], y: middle))
                }
            }
            return Route(isReversed: isReversed, points: points)
        }
    }
}
