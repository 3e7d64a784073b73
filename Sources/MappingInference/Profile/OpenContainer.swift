/// A container that later pieces of a document continue.
struct OpenContainer {
    /// The number of the value.
    let visit: Int
    /// The hash of the values so far.
    var hash: UInt64
    /// The hash of the key if the container is an entry of a map.
    let entryKey: UInt64
    /// The index of the current element or entry.
    var index: UInt32 = 0
}
