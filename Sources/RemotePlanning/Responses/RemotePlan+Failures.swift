package import HTTPValues
import MercatorPayload
package import ObjectGraph

extension RemotePlan {
    /// Reads the body of a failed response; also returns why a body that is described cannot be
    /// read.
    ///
    /// The first that succeeds decides: an error descriptor, `application/problem+json`, a member
    /// `errors` with objects (JSON:API, version 1.1, "Error Objects"). Otherwise the body is plain.
    private func understood(
        _ body: [UInt8], _ contentType: String?, _ status: Int,
        _ method: ResourceRequest.Method, _ url: String
    ) -> (content: ErrorContent, failure: (any Error)?) {
        guard !body.isEmpty else { return (.plain, nil) }
        let descriptor = errorDescriptor(method, url, status)
        let isProblem =
            contentType.map { MediaType($0).essence == "application/problem+json" } ?? false
        let document: PayloadDocument
        do throws(RemoteError) {
            document = try self.document(from: body, contentType: contentType)
        } catch {
            return (.plain, descriptor != nil || isProblem ? error.cause ?? error : nil)
        }
        var failure: (any Error)?
        if let descriptor {
            if let read = descriptor.content.values {
                do {
                    let values = try read(document)
                    if !values.isEmpty { return (.values(values), nil) }
                } catch {
                    failure = error
                }
            } else if let problem = ProblemDetails(document, from: url) {
                return (.problem(problem), nil)
            }
        }
        if isProblem, let problem = ProblemDetails(document, from: url) {
            return (.problem(problem), failure)
        }
        let errors = document.root["errors"].flatMap(\.array) ?? []
        guard !errors.isEmpty, errors.allSatisfy({ $0.kind == .object }) else {
            return (.plain, failure)
        }
        return (.errors(errors), failure)
    }

    private func errorDescriptor(
        _ method: ResourceRequest.Method, _ url: String, _ status: Int
    ) -> ErrorDescriptor? {
        let path = base.path(of: url)
        let found = server.errors.filter { descriptor in
            descriptor.statuses.contains(status) && descriptor.methods.contains(method)
                && path.map { path in
                    descriptor.pattern.map { $0.arguments(in: path) != nil } ?? true
                } ?? false
        }
        return found.max {
            DescriptorRank($0.pattern, $0.methods, $0.statuses)
                < DescriptorRank($1.pattern, $1.methods, $1.statuses)
        }
    }

    /// Creates the error for a failed response.
    ///
    /// - Parameters:
    ///   - code: The kind of the failure.
    ///   - message: The message; by default, that the status reports a failure.
    ///   - status: The status of the response.
    ///   - fields: The header fields of the response.
    ///   - body: The body, or its beginning.
    ///   - method: The method of the request.
    ///   - url: The requested URL.
    ///   - now: The arrival time of the response, for `Retry-After`.
    /// - Returns: The error, without confidential values.
    package func failure(
        _ code: RemoteError.Code, _ message: String? = nil, status: Int,
        fields: [(name: String, value: String)], body: [UInt8], _ method: ResourceRequest.Method,
        _ url: String, now: Timestamp
    ) -> RemoteError {
        func value(of name: String) -> String? {
            fields.first { $0.name.lowercased() == name }?.value
        }
        var error = RemoteError(code, message ?? "the server reports a failure")
        let secrets = Secrets(server)
        error.note(method, url, secrets)
        error.status = status
        error.fields = secrets.hidingSecrets(of: fields)
        error.body = Array(body.prefix(RemoteError.bodyLimit))
        (error.content, error.cause) = understood(
            body, value(of: "content-type"), status, method, url)
        error.retryAfter = value(of: "retry-after").flatMap {
            RetryAfter.wait($0, now: now, date: value(of: "date"))
        }
        return error
    }
}
