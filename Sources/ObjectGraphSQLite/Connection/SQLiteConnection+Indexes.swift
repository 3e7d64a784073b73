import ObjectGraph
import ObjectGraphSQL

extension SQLiteConnection {
    /// The size of the page cache in kibibytes.
    enum CacheSize: Int {
        /// With 2 000, SQLite's default, a commit of 400 000 rows took 10 % longer.
        case usual = 16_000
        /// SQLite sorts as many entries at once as fit into the cache. What does not fit into the
        /// processor's cache takes twice as long as sorting it in parts and merging these.
        case sorting = 2000
    }

    /// Limits the page cache.
    func limitCache(_ size: CacheSize) throws(StoreError) {
        try execute("PRAGMA cache_size = -\(size.rawValue)")
    }

    /// Creates an index; its entries are sorted within a small cache.
    func makeIndex(_ statement: String) throws(StoreError) {
        try limitCache(.sorting)
        let failure: StoreError?
        do {
            try prepare(statement).run()
            failure = nil
        } catch {
            failure = error
        }
        try limitCache(.usual)
        if let failure { throw failure }
    }
}
