import ObjectGraph

extension StoreSchema {
    /// The query for the fingerprint of a store's schema.
    package static let fingerprintQuestion =
        "SELECT value FROM mercator_store WHERE key = 'fingerprint'"

    /// A hash of all definitions of the store; equal fingerprints make a comparison unnecessary.
    ///
    /// Source: the 64-bit FNV-1a hash. It distinguishes models, but does not protect
    /// against manipulation.
    package var fingerprint: String {
        let lines = definitions.map {
            "\($0.key.entity).\($0.key.property) \($0.name) \($0.text)"
        }
        let unique = modelIndexes.map { index in
            let layout = model.layouts[index.entity]
            return "\(layout.name) unique \(index.slots.map { layout.slots[$0].name })"
        }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        // Sorted, because the order of entities and properties does not affect the file.
        for byte in (lines + unique).sorted().joined(separator: "\n").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// The indexes that enforce the uniqueness constraints of the model.
    var modelIndexes: [IndexDescription] {
        model.layouts.flatMap { layout in
            layout.uniqueness.map {
                IndexDescription(entity: layout.index, slots: $0, isUnique: true)
            }
        }
    }
}
