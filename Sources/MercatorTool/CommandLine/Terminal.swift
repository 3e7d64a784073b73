#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The terminal that receives a stream of output, if there is one.
struct Terminal {
    /// Indicates whether the stream is shown, instead of going to a file or a program.
    let isInteractive: Bool
    /// Indicates whether escape sequences may be written: the terminal understands them, and
    /// neither `NO_COLOR` nor `CLICOLOR=0` is set.
    let allowsEscapes: Bool
    /// The number of columns; `nil` for a file or a pipe, unless `COLUMNS` is set.
    let width: Int?

    static let standardOutput = Terminal(STDOUT_FILENO)
    static let standardError = Terminal(STDERR_FILENO)

    /// Creates the description of a stream.
    ///
    /// Source: <https://no-color.org>: `NO_COLOR` counts if it is not empty;
    /// <https://bixense.com/clicolors>: `CLICOLOR` counts if it is 0.
    private init(_ descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        isInteractive = isatty(descriptor) == 1
        allowsEscapes =
            isInteractive && !["", "dumb"].contains(environment["TERM", default: ""])
            && environment["NO_COLOR", default: ""].isEmpty
            && environment["CLICOLOR"] != "0"
        let columns = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        width = columns ?? (isInteractive ? Terminal.columns(of: descriptor) : nil)
    }

    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
