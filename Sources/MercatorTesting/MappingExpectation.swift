/// A condition to check after a payload was mapped; see ``MappingTest``.
///
/// | expectation | subject |
/// |---|---|
/// | `attribute` | an assigned value, new or unchanged |
/// | `relationship` | the objects of nested records |
/// | `connection` | the objects referenced by a foreign key |
/// | `mapping`, `noRecord` | the choice of a dynamic mapping |
/// | `issues`, `noIssues`, `failure` | issues and errors |
/// | `counts`, `objects` | numbers of objects |
///
/// A record is identified by the path of its representation, as in issues: `articles[3].tags[0]`;
/// the empty string denotes the top level of the payload.
public struct MappingExpectation: Sendable, CustomStringConvertible {
    /// The expectation in words that complete "expected …".
    public let description: String
    /// The source location of the expectation; `nil` for ``noIssues`` until it is added to a test.
    public internal(set) var callSite: CallSite?
    /// Indicates whether a failing operation is expected.
    let isAboutFailure: Bool
    private let requirement: @Sendable (MappingTestRun) throws -> Void

    /// Creates an expectation; `require` throws an ``UnmetExpectation`` if it is not met.
    init(
        _ description: String, isAboutFailure: Bool = false, at callSite: CallSite?,
        _ require: @escaping @Sendable (MappingTestRun) throws -> Void
    ) {
        self.description = description
        self.callSite = callSite
        self.isAboutFailure = isAboutFailure
        requirement = require
    }

    /// Returns the reason why the expectation is not met, or `nil`.
    func check(_ run: MappingTestRun) throws -> UnmetExpectation? {
        do {
            try requirement(run)
            return nil
        } catch let unmet as UnmetExpectation {
            return unmet
        }
    }

    /// Returns the words for a record in descriptions.
    static func location(_ record: String?) -> String {
        record.map { $0.isEmpty ? " at the top" : " at '\($0)'" } ?? ""
    }

    /// Returns the words for a mapped path in descriptions.
    static func words(_ kind: String, _ source: some CustomStringConvertible, _ property: String)
        -> String
    {
        let text = source.description
        return "\(kind) '\(text.isEmpty ? "self" : text)' → '\(property)'"
    }

    /// Calls a closure and throws if it throws or returns `false`.
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
