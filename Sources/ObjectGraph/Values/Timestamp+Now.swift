#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Timestamp {
    /// The current time, rounded like a Foundation date.
    package static var now: Timestamp { Timestamp(Date()) ?? .distantFuture }
}
