import Foundation

/// Writes Swift code for one input of the build tool plugin.
///
/// Problems are printed in the form of the compiler, so that build tools find their lines.
///
/// usage: `MercatorGenerator INPUT OUTPUT`
@main
struct MercatorGenerator {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let input = words.first, let output = words.last, words.count == 2 else {
            print("usage: MercatorGenerator INPUT OUTPUT")
            exit(64)
        }
        do {
            let code = try GeneratorInput(path: input).code()
            for diagnostic in code.warnings { print(diagnostic) }
            try Data(code.text.utf8).write(to: URL(fileURLWithPath: output))
        } catch {
            for diagnostic in Diagnostic.all(of: error, in: input) { print(diagnostic) }
            exit(1)
        }
    }
}
