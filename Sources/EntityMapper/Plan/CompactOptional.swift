/// An optional index in four bytes; `Optional` would use eight.
struct CompactOptional<Index: TypedIndex>: Equatable {
    private var rawValue: Int32

    init(_ index: Index? = nil) { rawValue = index?.rawValue ?? -1 }

    /// The index; `nil` if there is none.
    @inline(__always)
    var index: Index? {
        get { rawValue < 0 ? nil : Index(rawValue: rawValue) }
        set { rawValue = newValue?.rawValue ?? -1 }
    }
}
