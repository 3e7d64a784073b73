/// Numbers by the hash of a key that is kept elsewhere.
///
/// Numbers are dense, so a list of those in the same bucket needs one element for each number. The
/// table shares its pages with its copies, as a ``PagedArray`` does.
///
/// - Complexity: O(1) on average for all operations.
struct HashedNumbers: Sendable {
    /// The first number of each bucket, and the next one of each number; `0` if there is none.
    private var firsts = PagedArray<Int64>(filler: 0)
    private var following = PagedArray<Int64>(filler: 0)
    /// The hash of each number's key.
    private var hashes = PagedArray<Int>(filler: 0)
    private var count = 0
    /// The number of buckets, a power of two, or 0 without numbers.
    private var bucketCount = 0

    /// Returns the number whose key has a hash, and is the wanted one; `0` if there is none.
    func number(hash: Int, where isWanted: (Int64) -> Bool) -> Int64 {
        guard bucketCount > 0 else { return 0 }
        var number = firsts[bucket(of: hash)]
        while number != 0 {
            if hashes[Int(number)] == hash, isWanted(number) { return number }
            number = following[Int(number)]
        }
        return 0
    }

    /// Adds a number that is not in the table.
    mutating func insert(_ number: Int64, hash: Int) {
        if count >= bucketCount { grow() }
        hashes.reach(Int(number))
        following.reach(Int(number))
        hashes[Int(number)] = hash
        following[Int(number)] = firsts[bucket(of: hash)]
        firsts[bucket(of: hash)] = number
        count += 1
    }

    /// Removes a number of the table.
    mutating func remove(_ number: Int64) {
        replace(number, with: following[Int(number)])
        count -= 1
    }

    /// Replaces a number of the table with a number that has the same key.
    mutating func exchange(_ number: Int64, for other: Int64) {
        hashes.reach(Int(other))
        following.reach(Int(other))
        hashes[Int(other)] = hashes[Int(number)]
        following[Int(other)] = following[Int(number)]
        replace(number, with: other)
    }

    /// Redirects the reference to a number to another number.
    private mutating func replace(_ number: Int64, with other: Int64) {
        let bucket = bucket(of: hashes[Int(number)])
        guard firsts[bucket] != number else {
            firsts[bucket] = other
            return
        }
        var previous = firsts[bucket]
        while following[Int(previous)] != number { previous = following[Int(previous)] }
        following[Int(previous)] = other
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
                let next = following[Int(number)]
                let bucket = bucket(of: hashes[Int(number)])
                following[Int(number)] = firsts[bucket]
                firsts[bucket] = number
                number = next
            }
        }
    }
}
