/// Numbers by the hash of a key that is kept elsewhere.
///
/// Numbers are dense, so a list of the numbers in a bucket needs one element for each number. The
/// table shares its pages with its copies, as a ``PagedArray`` does.
///
/// - Complexity: O(1) on average for all operations.
struct HashedNumbers: Sendable {
    /// The hash of a number's key, and the next number in the same bucket; `0` if there is none.
    private struct Entry: Sendable {
        var hash = 0
        var next: Int64 = 0
    }

    /// The first number of each bucket; `0` if there is none.
    private var firsts = PagedArray<Int64>(filler: 0)
    private var entries = PagedArray(filler: Entry())
    private var count = 0
    /// The number of buckets, a power of two, or 0 without numbers.
    private var bucketCount = 0

    /// Returns the number whose key has a hash, and is the wanted one; `0` if there is none.
    func number(hash: Int, where isWanted: (Int64) -> Bool) -> Int64 {
        guard bucketCount > 0 else { return 0 }
        var number = firsts[bucket(of: hash)]
        while number != 0 {
            let entry = entries[Int(number)]
            if entry.hash == hash, isWanted(number) { return number }
            number = entry.next
        }
        return 0
    }

    /// Adds a number that is not in the table.
    mutating func insert(_ number: Int64, hash: Int) {
        if count >= bucketCount { grow() }
        entries.reach(Int(number))
        let bucket = bucket(of: hash)
        entries[Int(number)] = Entry(hash: hash, next: firsts[bucket])
        firsts[bucket] = number
        count += 1
    }

    /// Removes a number of the table.
    mutating func remove(_ number: Int64) {
        replace(number, with: entries[Int(number)].next)
        count -= 1
    }

    /// Replaces a number of the table with a number that has the same key.
    mutating func exchange(_ number: Int64, for other: Int64) {
        entries.reach(Int(other))
        entries[Int(other)] = entries[Int(number)]
        replace(number, with: other)
    }

    /// Redirects the reference to a number to another number.
    private mutating func replace(_ number: Int64, with other: Int64) {
        let bucket = bucket(of: entries[Int(number)].hash)
        guard firsts[bucket] != number else {
            firsts[bucket] = other
            return
        }
        var previous = firsts[bucket]
        while entries[Int(previous)].next != number { previous = entries[Int(previous)].next }
        entries.update(at: Int(previous)) { $0.next = other }
    }

    private func bucket(of hash: Int) -> Int { hash & (bucketCount &- 1) }

    private mutating func grow() {
        let old = firsts
        bucketCount = max(128, bucketCount * 2)
        firsts = PagedArray(filler: 0)
        firsts.reach(bucketCount - 1)
        for first in old.elements {
            var number = first
            while number != 0 {
                let entry = entries[Int(number)]
                let bucket = bucket(of: entry.hash)
                entries[Int(number)] = Entry(hash: entry.hash, next: firsts[bucket])
                firsts[bucket] = number
                number = entry.next
            }
        }
    }
}
