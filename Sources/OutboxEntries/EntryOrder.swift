package import ObjectGraph

/// The order of new entries.
package enum EntryOrder {
    /// Returns the number of a new entry, greater than all numbers in the store and the context.
    ///
    /// An edit is thus ordered after the edits it is based on, across processes and clocks.
    /// Independent edits may have the same number.
    ///
    /// Source: L. Lamport, Time, Clocks, and the Ordering of Events in a Distributed System (1978).
    package static func next(in context: ManagedObjectContext) throws(StoreError) -> Int64 {
        let greatest = try context.lastMetadataName(behind: OutboxEntry.prefix).flatMap { name in
            Int64(name.dropFirst(OutboxEntry.prefix.count).prefix { $0 != "-" })
        }
        return (greatest ?? 0) + 1
    }

    /// Creates an identifier with the form of a random UUID.
    ///
    /// Source: RFC 9562, section 5.4.
    package static func identifier() -> String {
        let high = UInt64.random(in: .min ... .max) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = UInt64.random(in: .min ... .max) >> 2 | 1 << 63
        return (Value(uuidWords: high, low).storedText ?? "").lowercased()
    }
}
