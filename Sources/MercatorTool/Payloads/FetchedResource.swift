import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(RemoteGraphCurl)
    import RemoteGraphCurl
#endif

/// The resource that a command line names: a URL, and the fields of its request.
struct FetchedResource {
    static let operand = CommandSyntax.Operand(
        name: "URL", help: "https://…; http:// of this machine, or with --allow-http.")

    /// The options that make the request.
    static let options: [CommandSyntax.Option] = [
        .init(
            name: "--header", valueName: "'NAME: VALUE'", isRepeated: true,
            help: "Send a header field, only to the origin of the URL."),
        .init(
            name: "--header-from", valueName: "VARIABLE", isRepeated: true,
            help: "Send the field 'NAME: VALUE' that an environment variable has."),
        .init(
            name: "--bearer-from", valueName: "VARIABLE",
            help: "Send the token that an environment variable has."),
        .init(name: "--allow-http", help: "Fetch without TLS, where anybody may read along."),
        .init(
            name: "--authorities", valueName: "FILE",
            help: "Trust the certificates of this PEM file instead of the system's."),
        .init(
            name: "--time-limit", valueName: "SECONDS",
            help: "Give a request up after this time, with its body and all repetitions."),
        PagesOption.option,
    ]

    let url: String
    let origin: Origin
    /// The fields of the command line and the environment.
    let fields: HeaderFields
    /// The names of the options that supplied the fields.
    let fieldNames: [String]
    /// The way to its pages.
    let pages: PagesOption
    private let components: URLComponents
    private let allowsHTTP: Bool
    let timeLimit: Duration?
    /// The file with the certificates of trusted authorities.
    let authorities: String?

    /// Reads the command line and the environment.
    ///
    /// - Throws: ``CommandError`` that shows no value of a field.
    init(_ arguments: Arguments, _ environment: [String: String]) throws(CommandError) {
        let url = arguments.operand(Self.operand.name)
        guard let components = URLComponents(string: url), let origin = Origin(url),
            !origin.host.isEmpty, components.fragment == nil
        else {
            throw CommandError(
                "expected a URL such as https://example.com/articles.json, without a user name and "
                    + "a fragment, found another text; fields with credentials are given with "
                    + "--header-from", status: .usage)
        }
        pages = try PagesOption(arguments)
        (self.url, self.origin) = (url, origin)
        self.components = components
        allowsHTTP = arguments.has("--allow-http")
        authorities = arguments.value(of: "--authorities")
        timeLimit = try arguments.value(of: "--time-limit").map {
            text throws(CommandError) -> Duration in
            guard let seconds = Int64(text), (1...86_400).contains(seconds) else {
                throw CommandError(
                    "--time-limit expects whole seconds from 1 to 86400, found '\(text)'",
                    status: .usage)
            }
            return .seconds(seconds)
        }
        var fields: HeaderFields = [:]
        var names: [String] = []
        for text in arguments.values(of: "--header") {
            let field = try Self.field(text, "--header")
            fields[field.name] = field.value
            names.append("--header \(field.name)")
        }
        for variable in arguments.values(of: "--header-from") {
            let text = try Self.value(of: variable, "--header-from", environment)
            let field = try Self.field(text, "--header-from \(variable)")
            fields[field.name] = field.value
            names.append("--header-from \(variable)")
        }
        if let variable = arguments.value(of: "--bearer-from") {
            let token = try Self.value(of: variable, "--bearer-from", environment)
            fields["Authorization"] = "Bearer \(token)"
            names.append("--bearer-from \(variable)")
        }
        self.fields = fields
        fieldNames = names
    }

    private static func value(
        of variable: String, _ option: String, _ environment: [String: String]
    ) throws(CommandError) -> String {
        let value = environment[variable]?.withoutMargins
        guard let value, !value.isEmpty else {
            throw CommandError(
                "\(option) expects the name of an environment variable that is set", status: .usage)
        }
        return value
    }

