import MappingInference
import Mercator

/// A payload given on the command line, with a name that no other one has.
struct PayloadFile: Sendable {
    /// The path of the file; for standard input, the path of a copy.
    let path: String
    /// The name in messages, and of the records without an identity in a store.
    let name: String

    /// The payload for an inference.
    var source: PayloadSource { PayloadSource(path: path, name: name) }

    /// The parsing options of all payloads, as for an inference.
    static let options = PayloadOptions(
        allowsTrailingComma: true, replacesLoneSurrogates: true)

    /// Returns the form of the file for an import.
    ///
    /// - Parameter format: The name of the format: `json`, `lines`, `xml`, `plist`, `form`,
    ///   `csv`, `tsv`.
    /// - Returns: The form.
    static func form(ofFormat format: String) -> DocumentImport.Form {
        switch format {
        case "lines": .lines
        case "xml": .other { try PayloadFormat.xml.document(from: $0, options: options) }
        case "plist": .other { try PayloadFormat.propertyList.document(from: $0, options: options) }
        case "form": .other { try PayloadFormat.form.document(from: $0, options: options) }
        case "csv": .other { try PayloadFormat.csv.document(from: $0, options: options) }
        case "tsv": .other { try PayloadFormat.tsv.document(from: $0, options: options) }
        default: .json
        }
    }

    /// Parses the payload as a whole.
    ///
    /// - Throws: ``CommandError`` with the name of the file.
    func document() throws -> PayloadDocument {
        let options = Self.options
        let format = try source.format()
        let bytes = try InputFile(path: path).bytes()
        do {
            return switch Self.form(ofFormat: format) {
            case .json: try PayloadDocument(parsing: bytes, options: options)
            case .lines: try PayloadFormat.ndjson.document(from: bytes, options: options)
            case .other(let parse): try parse(bytes)
            }
        } catch {
            throw CommandError("'\(name)' cannot be read: \(error)")
        }
    }
}
