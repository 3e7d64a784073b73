import Payload

extension PayloadFormat {
    /// The formats that come with the package; a registry begins with them.
    public static let builtIn: [PayloadFormat] = [.json, .form, .propertyList, .xml, .ndjson]

    /// JSON (RFC 8259), and every type that ends with `+json`.
    public static let json = PayloadFormat(
        name: "JSON", mimeTypes: ["application/json", "text/json", "application/*+json"],
        pathExtensions: ["json"], writer: { $0.jsonBytes() },
        reader: { try PayloadDocument(parsing: $0, options: $1) })

    /// Forms: `application/x-www-form-urlencoded`, with brackets for nested values.
    ///
    /// `a[b]=1&a[c][]=2` is an object `a` with a text `b` and an array `c`. Values are texts; a key
    /// without `=` is null; a key that comes again, with or without `[]`, adds to an array; `+` is
    /// a space. In an array of objects, a text for a key path that the last object has already
    /// begins the next object. Bytes are UTF-8.
    ///
    /// Writing sorts keys, so equal documents give equal bytes. Empty arrays and objects have no
    /// form and are left out. What is written reads back the same when
    /// - the root is an object; all else is texts, nulls, and containers that are not empty;
    /// - keys have no brackets, come sorted by their UTF-8, and are not empty but in the root;
    /// - in an array, no array follows directly on an array, and an object that follows on an
    ///   object begins with a text or null, reached through objects only, at a key path where the
    ///   one before has a text or null too.
    public static let form = PayloadFormat(
        name: "form", mimeTypes: ["application/x-www-form-urlencoded"],
        writer: { try FormEncoder.bytes(of: $0.root) },
        reader: { try PayloadDocument(tree: FormDecoder($0, options: $1).decode()) })

    /// Property lists, both XML and binary; XML is written.
    ///
    /// Integers are exact, reals are the nearest doubles, dates are ISO 8601 texts in UTC, data
    /// is a base64 text, a keyed archiver's identifier is an object with `CF$UID`.
    public static let propertyList = PayloadFormat(
        name: "property list", mimeTypes: ["application/x-plist"], pathExtensions: ["plist"],
        writer: { try PropertyListWriter.bytes(of: $0.root) },
        reader: { try PayloadDocument(tree: PropertyList.node(of: $0, options: $1)) })

    /// XML without any schema.
    ///
    /// The root element is the document's only member. An element is an object: its attributes and
    /// its child elements are members under their names, prefixes included; what comes more than
    /// once under one name is an array. An element with nothing but text is that text; text beside
    /// attributes or children is the member `text`; an element with nothing at all is an empty
    /// object. White space at the ends of a text is layout and left out, unless it is CDATA or a
    /// character reference. (RestKit's XML reader, rules 242–246.)
    ///
    /// No type is guessed: every value is a text. UTF-8, UTF-16, ISO 8859-1 and ASCII are read.
    /// Entity declarations are refused and nothing external is ever loaded. The nesting limit
    /// counts elements inside each other.
    ///
    /// ```swift
    /// let bytes = Array(#"<a id="7"><b>x</b><b>y</b></a>"#.utf8)
    /// try PayloadFormat.xml.document(from: bytes)   // {"a": {"id": "7", "b": ["x", "y"]}}
    /// ```
    public static let xml = PayloadFormat(
        name: "XML", mimeTypes: ["application/xml", "text/xml", "application/*+xml"],
        pathExtensions: ["xml"],
        reader: { try PayloadDocument(tree: XMLTreeBuilder.node(of: $0, limits: $1.limits)) })

    /// Lines of JSON: every line is one element of an array, blank lines are none.
    ///
    /// Errors and values tell the line of the payload.
    public static let ndjson = PayloadFormat(
        name: "NDJSON",
        mimeTypes: [
            "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/x-jsonlines",
        ],
        pathExtensions: ["ndjson", "jsonl"],
        writer: { try JSONLines.bytes(of: $0.root) },
        reader: { try JSONLines.document(from: $0, options: $1) })
}
