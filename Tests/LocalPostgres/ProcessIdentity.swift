import Foundation

/// A process, told from a later one with the same number by the time at which it was started.
struct ProcessIdentity: Hashable {
    let number: Int32
    private let start: String

    /// Finds a running process; `nil` if there is none.
    init?(_ number: Int32) {
        guard let start = ProcessIdentity.start(of: number) else { return nil }
        self.number = number
        self.start = start
    }

    /// Reads the ``text`` of a process, which may have ended.
    init?(text: Substring) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let number = Int32(parts[0]) else { return nil }
        self.number = number
        start = String(parts[1])
    }

    /// The number and the time.
    var text: String { "\(number) \(start)" }

    /// Indicates whether the process still runs.
    var isAlive: Bool { ProcessIdentity(number) == self }

    private static func start(of number: Int32) -> String? {
        #if os(Linux)
            guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                let end = status.lastIndex(of: ")")
            else { return nil }
            // The 22nd field; the name in brackets, the second, may contain spaces.
            let fields = status[end...].split(separator: " ")
            return fields.count > 20 && fields[1] != "Z" ? String(fields[20]) : nil
        #else
            let text = try? Command("/bin/ps", ["-o", "lstart=", "-p", "\(number)"]).output()
            return text.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                .flatMap { $0.isEmpty ? nil : $0 }
        #endif
    }
}
