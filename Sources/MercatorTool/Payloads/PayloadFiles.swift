import MappingInference
import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The payloads given on the command line: files, the files in folders, and the standard input.
struct PayloadFiles {
    /// The operand of commands that read payloads of any form.
    static let operand = CommandSyntax.Operand(
        name: "PAYLOAD_OR_FOLDER", isRepeated: true,
        help: "JSON, lines of JSON, XML, a table, a property list, a folder of them, or -.")

    /// The files in the given order, without duplicates.
    let files: [PayloadFile]

    /// Takes responses.
    init(_ responses: [FetchedFile]) {
        files = responses.map(\.payload)
    }

    /// Finds the files.
    ///
    /// - Parameters:
    ///   - words: Paths; `-` is the standard input.
    ///   - console: The console for notes on files of folders that are no payloads.
    /// - Throws: ``CommandError`` if something cannot be read.
    init(_ words: [String], _ console: Console) throws {
        var paths: [String] = []
        var input: StandardInput?
        for word in words {
            guard !StoreAddresses.isDatabase(word) else {
                throw CommandError(
                    "expected a payload, found a database; a store is given with --into",
                    status: .usage)
            }
            if word == "-" {
                let spooled = try input ?? StandardInput()
                input = spooled
                paths.append(spooled.path)
            } else {
                let found = try InputFile(path: word).pathsOfPayloads()
                paths += found == [word] ? found : try Self.payloads(among: found, console)
            }
        }
        var seen: Set<String> = []
        paths = paths.filter { seen.insert(Self.standardized($0)).inserted }
        for path in paths { try InputFile(path: path).requireReadable() }
        files = zip(paths, DocumentImport.names(ofFiles: paths)).map { path, name in
            PayloadFile(path: path, name: path == input?.path ? input?.name ?? name : name)
        }
    }

    /// Returns the files of a folder that are payloads, and reports skipped files.
    ///
    /// - Throws: ``InferenceError`` if there are no payloads.
    private static func payloads(among paths: [String], _ console: Console) throws -> [String] {
        var failures: [InferenceError] = []
        let payloads = try paths.filter { path in
            try InputFile(path: path).requireReadable()
            do throws(InferenceError) {
                let name = URL(fileURLWithPath: path).lastPathComponent
                _ = try PayloadSource(path: path, name: name).format()
                return true
            } catch {
                guard [.unsupportedFormat, .empty].contains(error.code) else { throw error }
                failures.append(error)
                return false
            }
        }
        if payloads.isEmpty, let failure = failures.first { throw failure }
        for failure in failures { console.note("passed over: \(failure)") }
        return payloads
    }

    private static func standardized(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
