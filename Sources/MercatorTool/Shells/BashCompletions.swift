/// The script that completes the words of the tool in bash.
enum BashCompletions {
    static var script: String {
        let first = CommandList.syntaxes.map(\.name) + CommandList.others.map(\.0)
        return """
            # Completes the words of mercator in bash: eval "$(mercator completions bash)"
            _mercator() {
                local IFS=$' \\t\\n' command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}
                local options= valued= words= option= index=0 i found
                COMPREPLY=()
                # The words of '--into=a' are '--into', '=' and 'a'.
                [ "$word" != = ] || word=
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\(first.joined(separator: " "))' -- "$word"))
                    return
                fi
                case $command in
            \(CommandList.syntaxes.map(options).joined(separator: "\n"))
                esac
                # Finds the option whose value is completed, or else the number of the operand.
                for ((i = 2; i < COMP_CWORD; i++)); do
                    found=${COMP_WORDS[i]}
                    if [ "$found" = = ]; then
                        continue
                    elif [ -n "$option" ]; then
                        option=
                    elif [[ " $valued " == *" $found "* ]]; then
                        option=$found
                    elif [[ $found != -?* ]]; then
                        index=$((index + 1))
                    fi
                done
                if [[ -z $option && $word == -* ]]; then
                    COMPREPLY=($(compgen -W "$options" -- "$word"))
                    return
                fi
                case "$command ${option:-$index}" in
            \(values.joined(separator: "\n"))
                esac
                case $words in
                -f | -d)
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r found; do
                        COMPREPLY+=("$found")
                    done < <(compgen "$words" -- "$word")
                    ;;
                *)
                    COMPREPLY=($(compgen -W "$words" -- "$word"))
                    ;;
                esac
            }
            complete -F _mercator mercator
            """
    }

    /// The names of the options of a command, and of those that need a value.
    private static func options(_ syntax: CommandSyntax) -> String {
        let names = (syntax.options + [CommandSyntax.help]).map(\.name).joined(separator: " ")
        let valued = syntax.valuedOptions.joined(separator: " ")
        return "    \(syntax.name)) options='\(names)' valued='\(valued)' ;;"
    }

    /// A line for each value or operand with an offer: `-f` for files, `-d` for folders, or words.
    private static var values: [String] {
        let found =
            CommandList.syntaxes.flatMap { syntax in
                syntax.options.compactMap { option in
                    option.completion.map { ("'\(syntax.name) \(option.name)'", $0) }
                }
                    + syntax.operands.enumerated().map { index, operand in
                        let number = operand.isRepeated ? "'[0-9]*" : "\(index)'"
                        return ("'\(syntax.name) \(number)", operand.completion)
                    }
            } + [("'help 0'", .words(CommandList.topics))]
        return found.compactMap { pattern, completion in
            switch completion {
            case .nothing: nil
            case .files: "    \(pattern)) words=-f ;;"
            case .folders: "    \(pattern)) words=-d ;;"
            case .words(let words): "    \(pattern)) words='\(words.joined(separator: " "))' ;;"
            }
        }
    }
}
