import MappingFiles
import MappingGeneration
import MappingInference
import Mercator

/// The server of a package that loads what a command line has fetched.
///
/// Values of the query and of fields that are not known to be harmless are left to the environment.
struct ServedResource {
    let resource: FetchedResource
    /// The name of the package, with which the names of environment variables begin.
    let package: String

    /// Returns the server.
    ///
    /// - Parameters:
    ///   - file: The mapping of the resource.
    ///   - page: The first page.
    ///   - contentType: The content type of the page.
    /// - Returns: The server.
    /// - Throws: ``CommandError`` if the URL or a mapping cannot be written as a route.
    func server(
        _ file: MappingFile, _ page: PayloadFile, contentType: String?
    ) throws -> PackageServer {
        guard file.groups.isEmpty else {
            throw CommandError(
                "the pages have records of several kinds, which one package cannot load; fetch a "
                    + "URL for each kind")
        }
        let (base, pattern) = address
        var server = PackageServer(base: base)
        var route = PackageServer.Route(named: resource.name, pattern)
        route.query = try query
        route.records = try records(file, page)
        route.style = resource.pages.style.swiftExpression
        server.routes = [route]
        server.fields = resource.packageFields(named: package)
        server.formats = try formats(page, contentType)
        server.cleartextHost = resource.cleartextHost
        server.timeLimit = resource.timeLimit?.components.seconds
        server.authorities = resource.authorities
        let described = try server.requireValid(file)
        guard try described.request(named: route.name).isAt(resource.url) else {
            throw CommandError("the path of the URL cannot be written as a route: '\(pattern)'")
        }
        return server
    }

    /// The directory of the resource with its origin, and the pattern of what follows.
    private var address: (base: String, pattern: String) {
        let parts = URLReference(resource.url).path
            .split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let last = parts.lastIndex { !$0.isEmpty } ?? parts.startIndex
        let base = parts[..<last].map { "/" + $0 }.joined()
        return ("\(resource.origin)\(base)", parts[last...].joined(separator: "/").patternLiteral)
    }

    private var query: [String: [PackageServer.Text]] {
        get throws {
            var query: [String: [PackageServer.Text]] = [:]
            for pair in (URLReference(resource.url).query ?? "").split(separator: "&") {
                let name = try Self.decoded(pair.prefix { $0 != "=" })
                let value = try Self.decoded(pair.drop { $0 != "=" }.dropFirst())
                let count = query[name, default: []].count
                let variable =
                    EnvironmentName.of(package, name) + (count > 0 ? "_\(count + 1)" : "")
                let isHidden = !value.isEmpty && resource.hides(parameter: name)
                query[name, default: []].append(
                    isHidden ? .environment(variable) : .written(value))
            }
            return query
        }
    }

    private static func decoded(_ text: Substring) throws(CommandError) -> String {
        guard let text = PercentEncoding.decoded(String(text.replacing("+", with: " "))) else {
            throw CommandError("the query of the URL has escapes that are no UTF-8", status: .usage)
        }
        return text
    }

    /// Returns the records; those that are counted to find the last page come first.
    private func records(
        _ file: MappingFile, _ page: PayloadFile
    ) throws -> [PackageServer.Records] {
        let records = file.mappings.roots.map { PackageServer.Records($0.path, using: $0.mapping) }
        guard resource.pages.style.isOpenEnded, records.count > 1 else { return records }
        let document = try page.document()
        let counted = records.firstIndex { records in
            resource.pages.records.map { $0 == records.root }
                ?? (document.root.value(at: records.root)?.kind == .array)
        }
        guard let counted else { return records }
        return [records[counted]] + records[..<counted] + records[(counted + 1)...]
    }

    /// Returns the format of a content type that does not tell it.
    private func formats(_ page: PayloadFile, _ contentType: String?) throws -> [String: String] {
        guard let type = contentType.map({ MediaType($0).essence }), !type.isEmpty else {
            return [:]
        }
        let (name, format): (String, PayloadFormat) =
            switch try page.source.format() {
            case "lines": ("ndjson", .ndjson)
            case "xml": ("xml", .xml)
            case "plist": ("propertyList", .propertyList)
            case "form": ("form", .form)
            case "csv": ("csv", .csv)
            case "tsv": ("tsv", .tsv)
            default: ("json", .json)
            }
        let known = try? PayloadFormatRegistry().format(forMIMEType: type)
        return known == format ? [:] : [type: name]
    }
}

extension RemoteRequest {
    /// Tests whether the request is for the path of a URL.
    fileprivate func isAt(_ url: String) -> Bool {
        var (own, other) = (URLReference(request.url), URLReference(url))
        (own.query, other.query) = (nil, nil)
        return own.normalized == other.normalized
    }
}
