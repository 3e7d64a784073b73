// Imports report to Foundation's `Progress`. The conformance has a module of its own because
// `Progress` is not in `FoundationEssentials`.
public import Foundation
public import StreamingImport

extension Progress: ImportProgressTarget {
    /// Returns a child for one unit of this progress.
    public func makePart() -> any ImportProgressTarget {
        let part = Progress(totalUnitCount: -1)
        addChild(part, withPendingUnitCount: 1)
        if isCancelled { part.cancel() }
        return part
    }
}
