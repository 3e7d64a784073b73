import ObjectGraph

extension InferenceCorrections {
    /// The names that no query and no condition can contain, as sentences.
    var nameProblems: [String] {
        let written =
            roots.compactMap { root in root.entity.map { ("--root \(root.path)", $0) } }
            + entities.map { ("--entity \($0.path)", $0.name) }
            + renamed.map { ("--rename \($0.property.entity).\($0.property.name)", $0.name) }
        return written.filter { !$0.1.isPredicateName }.map { option, name in
            "\(option)=\(name): a name consists of letters, digits and underscores, and begins with "
                + "no digit"
        }
    }
}
