/// An array with a dedicated index type.
struct IndexedArray<Index: TypedIndex, Element: Sendable>: Sendable {
    var elements: [Element] = []

    var count: Int { elements.count }

    var isEmpty: Bool { elements.isEmpty }

    /// The indices of all elements, in order.
    var indices: LazyMapSequence<Range<Int>, Index> { elements.indices.lazy.map(Index.init) }

    /// The index of the next element to be appended.
    @inline(__always)
    var endIndex: Index { Index(elements.count) }

    @inline(__always)
    subscript(index: Index) -> Element {
        get { elements[index.position] }
        _modify { yield &elements[index.position] }
    }

    /// Appends an element and returns its index.
    @inline(__always) @discardableResult
    mutating func append(_ element: Element) -> Index {
        elements.append(element)
        return Index(elements.count &- 1)
    }

    /// The elements with their indices.
    func enumerated() -> Zip2Sequence<LazyMapSequence<Range<Int>, Index>, [Element]> {
        zip(indices, elements)
    }
}

extension Array {
    /// Accesses the element of a plan, in an array with one element for each plan.
    @inline(__always)
    subscript(plan: PlanIndex) -> Element {
        get { self[plan.position] }
        _modify { yield &self[plan.position] }
    }
}
