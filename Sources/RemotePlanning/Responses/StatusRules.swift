import ResourceMapping

/// The treatment of a response.
public enum ResponseDecision: Sendable, Hashable {
    /// Maps the body.
    case map
    /// Maps the body, and binds the sent object to its root.
    case bindAndMap
    /// Maps the body, if a descriptor applies, and deletes the object here.
    case mapAndDelete
    /// Keeps everything as it is: the server has accepted the request, but not done it yet.
    case accept
    /// Ends with success, without a body and without deletions of orphans.
    case succeed
    /// Deletes the object here.
    case deleteHere
    /// Uses the objects of the last response.
    case notModified
    /// Repeats the request with a new credential.
    case authenticate
    /// Repeats the request, if the rule for that allows it; fails otherwise.
    case retry
    /// Deletes the object here if it has no unsent edits; a conflict otherwise.
    case deleteUnlessEdited
    /// Reports a conflict: the object no longer exists on the server.
    case conflictGone
    /// Reports a conflict: the object has changed on the server.
    case conflictChanged
    /// Fails.
    case fail(RemoteError.Code)
}

/// The treatment of a response by status, purpose of the request and presence of a body.
///
/// ```swift
/// StatusRules.standard.decision(.object, status: 404, body: [])   // deleteUnlessEdited
/// ```
public enum StatusRules: String, Sendable, Hashable, CaseIterable {
    /// The meaning of statuses in RFC 9110, section 15.
    ///
    /// | status | list | object | save | delete |
    /// |---|---|---|---|---|
    /// | 2xx with a body | map | map | bind, map | map, delete here |
    /// | 202 | accept | accept | accept | accept |
    /// | 204, 205, or no body | succeed | succeed | succeed | delete here |
    /// | 206 | fail | fail | fail | fail |
    /// | 304 | not modified | not modified | fail | fail |
    /// | 401 | authenticate | authenticate | authenticate | authenticate |
    /// | 404, 410 | fail | delete unless edited | conflict | delete here |
    /// | 409, 412 | fail | fail | conflict | conflict |
    /// | 408, 421, 425, 429, 502, 503, 504 | retry | retry | retry | retry |
    /// | other | fail | fail | fail | fail |
    case standard
    /// The rules of TSNREST, as ``ResourceOperation`` has them: a 404 after saving deletes.
    case tsnrest

    /// Returns the treatment of a response.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the request.
    ///   - status: The status.
    ///   - body: The body; a single space counts as none (RestKit, rule 198).
    /// - Returns: The treatment.
    public func decision(
        _ purpose: RemotePurpose, status: Int, body: some Collection<UInt8>
    ) -> ResponseDecision {
        let isEmpty = body.isEmpty || body.elementsEqual([0x20])
        guard (200...599).contains(status) else { return .fail(.invalidResponse) }
        if self == .tsnrest { return purpose.decision(byTSNREST: status, isEmpty) }
        if status < 300 { return purpose.decision(success: status, isEmpty) }
        return purpose.decision(failure: status)
    }
}

extension RemotePurpose {
    fileprivate func decision(success status: Int, _ isEmpty: Bool) -> ResponseDecision {
        switch (status, self) {
        case (202, _): .accept
        case (206, _): .fail(.unexpectedPartialContent)
        case (204, .delete), (205, .delete): .deleteHere
        case (204, _), (205, _): .succeed
        case (_, .delete): isEmpty ? .deleteHere : .mapAndDelete
        case (_, .save): isEmpty ? .succeed : .bindAndMap
        case (_, .list), (_, .object): isEmpty ? .succeed : .map
        }
    }

    fileprivate func decision(failure status: Int) -> ResponseDecision {
        switch (status, self) {
        case (304, .list), (304, .object): .notModified
        case (401, _): .authenticate
        case (404, .object), (410, .object): .deleteUnlessEdited
        case (404, .save), (410, .save): .conflictGone
        case (404, .delete), (410, .delete): .deleteHere
        case (409, .save), (412, .save), (409, .delete), (412, .delete): .conflictChanged
        case (408, _), (421, _), (425, _), (429, _), (502...504, _): .retry
        default: .fail(.failedStatus)
        }
    }

    fileprivate func decision(byTSNREST status: Int, _ isEmpty: Bool) -> ResponseDecision {
        let operation: ResourceOperation =
            switch self {
            case .list: .list
            case .object: .refresh
            case .save: .save
            case .delete: .delete
            }
        return switch operation.action(forStatus: status) {
        case .apply: isEmpty ? .succeed : self == .save ? .bindAndMap : .map
        case .deleteLocally: .deleteHere
        case .authenticate: .authenticate
        case .fail: .fail(.failedStatus)
        }
    }
}
