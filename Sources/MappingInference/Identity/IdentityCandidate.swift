/// A value or values that may identify records.
struct IdentityCandidate {
    /// The path of each value in the record; empty if the map key identifies.
    let paths: [[String]]
    let nodes: [SchemaNodeID]
    let `class`: IdentityClass?
    var fit: Fit
    let score: Double
    let table: KeyTable
    /// Indicates whether the member equals the map key (M2).
    var isKeyMember = false

    /// The confidence of a link to objects that a candidate identifies (I4).
    static let linkConfidence = 0.8

    var isKey: Bool { paths.isEmpty }

    /// The joined paths, which name the candidate.
    var name: String { paths.map { $0.joined(separator: ".") }.joined(separator: "+") }

    /// The relation of values to records.
    enum Fit: Equatable {
        /// Every value occurs once (I2).
        case unique
        /// Duplicates agree (I3), except in the lists of some columns, which are merged.
        case shared(unions: [Int])
        /// Duplicates differ in the columns of a link (I4).
        case link(own: [Int])
        /// Values are unique within a parent only (I5).
        case local
        /// Duplicates contradict each other in a column (I6).
        case contradiction(column: Int)
        /// Values are missing; the associated value is the share of records with a value (I1).
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
    /// Returns the candidate as the identity of a link's shared object, on request.
    func asLink(own: [Int]) -> IdentityCandidate {
        IdentityCandidate(
            paths: paths, nodes: nodes, class: `class`, fit: .link(own: own), score: 1,
            table: table)
    }

    /// Indicates whether the name is sufficient evidence: classes A to C, and map keys.
    var isStrong: Bool { isKey || isKeyMember || `class`?.isStrong == true }
}

extension IdentityClass {
    /// Indicates whether the name is sufficient evidence: classes A to C.
    var isStrong: Bool { letter <= .c }
}
