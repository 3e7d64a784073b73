import Foundation
import Mercator
import Testing

/// Policies use one word for each concept: those of the table in `Guides/Failures.md`.
@Suite("Words of policies")
struct PolicyWordsTests {
    /// The words of each policy: from `allCases` if the policy has them, or else listed here.
    static let words: [String: [String]] = [
        "unknownRoots": UnknownRootPolicy.allCases.map(\.rawValue),
        "unknownRepresentations": UnknownRepresentationPolicy.allCases.map(\.rawValue),
        "missingIdentification": MissingIdentificationPolicy.allCases.map(\.rawValue),
        "conflictingSubentity": ConflictingSubentityPolicy.allCases.map(\.rawValue),
        "failurePolicy": FailurePolicy.allCases.map(\.rawValue),
        "assignmentPolicy": AssignmentPolicy.allCases.map(\.rawValue),
        "onMissing": [
            ConnectionDescription.MissingKeyPolicy.keep.rawValue,
            ConnectionDescription.MissingKeyPolicy.clear.rawValue,
        ],
        "unknownCases": ["report", "assignNil", "fallback"],
    ]

    @Test(arguments: words.keys.sorted())
    func `stand in the table, in a row that names the policy`(policy: String) throws {
        let text = try Guide("Guides/Failures.md").text
        let section = try #require(text.components(separatedBy: "### One word for one idea").last)
            .components(separatedBy: "\n## ")[0]
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
        #expect(rows.count > 8)
        for word in try #require(Self.words[policy]) {
            let row = rows.first { row in
                row.contains("`\(word)`") && row.contains("`\(policy)`")
            }
            #expect(row != nil, "\(policy): \(word)")
        }
    }
}
