/// The receiver of an import's progress, which can cancel it, such as Foundation's `Progress`.
///
/// `Progress` conforms in the product `MercatorProgress`, which `Mercator` contains on Apple's
/// platforms. On Linux, it is a separate product, because `Progress` belongs to the part of
/// Foundation that makes a static program twice as large.
///
/// ```swift
/// import MercatorProgress
///
/// let progress = Progress(totalUnitCount: -1)
/// try operation.run(file: path, in: container, progress: progress)
/// ```
public protocol ImportProgressTarget: AnyObject, Sendable {
    /// The number of units in all: bytes, or passes; negative if it is unknown.
    var totalUnitCount: Int64 { get set }
    /// The number of units that are done.
    var completedUnitCount: Int64 { get set }
    /// Whether the import is to end.
    var isCancelled: Bool { get }

    /// Returns the target of one of the units, which is cancelled with the whole.
    func makePart() -> any ImportProgressTarget
}