    private static func field(
        _ text: String, _ option: String
    ) throws(CommandError) -> (name: String, value: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmed }
        guard parts.count == 2, !parts[0].isEmpty else {
            throw CommandError(
                "\(option) expects a field such as 'X-Api-Key: VALUE', found another text",
                status: .usage)
        }
        return (parts[0], parts[1])
    }

    /// The name of the payload: the end of the path, or the host.
    var name: String {
        let last = components.path.split(separator: "/").last.map(String.init)
        return last ?? components.host ?? url
    }

    /// Returns the name of a page's payload: `articles.json`, `articles-page-2.json`.
    func name(ofPage index: Int) -> String {
        guard index > 0 else { return name }
        let end = name.lastIndex(of: ".") ?? name.endIndex
        return "\(name[..<end])-page-\(index + 1)\(name[end...])"
    }

    /// Returns a URL of the resource for messages and for a store: the values of parameters are
    /// hidden unless they are known to be harmless.
    func shown(_ url: String) -> String { Secrets(description(for: url)).hiding(url) }

    /// The key of the resource in a store; secrets are hashed.
    var key: String { Secrets(description(for: url)).keeping(url) }

    /// Tests whether the value of a parameter may be secret.
    func hides(parameter: String) -> Bool {
        Secrets(description(for: url)).hides(parameter: parameter)
    }

    /// The host that is reached without TLS; `nil` for others.
    var cleartextHost: String? { allowsHTTP && origin.scheme == "http" ? origin.host : nil }

    /// Returns the URL that ``shown(_:)`` has hidden, with the secrets of the command line.
    func revealed(_ shown: String) -> String {
        let secrets = Dictionary(
            Self.parameters(of: url).map { ($0.prefix { $0 != "=" }, $0) },
            uniquingKeysWith: { first, _ in first })
        let parameters = Self.parameters(of: shown).map { parameter in
            let name = parameter.prefix { $0 != "=" }
            let isHidden = parameter == "\(name)=\(Secrets.replacement)"
            return isHidden ? secrets[name] ?? parameter : parameter
        }
        return shown.prefix { $0 != "?" }
            + (shown.contains("?") ? "?" + parameters.joined(separator: "&") : "")
    }

    /// Tests whether a store can keep a URL, so that it is the same when it is revealed.
    func canKeep(_ url: String) -> Bool { revealed(shown(url)) == url }

    private static func parameters(of url: String) -> [Substring] {
        url.drop { $0 != "?" }.dropFirst().split(separator: "&", omittingEmptySubsequences: false)
    }

    /// Returns the server for a URL; all of its fields are masked.
    private func description(for url: String) -> RemoteDescription {
        var server = RemoteDescription(base: Origin(url).map { "\($0)" } ?? url)
        // Next pages add only query items for their position.
        let names = [url, self.url].map { url in
            Set(URLComponents(string: url)?.queryItems?.map(\.name) ?? [])
        }
        server.publicParameters = names[0].subtracting(names[1])
            .union([pages.shownParameter].compactMap(\.self))
        server.secretFields = Set(fields.fields.map(\.name))
        return server
    }

    /// Creates the download of a page.
    ///
    /// - Throws: ``RemotePlanError`` if the URL is not a server's.
    func download(
        _ url: String, over transport: any ResourceTransport
    ) throws -> ResourceDownload {
        var options = RemoteOptions()
        options.observer = Waits()
        options.timeLimit = timeLimit
        if allowsHTTP, let host = Origin(url)?.host { options.cleartextHosts = [host] }
        return try ResourceDownload(from: description(for: url), over: transport, options: options)
    }

    /// Creates the transport for all pages.
    ///
    /// - Throws: ``CommandError`` if the tool has none.
    func transport() throws -> any ResourceTransport {
        #if canImport(RemoteGraphCurl)
            var options = CurlTransport.Options()
            options.certificateAuthorities = authorities
            return CurlTransport(options)
        #else
            throw CommandError(
                "this mercator was built without libcurl; install libcurl4-openssl-dev and "
                    + "zlib1g-dev, and build it again")
        #endif
    }

    /// Notes for the waits before further attempts.
    private struct Waits: RemoteObserver {
        func observe(_ event: RemoteEvent) {
            guard case .retrying(_, let wait) = event else { return }
            let seconds = (wait / .seconds(1) * 10).rounded() / 10
            Console.complain("there is no complete response yet; asking again in \(seconds) s")
        }
    }
}
