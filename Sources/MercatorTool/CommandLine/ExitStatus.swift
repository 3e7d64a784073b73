import Mercator

/// The exit status of the process.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    /// The command was valid but could not be completed.
    case failure = 1
    /// A check, such as `infer --check`, has found a difference.
    case different = 2
    /// The import was saved, but records have replaced each other's list elements or many values.
    case incomplete = 3
    /// The command line was invalid: `EX_USAGE` of `sysexits.h`.
    case usage = 64

    /// The meaning, as the guide, the manual and `mercator help exit-codes` state it.
    var meaning: String {
        switch self {
        case .success: "done"
        case .failure: "could not be done; what was saved before stays"
        case .different: "a check ('infer --check') has found a difference"
        case .incomplete: "imported, but records have replaced what others say"
        case .usage: "the command line is wrong"
        }
    }

    /// A table of all statuses.
    static var table: TextTable {
        TextTable(rows: allCases.map { ["\($0.rawValue)", $0.meaning] })
    }
}
