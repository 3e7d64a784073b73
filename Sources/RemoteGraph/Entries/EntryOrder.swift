import ObjectGraph
import Synchronization

/// The order of new entries, and the name of this process in claims.
final class EntryOrder: Sendable {
    /// The name in claims, which no other manager has.
    let owner = EntryOrder.identifier()
    private let last = Mutex<Int64?>(nil)

    /// Returns the number of a new entry: the time, but more than that of all known entries.
    ///
    /// The entries of the store are read once; later ones of other processes have later times.
    func next(_ now: Timestamp, in context: ManagedObjectContext) throws(StoreError) -> Int64 {
        if last.withLock({ $0 }) == nil {
            let names = try context.checkpoints(behind: OutboxEntry.prefix, withTexts: false)
            let greatest = names.last.flatMap { known in
                Int64(known.key.name.dropFirst(OutboxEntry.prefix.count).prefix { $0 != "-" })
            }
            last.withLock { $0 = max($0 ?? 0, greatest ?? 0) }
        }
        return last.withLock { last in
            let next = max(now.microseconds, (last ?? 0) + 1)
            last = next
            return next
        }
    }

    /// Creates an identifier with the form of a random UUID.
    ///
    /// Source: RFC 9562, section 5.4.
    static func identifier() -> String {
        let high = UInt64.random(in: .min ... .max) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = UInt64.random(in: .min ... .max) >> 2 | 1 << 63
        return (Value(uuidWords: high, low).storedText ?? "").lowercased()
    }
}
