/// The candidates for the identity of the records at one place, and the best of them.
struct IdentityFinding {
    /// The candidates, the best first.
    var candidates: [IdentityCandidate] = []
    /// The best candidate with enough confidence.
    var best: IdentityCandidate?
    /// The contradiction that rules out an identity (I6).
    var contradiction: String?
    /// The best candidate that is only possible.
    var possible: IdentityCandidate?

    /// Takes the relation of a URL to the records for that of a key in it: within a collection,
    /// objects of one key have one URL.
    mutating func distinguish(_ key: SchemaNodeID, by url: SchemaNodeID) {
        guard let own = candidates.firstIndex(where: { $0.places == [key] }),
            let fit = candidates.first(where: { $0.places == [url] && $0.isUsable })?.fit,
            !fit.isLink
        else { return }
        candidates[own].fit = fit
        if candidates[own].isStrong { best = candidates[own] }
    }
}

/// A value that may identify records.
struct IdentityCandidate {
    /// The keys from the record to each value; empty if the key of the entry identifies.
    let paths: [[String]]
    let places: [SchemaNodeID]
    let `class`: IdentityClass?
    var fit: Fit
    let score: Double
    let table: KeyTable
    /// The member that identifies by rule M2.
    var isKeyMember = false

    /// The confidence of a link to the objects that a candidate identifies (I4).
    static let linkConfidence = 0.8

    var isKey: Bool { paths.isEmpty }

    /// The last key, as the name of the candidate.
    var name: String { paths.map { $0.joined(separator: ".") }.joined(separator: "+") }

    /// The relation between values and records.
    enum Fit: Equatable {
        /// Every value occurs once (I2).
        case unique
        /// Values repeat, and the repeats say the same (I3); the columns in which lists differ.
        case shared(unions: [Int])
        /// Values repeat with members of their own (I4): the columns that belong to the link.
        case link(own: [Int])
        /// Values repeat below different parents with other content (I5).
        case local
        /// Values repeat and contradict each other (I6): the column.
        case contradiction(column: Int)
        /// Values are missing, with the share of records that have one (I1).
        case missing(Double)

        var isLink: Bool { if case .link = self { true } else { false } }
    }

    var isUsable: Bool {
        switch fit {
        case .unique, .shared, .link, .local: true
        case .contradiction, .missing: false
        }
    }

    /// The counts in words: `500 of 500 distinct`.
    var evidence: String {
        let counts = "\(table.distinct) of \(table.present) distinct"
        return switch fit {
        case .unique: counts
        case .shared: "\(counts), the repeats agree"
        case .link: "\(counts), the repeats agree in part"
        case .local: "\(counts), unique within their parents"
        case .contradiction: "\(counts), the repeats differ"
        case .missing: "\(table.missing) of \(table.present + table.missing) records lack it"
        }
    }
}

extension IdentityCandidate {
    /// Returns the candidate for the shared object of a link, on request.
    func asLink(own: [Int]) -> IdentityCandidate {
        IdentityCandidate(
            paths: paths, places: places, class: `class`, fit: .link(own: own), score: 1,
            table: table)
    }

    /// Indicates whether the name alone is evidence: classes A to C, and keys of maps.
    var isStrong: Bool { isKey || isKeyMember || `class`?.isStrong == true }
}

extension IdentityClass {
    /// Indicates whether the name alone is evidence: classes A to C.
    var isStrong: Bool { letter <= .c }
}
