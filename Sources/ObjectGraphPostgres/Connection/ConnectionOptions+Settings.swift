/// The settings of the parameter `options`, which `PGOPTIONS` and services have as well.
extension ConnectionOptions {
    /// The settings that are written as `-c name=value`, `-cname=value` or `--name=value`; the last
    /// one of each name.
    ///
    /// Other words are for the start of a server process, or for a proxy.
    var settings: [SessionSetting] {
        var settings: [SessionSetting] = []
        var words = ConnectionOptions.words(effective["options"] ?? "")[...]
        while let word = words.popFirst() {
            let text: Substring?
            if word == "-c" {
                text = words.popFirst()?[...]
            } else if word.hasPrefix("--") || word.hasPrefix("-c") {
                text = word.dropFirst(2)
            } else {
                text = nil
            }
            guard let text, let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                continue
            }
            let name = String(text[..<sign]).replacing("-", with: "_")
            settings.removeAll { $0.name.lowercased() == name.lowercased() }
            settings.append(SessionSetting(name, String(text[text.index(after: sign)...])))
        }
        return settings
    }

    /// Divides a text at white space, unless there is a backslash before it.
    ///
    /// Source: `pg_split_opts` in PostgreSQL's `utils/init/postinit.c`.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else if !isEscaped, character.isWhitespace {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
                isEscaped = false
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
