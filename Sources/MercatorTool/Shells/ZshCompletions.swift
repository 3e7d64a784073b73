/// The script that completes the words of the tool in zsh.
enum ZshCompletions {
    static var script: String {
        let first = CommandList.syntaxes.map { ($0.name, $0.summary) } + CommandList.others
        return """
            #compdef mercator
            # Completes the words of mercator in zsh: source <(mercator completions zsh), after
            # compinit; or keep it as _mercator in a folder of fpath.
            _mercator() {
                local -a commands=(
            \(first.map { "        \("\(escaped($0)):\($1)".shellQuoted)" }.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                shift words
                (( CURRENT-- ))
                case $words[1] in
            \(CommandList.syntaxes.map(command).joined(separator: "\n"))
                help) _arguments '1:topic:(\(CommandList.topics.joined(separator: " ")))' ;;
                esac
            }
            if [ "$funcstack[1]" = _mercator ]; then
                _mercator "$@"
            else
                compdef _mercator mercator
            fi
            """
    }

    private static func command(_ syntax: CommandSyntax) -> String {
        let options = (syntax.options + [CommandSyntax.help]).map { option in
            let value = option.completion.map { completion in
                (option.isValueOptional ? "::" : ":") + action(option.valueName ?? "", completion)
            }
            return (option.isRepeated ? "*" : "") + option.name + (value == nil ? "" : "=")
                + "[\(escaped(option.help))]" + (value ?? "")
        }
        let operands = syntax.operands.map { operand in
            (operand.isRepeated ? "*:" : operand.isOptional ? "::" : ":")
                + action(operand.name, operand.completion)
        }
        let words = (options + operands).map { "        \($0.shellQuoted)" }
        return "    \(syntax.name)) _arguments -S \\\n\(words.joined(separator: " \\\n")) ;;"
    }

    /// The name of a value with what is offered for it: `STORE:_files`.
    private static func action(_ name: String, _ completion: Completion) -> String {
        let action =
            switch completion {
            case .nothing: " "
            case .files: "_files"
            case .folders: "_files -/"
            case .words(let words): "(\(words.joined(separator: " ")))"
            }
        return "\(escaped(name)):\(action)"
    }

    /// Escapes the signs that divide a specification of `_arguments`.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            result += "\\[]:".contains(character) ? "\\\(character)" : "\(character)"
        }
    }
}

extension String {
    /// The text in single quotation marks.
    fileprivate var shellQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
