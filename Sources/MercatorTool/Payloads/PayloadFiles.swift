import Foundation
import Mercator

/// The payloads given on the command line: files, the files in folders, and the standard input.
struct PayloadFiles {
    /// The operand of commands that read payloads of any form.
    static let operand = CommandSyntax.Operand(
        name: "PAYLOAD_OR_FOLDER", isRepeated: true,
        help: "JSON, lines of JSON, XML, a property list, a folder of them, or -.")

    /// The files in the order in which they were given, each once.
    let files: [PayloadFile]
    /// The copy of the standard input, as long as this value exists.
    private let input: StandardInput?

    /// Finds the files.
    ///
    /// - Parameter words: Paths; `-` is the standard input.
    /// - Throws: ``CommandError`` if something cannot be read.
    init(_ words: [String]) throws {
        var paths: [String] = []
        var input: StandardInput?
        for word in words {
            if word == "-" {
                let spooled = try input ?? StandardInput()
                input = spooled
                paths.append(spooled.path)
            } else {
                paths += try InputFile(word).pathsOfPayloads()
            }
        }
        self.input = input
        var seen: Set<String> = []
        paths = paths.filter { seen.insert(Self.standardized($0)).inserted }
        for path in paths { try InputFile(path).requireReadable() }
        files = zip(paths, DocumentImport.names(ofFiles: paths)).map { path, name in
            PayloadFile(path: path, name: path == input?.path ? input?.name ?? name : name)
        }
    }

    private static func standardized(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
