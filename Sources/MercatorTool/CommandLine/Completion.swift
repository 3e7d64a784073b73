/// The offer of a shell for a value, determined by the placeholder in help.
enum Completion: Equatable {
    /// Nothing: the value is a number, a name or a path within a payload.
    case nothing
    case files
    case folders
    /// The words of a fixed set.
    case words([String])

    /// Returns the offer for a placeholder such as `STORE` or `add|report|fail`.
    init(placeholder: String) {
        self =
            switch placeholder {
            case "FILE", "OUT", "PATH", "PAYLOAD", "PAYLOAD_OR_FOLDER", "STORE": .files
            case "FOLDER", "PATH_OR_URL": .folders
            case _ where placeholder.contains("|"):
                .words(placeholder.split(separator: "|").map(String.init))
            default: .nothing
            }
    }
}

extension CommandSyntax.Option {
    /// The offer for the value; `nil` for a flag.
    var completion: Completion? { valueName.map(Completion.init(placeholder:)) }
}

extension CommandSyntax.Operand {
    /// The offer for the operand.
    var completion: Completion { Completion(placeholder: name) }
}
