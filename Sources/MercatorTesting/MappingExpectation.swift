/// Something that must hold after a payload was mapped; see ``MappingTest``.
///
/// | expectation | about |
/// |---|---|
/// | `attribute` | a value that was assigned, for the first time or again |
/// | `relationship` | the objects of nested records |
/// | `connection` | the objects that a foreign key leads to |
/// | `mapping`, `noRecord` | what a dynamic mapping chose |
/// | `issues`, `noIssues`, `failure` | what did not fit |
/// | `counts`, `objects` | how many there are |
///
/// Where a record is asked for, it is the place of its representation, as issues show it:
/// `articles[3].tags[0]`; the empty text is the top of the payload.
public struct MappingExpectation: Sendable, CustomStringConvertible {
    /// What is expected, as in "expected …".
    public let description: String
    /// The place of the expectation in its test; `nil` for ``noIssues`` until it is handed to a test.
    public internal(set) var place: SourcePlace?
    /// Whether it is about an operation that fails.
    let isAboutFailure: Bool
    private let requirement: @Sendable (MappingTestRun) throws -> Void

    /// Makes an expectation; `require` throws an ``UnmetExpectation`` if it is not met.
    init(
        _ description: String, isAboutFailure: Bool = false, at place: SourcePlace?,
        _ require: @escaping @Sendable (MappingTestRun) throws -> Void
    ) {
        self.description = description
        self.place = place
        self.isAboutFailure = isAboutFailure
        requirement = require
    }

    /// Why the expectation is not met, or `nil`.
    func check(_ run: MappingTestRun) throws -> UnmetExpectation? {
        do {
            try requirement(run)
            return nil
        } catch let unmet as UnmetExpectation {
            return unmet
        }
    }

    /// A record in the words of descriptions.
    static func place(_ record: String?) -> String {
        record.map { $0.isEmpty ? " at the top" : " at '\($0)'" } ?? ""
    }

    /// A mapped path in the words of descriptions.
    static func words(_ kind: String, _ source: some CustomStringConvertible, _ property: String)
        -> String
    {
        let text = source.description
        return "\(kind) '\(text.isEmpty ? "self" : text)' → '\(property)'"
    }

    /// Asks a closure, whose own error tells more than its answer.
    static func require<Subject>(
        _ subject: Subject, _ shown: String, _ isMet: (Subject) throws -> Bool
    ) throws {
        let answer: Bool
        do {
            answer = try isMet(subject)
        } catch {
            throw UnmetExpectation(
                .closureFailed, "the closure threw an error: \(error); got \(shown)")
        }
        guard answer else {
            throw UnmetExpectation(.closureFailed, "the closure rejects \(shown)")
        }
    }
}
