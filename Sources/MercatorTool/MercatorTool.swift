import MappingInference
import Mercator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The command-line tool of Mercator: a guided tour, and commands for real payloads.
@main
enum MercatorTool {
    static func main() async {
        // A reader that has gone is noticed by `OutputBuffer`; an import goes on without it.
        signal(SIGPIPE, SIG_IGN)
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        TemporaryFile.removeAll()
        exit(status.rawValue)
    }

    /// Runs a command, turning every failure into one message and an exit status.
    private static func run(_ words: [String]) async -> ExitStatus {
        let console = Console()
        let credentials = HiddenCredentials(words)
        do {
            try await CommandLineReader(words: words).read().run(console)
            try console.finish()
            return .success
        } catch let error as UsageError {
            Console.complain(credentials.hide(in: "\(error.message)\n\n\(error.usage)"))
            return .usage
        } catch let error as InferenceError where error.code == .correction {
            Console.complain(credentials.hide(in: FailureMessage.text(for: error)))
            return .usage
        } catch {
            // Pending output is written first; the failure determines the status.
            try? console.finish()
            Console.complain(credentials.hide(in: FailureMessage.text(for: error)))
            return (error as? CommandError)?.status ?? .failure
        }
    }
}
