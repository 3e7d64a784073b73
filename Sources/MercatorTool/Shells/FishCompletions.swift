/// The script that completes the words of the tool in fish.
enum FishCompletions {
    static var script: String {
        let commands = CommandList.syntaxes.map { ($0.name, $0.summary) } + CommandList.others
        let first = commands.map { name, help in
            let word = name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-a \(name)"
            return "complete -c mercator -n __mercator_first \(word) -d \(quoted(help))"
        }
        let rest = CommandList.syntaxes.flatMap { syntax in
            (syntax.options + [CommandSyntax.help]).map { line(syntax.name, words(of: $0)) }
                + syntax.operands.enumerated().compactMap { index, operand in
                    let index = operand.isRepeated ? "any" : "\(index)"
                    return offer(operand.completion).map { self.operand(index, of: syntax, $0) }
                }
        }
        return """
            # Completes the words of mercator in fish: mercator completions fish | source
            function __mercator_first
                test (count (commandline -opc)) -eq 1
            end
            function __mercator_command
                set -l words (commandline -opc)
                test (count $words) -ge 2; and test $words[2] = $argv[1]
            end
            # Arguments: a command, the number of an operand or 'any', the options with values.
            function __mercator_operand
                __mercator_command $argv[1]; or return
                set -l words (commandline -opc)
                set -l index 0
                set -l option
                for word in $words
                    if test -n "$option"
                        set option
                    else if contains -- $word $argv[3..]
                        set option $word
                    else if not string match -q -- '-?*' $word
                        set index (math $index + 1)
                    end
                end
                # The tool and the command are two of them.
                test -z "$option"; and contains -- $argv[2] any (math $index - 2)
            end
            complete -c mercator -f
            \(first.joined(separator: "\n"))
            \(rest.joined(separator: "\n"))
            \(line("help", "-a '\(CommandList.topics.joined(separator: " "))'"))
            """
    }

    private static func line(_ command: String, _ words: String) -> String {
        "complete -c mercator -n '__mercator_command \(command)' \(words)"
    }

    private static func operand(
        _ index: String, of syntax: CommandSyntax, _ words: String
    ) -> String {
        let arguments = ([syntax.name, index] + syntax.valuedOptions).joined(separator: " ")
        return "complete -c mercator -n '__mercator_operand \(arguments)' \(words)"
    }

    private static func words(of option: CommandSyntax.Option) -> String {
        let name = "-l \(option.name.dropFirst(2)) -d \(quoted(option.help))"
        guard let completion = option.completion, !option.isValueOptional else { return name }
        return "\(name) -r \(offer(completion) ?? "-f")"
    }

    /// The words that make fish offer something; `nil` for nothing.
    private static func offer(_ completion: Completion) -> String? {
        switch completion {
        case .nothing: nil
        case .files: "-F"
        case .folders: "-f -a '(__fish_complete_directories)'"
        case .words(let words): "-f -a '\(words.joined(separator: " "))'"
        }
    }

    /// Returns a text in single quotation marks, in which fish reads `\\` and `\'`.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
