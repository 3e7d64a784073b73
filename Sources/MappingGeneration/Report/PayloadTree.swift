import MappingInference

/// The keys of payloads as a tree, with their destinations.
struct PayloadTree {
    /// A key with its destinations.
    struct Node {
        var label: String
        /// The entities and properties that the values are mapped to.
        var destinations: [String] = []
        /// The reason for leaving out values.
        var leftover: Leftover?
        var children: [Int] = []
    }

    /// The nodes; the first is the root.
    private(set) var nodes = [Node(label: "payload")]
    /// Indicates whether the page omits keys.
    private(set) var isCut = false
    private var indices: [Position: Int] = [:]

    /// A key below a node.
    private struct Position: Hashable {
        var parent: Int
        var step: String
    }

    private static let limit = 10_000

    init(_ contents: ReportContents) {
        for entity in contents.entities {
            for (number, start) in entity.paths.enumerated() {
                let steps = Self.steps(of: start.path)
                add(entity.name, to: node(at: steps))
                // The attributes are listed once, below the path with the most records.
                guard number == 0 else { continue }
                guard nodes.count < Self.limit else {
                    isCut = true
                    continue
                }
                for attribute in entity.attributes {
                    let path = Self.steps(of: attribute.source)
                    add("\(entity.name).\(attribute.name)", to: node(at: steps + path))
                }
                for relationship in entity.relationships {
                    guard let source = relationship.source else { continue }
                    let path = Self.steps(of: source)
                    add("\(entity.name).\(relationship.name)", to: node(at: steps + path))
                }
            }
        }
        for leftover in contents.leftovers {
            guard nodes.count < Self.limit else {
                isCut = true
                break
            }
            nodes[node(at: Self.steps(of: leftover.path))].leftover = leftover
        }
        for index in nodes.indices {
            let children = nodes[index].children
            nodes[index].children = children.sorted {
                nodes[$0].label.utf8.lexicographicallyPrecedes(nodes[$1].label.utf8)
            }
        }
    }

    private mutating func add(_ destination: String, to node: Int) {
        guard !nodes[node].destinations.contains(destination) else { return }
        nodes[node].destinations.append(destination)
    }

    private mutating func node(at steps: [String]) -> Int {
        var current = 0
        for step in steps {
            let position = Position(parent: current, step: step)
            if let known = indices[position] {
                current = known
                continue
            }
            nodes.append(Node(label: step))
            nodes[current].children.append(nodes.count - 1)
            current = nodes.count - 1
            indices[position] = current
        }
        return current
    }

    /// Returns the steps of a path: unescaped keys, `[]` and `{}`.
    static func steps(of path: String) -> [String] {
        var steps: [String] = []
        var step = String.UnicodeScalarView()
        var isEscaped = false
        func isEnd(_ text: Substring.UnicodeScalarView) -> Bool {
            text.first.map { [".", "[", "{"].contains($0) } ?? true
        }
        func endStep() {
            if !step.isEmpty { steps.append(String(step)) }
            step = String.UnicodeScalarView()
        }
        var rest = path.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if isEscaped {
                step.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "." {
                endStep()
            } else if scalar == "[" && rest.first == "]" || scalar == "{" && rest.first == "}",
                isEnd(rest.dropFirst())
            {
                endStep()
                steps.append(scalar == "[" ? "[]" : "{}")
                rest = rest.dropFirst()
            } else {
                step.append(scalar)
            }
        }
        endStep()
        return steps
    }
}
