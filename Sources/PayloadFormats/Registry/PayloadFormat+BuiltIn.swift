import MercatorPayload

extension PayloadFormat {
    /// The formats included in the package; the default contents of a registry.
    public static let builtIn: [PayloadFormat] = [
        .json, .form, .propertyList, .xml, .ndjson, .csv, .tsv,
    ]

    /// JSON (RFC 8259), including all types with the suffix `+json`.
    public static let json = PayloadFormat(
        name: "JSON", mimeTypes: ["application/json", "text/json", "application/*+json"],
        pathExtensions: ["json"], writer: { $0.jsonBytes() },
        reader: { try PayloadDocument(parsing: $0, options: $1) })

    /// Forms: `application/x-www-form-urlencoded`, with brackets for nested values.
    ///
    /// `a[b]=1&a[c][]=2` denotes an object `a` with a string `b` and an array `c`. All values are
    /// strings; a key without `=` is null; a repeated key, with or without `[]`, appends to an
    /// array; `+` denotes a space. In an array of objects, a string at a key path that the last
    /// object already has begins a new object. Bytes are UTF-8.
    ///
    /// Keys are written in sorted order, so equal documents yield equal bytes. Empty arrays and
    /// objects cannot be represented and are omitted. A document survives a round trip if
    /// - the root is an object, and all other values are strings, nulls, and non-empty containers;
    /// - keys contain no brackets, are sorted by their UTF-8, and are non-empty except in the root;
    /// - in an array, no array directly follows an array, and an object that follows an object
    ///   begins with a string or null, nested in objects only, at a key path where the preceding
    ///   object has a string or null too.
    public static let form = PayloadFormat(
        name: "form", mimeTypes: ["application/x-www-form-urlencoded"],
        writer: { try FormEncoder.bytes(of: $0.root) },
        reader: { try PayloadDocument(tree: FormDecoder($0, options: $1).decode()) })

    /// Property lists, XML and binary; written as XML.
    ///
    /// Integers are exact, reals become the nearest doubles, dates ISO 8601 strings in UTC, data
    /// base64 strings, and the identifiers of a keyed archiver objects with a member `CF$UID`.
    public static let propertyList = PayloadFormat(
        name: "property list", mimeTypes: ["application/x-plist"], pathExtensions: ["plist"],
        writer: { try PropertyListWriter.bytes(of: $0.root) },
        reader: { try PayloadDocument(tree: PropertyList.node(of: $0, options: $1)) })

    /// Schema-free XML.
    ///
    /// The root element is the only member of the document. An element becomes an object whose
    /// members are its attributes and child elements, by name including any prefix; members with
    /// the same name become an array. An element with only text becomes a string; text next to
    /// attributes or children becomes the member `text`; an empty element without attributes
    /// becomes an empty object. White space at either end of a text is insignificant and dropped,
    /// unless it is CDATA or a character reference. (RestKit's XML reader, rules 242–246.)
    ///
    /// Types are not inferred: every scalar is a string. Supported encodings are UTF-8, UTF-16, ISO
    /// 8859-1 and ASCII. Entity declarations are rejected and external entities are never loaded.
    /// The nesting limit applies to elements.
    ///
    /// ```swift
    /// let bytes = Array(#"<a id="7"><b>x</b><b>y</b></a>"#.utf8)
    /// try PayloadFormat.xml.document(from: bytes)   // {"a": {"id": "7", "b": ["x", "y"]}}
    /// ```
    public static let xml = PayloadFormat(
        name: "XML", mimeTypes: ["application/xml", "text/xml", "application/*+xml"],
        pathExtensions: ["xml"],
        reader: { try PayloadDocument(tree: XMLTreeBuilder.node(of: $0, limits: $1.limits)) })

    /// JSON lines: every line is an element of an array, blank lines are ignored.
    ///
    /// Errors and values refer to the lines of the payload.
    public static let ndjson = PayloadFormat(
        name: "NDJSON",
        mimeTypes: [
            "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/x-jsonlines",
        ],
        pathExtensions: ["ndjson", "jsonl"],
        writer: { try JSONLines.bytes(of: $0.root) },
        reader: { try JSONLines.document(from: $0, options: $1) })

    /// Tables of comma-separated values (RFC 4180), as arrays of objects.
    ///
    /// The first line names the columns; a column without a name is `column 1` by its position. An
    /// empty field is null, and `""` an empty text. A column whose fields are all numbers, or all
    /// `true` and `false`, is one of numbers or booleans; a field in quotation marks is a text, so
    /// that a column with one is of texts, unless all fields of the table are quoted. Numbers with
    /// leading zeros are texts. Blank lines are ignored, and every other line has as many fields as
    /// the first.
    ///
    /// ```swift
    /// let bytes = Array("id,zip,open\n7,01067,true\n8,,false\n".utf8)
    /// try PayloadFormat.csv.document(from: bytes)
    /// // [{"id": 7, "zip": "01067", "open": true}, {"id": 8, "zip": null, "open": false}]
    /// ```
    public static let csv = table("CSV", "text/csv", "csv", delimiter: ",")

    /// Tables of tab-separated values; otherwise as ``csv``.
    public static let tsv = table("TSV", "text/tab-separated-values", "tsv", delimiter: "\t")

    private static func table(
        _ name: String, _ mimeType: String, _ pathExtension: String, delimiter: Character
    ) -> PayloadFormat {
        PayloadFormat(
            name: name, mimeTypes: [.init(stringLiteral: mimeType)],
            pathExtensions: [pathExtension],
            reader: { bytes, options in
                try PayloadDocument(
                    tree: TableDocument(bytes, delimiter: delimiter, options: options).node())
            })
    }
}
