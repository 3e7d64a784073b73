import MercatorPayload

/// The statistics of texts while they are read.
///
/// While a node has few distinct short texts, repeated texts are only counted. Their forms are
/// added when there are more, or at the end.
struct TextState {
    private var empty = 0
    private var lengths = LengthRange()
    private var forms: [Int] = []
    /// The texts, while there are at most 64 of at most 40 bytes.
    private var words = TextCounter()
    /// The forms of each of them, and the index of its collection, if that is kept.
    private var traits: [(forms: TextForms, collection: Int?, isOverflow: Bool)] = []
    private var isFull = false
    private var collections = TextCounter()
    private var overflow = 0
    /// The last steps of the URLs that have a collection.
    private var keys = HashSample(capacity: Self.mostKeys)

    private static let mostKeys = 1 << 10
    private static let longestWord = 40

    /// Adds the text in a range of bytes without escape sequences, by its hash; `scanner` reads the
    /// same bytes.
    ///
    /// Returns its forms, and whether it may be new: whether it is not among few known ones.
    mutating func add(
        _ bytes: [UInt8], _ range: Range<Int>, _ hash: UInt64, _ scanner: ByteScanner
    ) -> (forms: TextForms, isNew: Bool) {
        if range.isEmpty { empty += 1 }
        if !isFull, let known = words.index(of: hash) {
            words.count(known)
            return (traits[known].forms, false)
        }
        lengths.add(range.count)
        let found = TextForms.forms(of: bytes, range, scanner)
        add(found)
        let (collection, isOverflow) = addCollection(of: bytes, range, found, scanner)
        if !isFull {
            addWord(bytes, range, hash)
            if !isFull { traits.append((found, collection, isOverflow)) }
        }
        return (found, true)
    }

    private mutating func add(_ found: TextForms, _ times: Int = 1) {
        guard !found.isEmpty else { return }
        if forms.isEmpty { forms = [Int](repeating: 0, count: TextForms.count) }
        var bits = found.rawValue
        while bits != 0 {
            forms[bits.trailingZeroBitCount] += times
            bits &= bits - 1
        }
    }

    /// Counts the collection of a URL, keeps the key in it, and returns its index.
    private mutating func addCollection(
        of bytes: [UInt8], _ range: Range<Int>, _ forms: TextForms, _ scanner: ByteScanner
    ) -> (index: Int?, isOverflow: Bool) {
        guard !forms.isDisjoint(with: TextForms.urls),
            let url = URLCollection(scanner, range)
        else { return (nil, false) }
        keys.insert(ValueHash.bytes(scanner, url.key))
        let index = collections.add(ValueHash.bytes(scanner, url.collection)) {
            String(decoding: bytes[url.collection], as: UTF8.self)
        }
        if index == nil { overflow += 1 }
        return (index, index == nil)
    }

    private mutating func addWord(_ bytes: [UInt8], _ range: Range<Int>, _ hash: UInt64) {
        if range.count <= Self.longestWord,
            words.add(hash, { String(decoding: bytes[range], as: UTF8.self) }) != nil
        {
            return
        }
        settle()
        words = TextCounter()
        traits = []
        isFull = true
    }

    /// Adds up the forms and the collections of the words that were repeated.
    private mutating func settle() {
        for (trait, count) in zip(traits, words.counts) where count > 1 {
            add(trait.forms, count - 1)
            if let index = trait.collection { collections.count(index, count - 1) }
            if trait.isOverflow { overflow += count - 1 }
        }
    }

    var result: TextStatistics {
        var all = self
        all.settle()
        var texts = TextStatistics()
        texts.empty = empty
        texts.lengths = lengths
        for (index, count) in all.forms.enumerated() where count > 0 {
            texts.forms[TextForms.all[index]] = count
        }
        texts.collections = all.collections.result
        texts.collectionOverflow = all.overflow
        texts.collectionKeys = keys.result
        texts.words = isFull ? nil : words.result
        return texts
    }
}

extension TextForms {
    fileprivate static let urls: TextForms = [.of(.url), .of(.relativeURL)]
}

extension LengthRange {
    mutating func add(_ length: Int) {
        if length < shortest { shortest = length }
        if length > longest { longest = length }
    }
}
