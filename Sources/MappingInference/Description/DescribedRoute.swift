/// A route of a description with the schema of its response.
struct DescribedRoute {
    let path: String
    /// The parameters in the path, in order: `petId` of `/pets/{petId}`.
    let parameters: [String]
    /// The last constant segment of the path, without an extension.
    let segment: String
    /// Indicates whether the path ends in a parameter.
    let endsInParameter: Bool
    let pageParameters: [String]
    /// The names of the parameters of the query and of the header that a request must have.
    var requiredParameters: [String] = []
    /// The parameter that counts pages or records.
    var paging: InferredRoute.Paging?
    /// The position of the schema of a successful response.
    let schema: Int
    /// The path of the description's value, for messages.
    let pointer: String

    init(path: String, pageParameters: [String], schema: Int) {
        self.path = path
        self.pageParameters = pageParameters
        self.schema = schema
        pointer = "paths.\(path).get"
        let segments = path.split(separator: "/").map(Self.withoutExtension)
        parameters = segments.compactMap(Self.parameter)
        segment = segments.last { Self.parameter($0) == nil } ?? ""
        endsInParameter = segments.last.map { Self.parameter($0) != nil } ?? false
    }

    /// Returns the name in braces; `nil` for a constant segment.
    static func parameter(_ segment: String) -> String? {
        segment.hasPrefix("{") && segment.hasSuffix("}")
            ? String(segment.dropFirst().dropLast()) : nil
    }

    /// Returns a segment without an extension such as `.json`.
    static func withoutExtension(_ segment: Substring) -> String {
        for ending in [".json", ".xml"] where segment.hasSuffix(ending) {
            return String(segment.dropLast(ending.count))
        }
        return String(segment)
    }

    /// The names of query parameters that choose a page, as single words.
    private static let pageNames: Set<String> = [
        "page", "perpage", "pagesize", "pagenumber", "pagetoken", "pageafter", "pagebefore",
        "pagelimit", "pageoffset", "pagecursor", "limit", "offset", "cursor", "after", "before",
        "startingafter", "endingbefore", "marker", "nextmarker", "nexttoken", "continuationtoken",
        "skip", "top", "maxresults", "startindex", "count",
    ]

    /// Tests whether a query parameter chooses a page.
    static func choosesPage(_ name: String) -> Bool { pageNames.contains(NameWords(name).joined) }
}
