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

    /// The processes that this one has started.
    var children: [ProcessIdentity] {
        ProcessIdentity.parents.filter { $0.parent == number }
            .compactMap { ProcessIdentity($0.number) }
    }

    private static var parents: [(number: Int32, parent: Int32)] {
        #if os(Linux)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.compactMap { Int32($0) }.compactMap { number in
                fields(of: number).flatMap { $0.count > 2 ? Int32($0[2]) : nil }
                    .map { (number, $0) }
            }
        #else
            let list = try? Command("/bin/ps", ["-A", "-o", "pid=,ppid="]).output()
            return (list ?? "").split(separator: "\n").compactMap { line in
                let numbers = line.split(separator: " ").compactMap { Int32($0) }
                return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
            }
        #endif
    }

    #if os(Linux)
        // The name, the second field, is in brackets and may contain spaces. What follows begins
        // with the closing bracket.
        private static func fields(of number: Int32) -> [Substring]? {
            guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                let end = status.lastIndex(of: ")")
            else { return nil }
            return status[end...].split(separator: " ")
        }
    #endif

    private static func start(of number: Int32) -> String? {
        #if os(Linux)
            guard let fields = fields(of: number) else { return nil }
            return fields.count > 20 && fields[1] != "Z" ? String(fields[20]) : nil
        #else
            let text = try? Command("/bin/ps", ["-o", "lstart=", "-p", "\(number)"]).output()
            return text.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                .flatMap { $0.isEmpty ? nil : $0 }
        #endif
    }
}
