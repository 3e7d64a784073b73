/// An issue as recorded by the passes, with tape indices instead of paths to make recording cheap.
package struct PendingIssue {
    package let code: MappingIssue.Code
    package let entity: String
    var identity: String?
    package var property: String?
    /// The tape index of the value; `nil` if it is not in the payload.
    package let position: Int?
    package let expected: String
    package let found: String
    /// Indicates whether the issue is only a notice, with nothing skipped.
    package var isNotice = false

    package init(
        code: MappingIssue.Code, entity: String, identity: String? = nil, property: String? = nil,
        position: Int?, expected: String, found: String, isNotice: Bool = false
    ) {
        self.code = code
        self.entity = entity
        self.identity = identity
        self.property = property
        self.position = position
        self.expected = expected
        self.found = found
        self.isNotice = isNotice
    }
}
