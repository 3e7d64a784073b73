import Payload

/// An index of elements of one kind, stored in four bytes.
///
/// Indices of different kinds cannot be confused, which plain integers could be.
protocol TypedIndex: Hashable, Comparable, Sendable {
    var rawValue: Int32 { get }

    init(rawValue: Int32)
}

extension TypedIndex {
    /// Creates the index of a position in an array or on the tape.
    @inline(__always)
    init(_ position: Int) { self.init(rawValue: Int32(truncatingIfNeeded: position)) }

    /// The position in an array or on the tape.
    @inline(__always)
    var position: Int { Int(rawValue) }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    static func + (index: Self, distance: Int) -> Self { Self(index.position &+ distance) }
}

/// The index of a record in ``RecordGraph/records``.
struct RecordIndex: TypedIndex { let rawValue: Int32 }

/// The index of an object in ``ObjectTable/objects``.
struct ObjectIndex: TypedIndex { let rawValue: Int32 }

/// The index of an entity plan in ``MappingPlan/entities``.
struct PlanIndex: TypedIndex { let rawValue: Int32 }

/// The index of a field in ``RecordGraph/fields``.
struct FieldIndex: TypedIndex { let rawValue: Int32 }

/// The index of a word on the tape.
struct TapeIndex: TypedIndex { let rawValue: Int32 }

/// The index of a relationship in the plan of an enclosing record, or of a root path in the plan.
struct RoleIndex: TypedIndex { let rawValue: Int32 }

/// The position of a row in a table of the context or, for a new object, in a batch.
struct RowPosition: TypedIndex { let rawValue: Int32 }

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

extension LocatedField {
    /// The tape index of the value; `nil` if it is absent or cannot be reached.
    @inline(__always)
    var index: TapeIndex? { position.map(TapeIndex.init) }
}
