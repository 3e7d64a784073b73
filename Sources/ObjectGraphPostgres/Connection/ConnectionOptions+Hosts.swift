import MercatorCPostgres
import ObjectGraph

/// Hosts, and the options that depend on them.
extension ConnectionOptions {
    /// The names or addresses of the hosts that are tried; a path is the folder of a socket.
    package var hosts: [String] { list("host") ?? list("hostaddr") ?? [] }

    /// The ports of the hosts, or one for all of them.
    var ports: [String] { list("port") ?? [] }

    private func list(_ keyword: String) -> [String]? {
        effective[keyword]?.split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Indicates whether every host is this machine.
    package var isLocal: Bool {
        (list("hostaddr") ?? hosts).allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
                || host == "::1" || host.hasPrefix("127.")
        }
    }

    /// The database, hosts and role, for messages: `database 'shop' on host 'db', port 5432, as
    /// role 'app'`.
    package var endpoint: String {
        let names = hosts.map { $0.isEmpty ? "the local socket" : "host '\($0)'" }
        let servers = (names.isEmpty ? ["the local socket"] : names).enumerated().map {
            let port = ports.count > 1 ? ports[min($0, ports.count - 1)] : ports.first
            return "\($1), port \(port.map { $0.isEmpty ? "5432" : $0 } ?? "5432")"
        }
        let role = effective["user", default: ""]
        return "database '\(effective["dbname"] ?? role)' on "
            + "\(servers.joined(separator: " or ")), as role '\(role)'"
    }

    package var description: String { endpoint }

    /// The time after which an attempt to connect to one host fails; `nil` for no limit.
    func connectTimeout(_ settings: PostgresSettings) -> Duration? {
        guard let seconds = effective["connect_timeout"].flatMap({ Int($0) }) else {
            return settings.connectTimeout
        }
        return seconds > 0 ? .seconds(seconds) : nil
    }

    /// Returns the requested encryption mode; `nil` for libpq's default.
    package func encryptionMode(_ settings: PostgresSettings) -> String? {
        keywords(settings)["sslmode"]
    }

    /// Returns the connection options by keyword, without the first hosts.
    func keywords(_ settings: PostgresSettings, skippingHosts skipped: Int = 0) -> [String: String]
    {
        var keywords = given
        for keyword in ["host", "hostaddr", "port"] where skipped > 0 {
            guard let all = list(keyword), all.count > 1 else { continue }
            keywords[keyword] = all.dropFirst(skipped).joined(separator: ",")
        }
        keywords["client_encoding"] = "UTF8"
        keywords["fallback_application_name"] = settings.applicationName
        for (name, value) in [
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"),
        ] where effective[name] == nil {
            keywords[name] = value
        }
        if !isLocal, !hasEncryptionMode { keywords["sslmode"] = "require" }
        return keywords
    }

    /// Indicates whether the text, the environment or a service sets the encryption mode.
    ///
    /// A service that sets libpq's default is not detected.
    private var hasEncryptionMode: Bool {
        given["sslmode"] != nil || given["requiressl"] != nil
            || ConnectionOptions.environment("PGSSLMODE") != nil
            || ConnectionOptions.environment("PGREQUIRESSL") != nil
            || effective["sslmode", default: "prefer"] != "prefer"
    }
}

extension ConnectionOptions: CustomReflectable {
    /// A mirror without the options, since they include a password.
    package var customMirror: Mirror { Mirror(self, children: ["place": endpoint]) }
}

extension [String: String] {
    /// Calls a closure with the keywords and values as arrays of C strings that end with null.
    @unsafe
    func withKeywords<Result>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>
        ) -> Result
    ) -> Result {
        let all = sorted { $0.key < $1.key }
        var bytes: [CChar] = []
        var offsets: [Int] = []
        for text in all.map(\.key) + all.map(\.value) {
            offsets.append(bytes.count)
            bytes += text.utf8CString
        }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return unsafe body([nil], [nil]) }
            let pointers = unsafe offsets.map { unsafe Optional(start + $0) }
            let (names, values) = unsafe (pointers[..<all.count], pointers[all.count...])
            return unsafe body(Array(names) + [nil], Array(values) + [nil])
        }
    }
}
