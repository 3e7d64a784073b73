import MercatorPayload

// A binary property list consists of a header, objects, a table of their offsets, and a trailer of
// 32 bytes that describes the table. Containers refer to objects by number. A list may therefore
// refer to a container repeatedly, or recursively. Both attacks are rejected: the first by bounding
// the number of values by the number of bytes, the second by checking the open containers.

/// Builds a tree from a binary property list.
struct BinaryPropertyListReader {
    private let source: FormatSource
    private let table: BinaryPropertyListTable
    private let options: PayloadOptions
    private var containers: [Container] = []
    private var values = 0
    private var textBytes = 0

    /// A container whose values are being read.
    private struct Container {
        let shape: Shape
        var index = 0
        var members = PayloadMemberList()
        var elements: [PayloadNode] = []

        var node: PayloadNode {
            shape.isDictionary ? .object(members.members) : .array(elements)
        }
    }

    /// The constant part of a container, separate so that reading it does not copy the elements.
    private struct Shape {
        let reference: Int
        let isDictionary: Bool
        /// The offset of the references to values, which follow the references to keys.
        let references: Int
        let count: Int
    }

    init(_ source: FormatSource, options: PayloadOptions) throws {
        self.source = source
        self.options = options
        table = try BinaryPropertyListTable(source)
    }

    /// Reads the list from its top object.
    ///
    /// Uses an explicit stack, so the depth is not limited by the call stack.
    mutating func read() throws -> PayloadNode {
        var value = try begin(table.top)
        while let last = containers.indices.last {
            if let complete = value {
                try add(complete, to: last)
                value = nil
            }
            let (shape, index) = (containers[last].shape, containers[last].index)
            if index == shape.count {
                value = containers.removeLast().node
            } else {
                let offset = shape.references + index * table.referenceSize
                value = try begin(try table.reference(at: offset))
            }
        }
        guard let value else { throw source.fault(.unexpectedEnd, at: source.bytes.count) }
        return value
    }

    private mutating func add(_ value: PayloadNode, to last: Int) throws {
        let (shape, index) = (containers[last].shape, containers[last].index)
        containers[last].index += 1
        guard shape.isDictionary else {
            containers[last].elements.append(value)
            return
        }
        let keys = shape.references - shape.count * table.referenceSize
        let keyOffset = keys + index * table.referenceSize
        let offset = try table.offset(of: try table.reference(at: keyOffset))
        guard case .string(let key) = try table.scalar(at: offset), table.isText(at: offset) else {
            throw source.malformed(
                "a text as key", at: offset, advice: "use texts as keys of dictionaries")
        }
        try count(textOf: key.utf8.count, at: offset)
        try PropertyList.set(
            key, to: value, in: &containers[last].members, options, source, at: offset)
    }

    /// Reads a scalar, or opens a container and returns `nil`.
    private mutating func begin(_ reference: Int) throws -> PayloadNode? {
        let offset = try table.offset(of: reference)
        try count(textOf: 0, at: offset)
        let kind = source.bytes[offset] >> 4
        guard 0xA...0xD ~= kind else {
            let node = try table.scalar(at: offset)
            if case .string(let text) = node { try count(textOf: text.utf8.count, at: offset) }
            return node
        }
        guard !containers.contains(where: { $0.shape.reference == reference }) else {
            throw source.error(
                .malformed, expected: "a container that is not within itself",
                found: "one that is", at: offset, advice: "write the list anew")
        }
        guard containers.count < source.nestingDepth else {
            throw source.fault(.nestingTooDeep, at: offset)
        }
        let (count, start) = try table.count(at: offset)
        guard count <= source.limits.elementsPerContainer else {
            throw source.fault(.tooManyElements, at: offset)
        }
        let isDictionary = kind == 0xD
        let perValue = isDictionary ? 2 * table.referenceSize : table.referenceSize
        _ = try table.body(from: start, count: count, ofSize: perValue, at: offset)
        let keys = isDictionary ? count * table.referenceSize : 0
        containers.append(
            Container(
                shape: Shape(
                    reference: reference, isDictionary: isDictionary, references: start + keys,
                    count: count)))
        return nil
    }

    /// Counts a value; without shared containers, at least one byte refers to each.
    private mutating func count(textOf length: Int, at offset: Int) throws {
        values += 1
        textBytes += length
        guard values <= 2 * source.bytes.count,
            textBytes <= max(1 << 24, 100 * source.bytes.count)
        else {
            throw source.error(
                .expandsTooFar, expected: "a document in proportion to its property list",
                found: "references that make it enormous", at: offset,
                advice: "refuse the sender, or write the list without shared values")
        }
    }
}
