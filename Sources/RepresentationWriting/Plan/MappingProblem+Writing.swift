package import EntityMapper
package import MercatorPayload

/// The problems that keep a mapping from being applied in reverse, for all kinds of mappings.
extension MappingProblem {
    /// Returns the reason why representations cannot be written to a root path; `nil` if they can.
    package static func ofWriting(at root: PayloadPath) -> MappingProblem? {
        if let problem = root.problem {
            return MappingProblem(
                code: .path, mapping: "", subject: root.description,
                message: "root path: \(problem)")
        }
        guard !root.isPlain else { return nil }
        return MappingProblem(
            code: .path, mapping: "", subject: root.description,
            message: "root path '\(root)': nothing can be put there; use keys only")
    }

    /// Returns the reason why the values of a property cannot be written; `nil` if they can.
    package static func ofWriting(
        _ name: String, of mapping: String, by transform: ValueTransform
    ) -> MappingProblem? {
        guard !transform.form.isReversible else { return nil }
        return MappingProblem(
            code: .transform, mapping: mapping, subject: name,
            message: "'\(name)': the transform '\(transform)' has no reverse; make it with one, "
                + "or make the attribute mapping read-only")
    }

    /// Returns the reasons why properties cannot be written to the same representation.
    ///
    /// - Parameters:
    ///   - members: The written properties.
    ///   - key: The property that is written as the key of the representation.
    ///   - mapping: The name of the mapping.
    ///   - isEntry: Whether a key is required to distinguish representations.
    /// - Returns: The problems, in the order of the members.
    package static func ofWriting(
        _ members: [any RepresentedProperty], key: (any RepresentedProperty)?, of mapping: String,
        isEntry: Bool
    ) -> [MappingProblem] {
        var problems: [MappingProblem] = []
        let report = { (name: String?, message: String) in
            problems.append(
                MappingProblem(code: .path, mapping: mapping, subject: name, message: message))
        }
        for outer in members where !outer.canHoldMembers {
            for inner in members where inner.path.isInside(outer.path) {
                report(
                    inner.name,
                    "'\(inner.name)' goes to \(inner.pathText), inside of '\(outer.name)' at "
                        + "\(outer.pathText), which is no object; make one of them read-only, or "
                        + "omit it")
            }
        }
        if let key {
            for member in members where member.path.components.first?.kind != .representationKey {
                report(
                    member.name,
                    "'\(member.name)' goes to \(member.pathText), beside the key that '\(key.name)' "
                        + "becomes, which must be alone; begin its path with '{\(key.name)}', "
                        + "or make one of them read-only")
            }
        } else if isEntry {
            report(
                nil,
                "an object stands for a list, but nothing becomes its keys; map the key of the "
                    + "representation, and not as read-only")
        }
        return problems
    }
}
