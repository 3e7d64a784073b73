import Mercator
import Synchronization

/// Displays the progress of an import on standard error: a bar on a terminal that can draw
/// it, else a line for every tenth.
final class ProgressBar: Sendable {
    private struct State {
        /// The elapsed time at the last update of the bar.
        var drawn: Duration?
        /// The tenths, or the millions of records, reported by the last line.
        var told = 0
        var isOpen = false
    }

    /// The name of the source, which begins each line.
    private let source: String
    private let isTerminal = Terminal.standardError.allowsEscapes
    private let state = Mutex(State())

    private static let width = 28
    /// The minimum interval between updates.
    private static let interval: Duration = .milliseconds(100)

    init(_ source: String) { self.source = source.escapingControls }

    /// Displays a step.
    func show(_ step: ImportProgress) {
        state.withLock { state in
            if isTerminal {
                let isDue = state.drawn.map { step.elapsed - $0 >= Self.interval } ?? true
                guard isDue || step.result != nil else { return }
                state.drawn = step.elapsed
                state.isOpen = true
                Console.write("\r\u{1B}[K\(Self.bar(step))")
                return
            }
            let part = step.fraction.map { Int($0 * 10) } ?? step.records / 1_000_000
            guard part > state.told else { return }
            state.told = part
            Console.write("mercator: \(source): \(Self.text(step))\n")
        }
    }

    /// Leaves the bar as it is and begins a new line.
    func finish() {
        state.withLock { state in
            if state.isOpen { Console.write("\n") }
            state.isOpen = false
        }
    }

    static func bar(_ step: ImportProgress) -> String {
        guard let fraction = step.fraction else { return text(step) }
        let full = Int(fraction * Double(width))
        return "[" + String(repeating: "█", count: full)
            + String(repeating: "░", count: width - full) + "] " + text(step)
    }

    static func text(_ step: ImportProgress) -> String {
        var parts = step.fraction.map { ["\(Int($0 * 100)) %"] } ?? []
        parts.append(TextLines.count(step.records, "record"))
        let rate = tenths(step.bytesPerSecond / 1_000_000)
        if rate != "0.0" { parts.append("\(rate) MB/s") }
        if let remaining = step.remaining, step.result == nil {
            let seconds = Int((remaining / .seconds(1)).rounded(.up))
            let padded = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
            parts.append("\(seconds / 60):\(padded) left")
        }
        return parts.joined(separator: ", ")
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
