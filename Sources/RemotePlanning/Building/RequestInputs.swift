package import HTTPValues
package import ObjectGraph

/// The parts of a request that its caller chooses, apart from the objects.
package struct RequestInputs: Sendable {
    /// The path.
    let address: RequestAddress
    /// Arguments of the pattern, which take precedence over attributes.
    let arguments: [String: Value]
    /// The query.
    let query: [String: Value]
    /// Additional members of the body.
    let parameters: [String: Value]
    /// Header fields.
    let headers: HeaderFields

    package init(
        at address: RequestAddress, _ arguments: [String: Value], _ query: [String: Value],
        _ parameters: [String: Value], _ headers: HeaderFields
    ) {
        (self.address, self.arguments, self.query) = (address, arguments, query)
        (self.parameters, self.headers) = (parameters, headers)
    }
}
