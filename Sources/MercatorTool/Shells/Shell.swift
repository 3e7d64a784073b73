/// A shell that completes the words of the tool with a script.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The names as a placeholder: `bash|zsh|fish`.
    static let names = allCases.map(\.rawValue).joined(separator: "|")

    /// The script, made from the syntax of the commands.
    var script: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }
}
