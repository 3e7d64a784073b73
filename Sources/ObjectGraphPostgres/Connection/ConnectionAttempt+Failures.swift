import MercatorCPostgres
import ObjectGraph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Waiting for servers, and the errors of unresponsive or refusing ones.
extension ConnectionAttempt {
    /// Returns the host, address and port that are tried.
    @unsafe
    static func address(_ handle: OpaquePointer) -> String {
        unsafe [PQhost(handle), PQhostaddr(handle), PQport(handle)].map { text in
            unsafe text.map { unsafe String(cString: $0) } ?? ""
        }.joined(separator: " ")
    }

    /// Waits until a socket can be read or written; returns `false` after the time.
    static func wait(
        for socket: Int32, writing: Bool, until end: ContinuousClock.Instant?
    ) -> Bool {
        var descriptor = pollfd(
            fd: socket, events: Int16(writing ? POLLOUT : POLLIN), revents: 0)
        while true {
            var milliseconds: Int32 = -1
            if let end {
                milliseconds = Int32(clamping: max((end - .now).milliseconds, 0))
            }
            let ready = unsafe poll(&descriptor, 1, milliseconds)
            if ready > 0 { return true }
            if ready == 0 || errno != EINTR { return false }
        }
    }

    /// Returns the first line of a message, without white space around it.
    static func firstLine(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).first ?? "no reason is given"
        return String(line.trimmingPrefix { $0.isWhitespace })
    }

    /// Returns the reasons in a message, one for each host.
    private static func reasons(_ message: String) -> String {
        let lines = message.split(whereSeparator: \.isNewline)
            .filter { $0.first?.isWhitespace == false }
        let reasons = lines.isEmpty ? "no reason is given" : lines.joined(separator: "; ")
        guard message.contains("certificate verify failed") else { return reasons }
        return reasons
            + "; the certificate has expired, or sslrootcert does not have the authority that has "
            + "issued it"
    }

    /// Returns the error of an attempt that has failed.
    @unsafe
    func failure(_ handle: OpaquePointer) -> StoreError {
        let message = unsafe String(cString: PQerrorMessage(handle))
        guard let state = ConnectionAttempt.sqlState(in: message) else {
            guard unsafe PQconnectionNeedsPassword(handle) != 0 else {
                return StoreError(
                    .unreachable,
                    "\(options.endpoint) cannot be reached: \(ConnectionAttempt.reasons(message))")
            }
            return StoreError(
                .cannotOpen,
                "\(options.endpoint) cannot be opened: the server wants a password, and none is given"
            )
        }
        let (code, reason) = ConnectionAttempt.meaning(of: state, message)
        return StoreError(code, "\(options.endpoint) cannot be opened: \(reason)")
    }

    /// Returns the SQLSTATE in a message of the library, such as `FATAL:  28P01: …`.
    private static func sqlState(in message: String) -> String? {
        for part in message.split(whereSeparator: { $0 == ":" || $0.isNewline }) {
            let word = part.drop(while: \.isWhitespace)
            guard word.utf8.count == 5, word.contains(where: \.isNumber),
                word.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
            else { continue }
            return String(word)
        }
        return nil
    }

    private static func meaning(
        of state: String, _ message: String
    ) -> (StoreError.Code, String) {
        if state == "08P01", let pooler = PoolerMessage(message) { return pooler.error }
        return switch state {
        case "28P01": (.cannotOpen, "the server refused the password or the role")
        // The reporting function of the server distinguishes the two in any language.
        case "28000" where message.contains("InitializeSessionUserId"):
            (.cannotOpen, "the role does not exist, or may not log in")
        case "28000":
            (
                .cannotOpen,
                "the server does not admit the role to the database from this machine "
                    + "(pg_hba.conf), or not without encryption"
            )
        case "3D000": (.cannotOpen, "the database does not exist")
        case "42501": (.denied, "the role lacks the right CONNECT")
        case "53300":
            (.busy, "\(full(message)) has as many connections as it may have (SQLSTATE 53300)")
        case "57P03": (.busy, "the server is starting, stopping or recovering (SQLSTATE 57P03)")
        default: (.cannotOpen, "the server refused the connection (SQLSTATE \(state))")
        }
    }

    /// Returns the object that has too many connections, by the reporting function of the server.
    private static func full(_ message: String) -> String {
        if message.contains("InitializeSessionUserId") { return "the role" }
        return message.contains("CheckMyDatabase") ? "the database" : "the server"
    }
}
