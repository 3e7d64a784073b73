import Foundation
import Mercator

/// The command line of Mercator: a tour to look at, and a real payload to try.
@main
enum MercatorTool {
    static let version = "0.1.0"

    static func main() async {
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// Does what the words say; every failure ends here, as one message and one exit status.
    private static func run(_ words: [String]) async -> ExitStatus {
        do {
            try await CommandLineReader(words).read().run(Console())
            return .success
        } catch let error as UsageError {
            Console.complain("\(error.message)\n\n\(error.usage)")
            return .usage
        } catch {
            Console.complain(FailureMessage.text(for: error))
            return .failure
        }
    }
}

/// What the process says to the one that started it.
enum ExitStatus: Int32 {
    case success = 0
    /// The command was understood, and could not be carried out.
    case failure = 1
    /// The command was not understood: `EX_USAGE` of `sysexits.h`.
    case usage = 64
}
