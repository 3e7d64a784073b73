import MercatorPayload
import PayloadFormats

/// An XML element of a file `contents`, including its children.
struct ModelElement {
    let name: String
    let attributes: [String: String]
    /// The line of the start tag.
    let line: Int
    private(set) var children: [ModelElement] = []
    /// The line of unexpected text in the element, if any.
    private(set) var textLine: Int?

    private init(
        _ name: String, _ attributes: [(name: String, value: String)] = [], line: Int
    ) {
        self.name = name
        self.attributes = Dictionary(
            attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        self.line = line
    }

    /// Limits far above the sizes of models in real apps.
    private static let limits = PayloadLimits(
        payloadBytes: 1 << 28, nestingDepth: 32, stringBytes: 1 << 24)

    /// Parses XML, rejecting entity declarations and without loading external entities.
    ///
    /// - Throws: ``XcodeModelError`` with code `malformed`.
    init(_ contents: [UInt8], version: String) throws(XcodeModelError) {
        guard !contents.starts(with: "bplist".utf8) else {
            throw XcodeModelError(
                .malformed, version,
                "it is a binary property list, as Xcode 3 wrote; open and save it with a later one")
        }
        do {
            self = try ModelElement.root(of: contents)
        } catch {
            let payloadLocation =
                (error as? PayloadFormatError)?.location ?? (error as? PayloadError)?.location
            throw XcodeModelError(
                .malformed, version, line: payloadLocation?.line, "it is no XML: \(error)")
        }
    }

    private static func root(of contents: [UInt8]) throws -> ModelElement {
        var reader = try XMLReader(contents, limits: limits)
        // A sentinel that encloses the root element, which then needs no special treatment.
        var open = [ModelElement("", line: 1)]
        var (line, offset) = (1, 0)
        while let event = try reader.next() {
            switch event {
            case .start(let tag):
                line += reader.lineEnds(in: offset..<tag.offset)
                offset = tag.offset
                open.append(ModelElement(tag.name, tag.attributes, line: line))
            case .text(let text):
                guard text.bytes.contains(where: { $0 > 0x20 }) else { continue }
                line += reader.lineEnds(in: offset..<text.offset)
                offset = text.offset
                open[open.count - 1].textLine = open[open.count - 1].textLine ?? line
            case .end:
                let element = open.removeLast()
                open[open.count - 1].children.append(element)
            }
        }
        // The reader returns `nil` only after exactly one root element.
        return open[0].children[0]
    }
}
