#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder that charts are drawn into, a file for each title.
package struct ChartFolder {
    private let url: URL

    package init(_ path: String) {
        url = URL(fileURLWithPath: path)
    }

    /// Makes the folder if it is not there.
    package func prepare() throws {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw BenchmarkError("the folder '\(url.path)' cannot be made: \(error)")
        }
    }

    /// Draws every title over the file it had before.
    package func draw(_ report: RunReport) throws {
        for title in report.titles {
            guard let chart = GrowthChart(title) else { continue }
            let file = url.appending(path: Self.fileName(title.name))
            do { try Data(chart.svg.utf8).write(to: file, options: .atomic) } catch {
                throw BenchmarkError("the chart '\(file.path)' cannot be written: \(error)")
            }
        }
    }

    /// The name in small letters and digits, with one hyphen for whatever is between them.
    package static func fileName(_ title: String) -> String {
        title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            .joined(separator: "-") + ".svg"
    }
}
