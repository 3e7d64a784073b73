import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Value {
    /// The value with the bytes of data as base64, for results that other programs read.
    var withTextsOfBytes: Value {
        switch self {
        case .data(let bytes): .string(Data(bytes).base64EncodedString())
        case .array(let elements): .array(elements.map(\.withTextsOfBytes))
        case .dictionary(let members): .dictionary(members.mapValues(\.withTextsOfBytes))
        default: self
        }
    }
}
