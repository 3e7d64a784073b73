#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder for charts, with one file per title.
package struct ChartFolder {
    private let url: URL

    package init(_ path: String) {
        url = URL(fileURLWithPath: path)
    }

    /// Creates the folder if it does not exist.
    package func prepare() throws {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw BenchmarkError("the folder '\(url.path)' cannot be made: \(error)")
        }
    }

    /// Draws a chart for every title, replacing existing files.
    package func draw(_ report: RunReport) throws {
        for title in report.titles {
            guard let chart = GrowthChart(title) else { continue }
            let file = url.appending(path: Self.fileName(title.name))
            do { try Data(chart.svg.utf8).write(to: file, options: .atomic) } catch {
                throw BenchmarkError("the chart '\(file.path)' cannot be written: \(error)")
            }
        }
    }

    /// Returns a file name of lower-case letters and digits, with a hyphen for each run of
    /// other characters.
    package static func fileName(_ title: String) -> String {
        title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            .joined(separator: "-") + ".svg"
    }
}
