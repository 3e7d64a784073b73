import ObjectGraph

/// Something at a place of a payload that does not fit.
struct Misfit: Error, Equatable {
    /// Where on the tape: the value of the attribute, or an element in it.
    let place: Int
    let expected: String
    let found: String
    /// Whether it is a case that an enumeration does not have.
    var isUnknownCase = false
}

/// What came of reading a value, with everything that has to be said about it.
struct Reading {
    /// The value as its attribute keeps it; `nil` if it does not fit.
    let value: Value?
    /// Why it does not fit; with a value, what in it became nil.
    let misfits: [Misfit]
}
