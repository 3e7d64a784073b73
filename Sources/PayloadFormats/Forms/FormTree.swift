import MercatorPayload

/// The document of a form under construction.
///
/// Values are stored in one array and refer to each other by index, so inserting a pair takes one
/// look-up per key component, regardless of the size of the form.
struct FormTree {
    /// The reason for rejecting a pair.
    enum Refusal: Error {
        case conflict
        case tooManyElements
        case nestingTooDeep
    }

    private enum Kind {
        case text, array, object
    }

    private struct Slot {
        var kind: Kind
        var text: String?
        /// The keys of an object, in the order of `children`.
        var keys: [[UInt8]] = []
        var children: [Int] = []
        var indices: [[UInt8]: Int] = [:]
    }

    private var slots = [Slot(kind: .object)]
    private let elementsPerContainer: Int
    private let nestingDepth: Int

    init(elementsPerContainer: Int, nestingDepth: Int) {
        self.elementsPerContainer = elementsPerContainer
        self.nestingDepth = nestingDepth
    }

    /// Inserts a text or null at a key.
    mutating func insert(_ text: String?, at key: FormKey) throws(Refusal) {
        let components = key.components
        guard components.count <= nestingDepth else { throw .nestingTooDeep }
        var current = 0
        for (index, component) in components.enumerated() {
            let rest = components[(index + 1)...]
            let kind = FormTree.kind(before: rest)
            switch component {
            case .member(let name):
                if let known = slots[current].indices[name] {
                    if kind == .text, components.count == nestingDepth { throw .nestingTooDeep }
                    current = try descend(to: known, for: kind)
                } else {
                    current = try append(kind, named: name, to: current)
                }
            case .element:
                if let last = slots[current].children.last, accepts(rest, at: last) {
                    current = last
                } else {
                    current = try append(kind, to: current)
                }
            }
        }
        slots[current].text = text
    }

    /// Returns the kind a value must have for the rest of a key to apply to it.
    private static func kind(before rest: ArraySlice<FormKey.Component>) -> Kind {
        switch rest.first {
        case nil: .text
        case .member: .object
        case .element: .array
        }
    }

    /// Returns the target inside an existing member; a text that is repeated becomes an array.
    private mutating func descend(to known: Int, for kind: Kind) throws(Refusal) -> Int {
        switch (slots[known].kind, kind) {
        case (.object, .object), (.array, .array): return known
        case (.text, .text), (.text, .array):
            let text = slots[known].text
            slots[known] = Slot(kind: .array)
            let first = try append(.text, to: known)
            slots[first].text = text
            return kind == .text ? try append(.text, to: known) : known
        case (.array, .text): return try append(.text, to: known)
        default: throw .conflict
        }
    }

    private mutating func append(
        _ kind: Kind, named name: [UInt8]? = nil, to parent: Int
    ) throws(Refusal) -> Int {
        guard slots[parent].children.count < elementsPerContainer else { throw .tooManyElements }
        let child = slots.count
        slots.append(Slot(kind: kind))
        slots[parent].children.append(child)
        if let name {
            slots[parent].keys.append(name)
            slots[parent].indices[name] = child
        }
        return child
    }

    /// Tests whether the rest of a key applies to the last element of an array, not to a new one.
    private func accepts(_ rest: ArraySlice<FormKey.Component>, at last: Int) -> Bool {
        switch FormTree.kind(before: rest) {
        case .text: false
        case .array: slots[last].kind == .array
        case .object: slots[last].kind == .object && !isTaken(rest, in: last)
        }
    }

    /// Tests whether an object has a value that the rest of a key would repeat or contradict.
    private func isTaken(_ rest: ArraySlice<FormKey.Component>, in object: Int) -> Bool {
        var current = object
        for index in rest.indices {
            guard case .member(let name) = rest[index] else { return false }
            guard let child = slots[current].indices[name] else { return false }
            let kind = FormTree.kind(before: rest[(index + 1)...])
            guard kind != .text, slots[child].kind == kind else { return true }
            current = child
        }
        return false
    }

    /// The document as a tree.
    var root: PayloadNode { node(at: 0) }

    private func node(at index: Int) -> PayloadNode {
        let slot = slots[index]
        switch slot.kind {
        case .text: return slot.text.map { .string($0) } ?? .null
        case .array: return .array(slot.children.map(node(at:)))
        case .object:
            return .object(
                zip(slot.keys, slot.children).map {
                    PayloadNode.Member(String(decoding: $0, as: UTF8.self), node(at: $1))
                })
        }
    }
}
