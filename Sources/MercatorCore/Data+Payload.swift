public import MercatorPayload

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Conforms `Data`, such as the body of a response or the contents of a file, to payload parsing.
extension Data: PayloadConvertible {}
