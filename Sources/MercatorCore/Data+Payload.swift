public import Foundation
public import Payload

/// Conforms `Data`, such as the body of a response or the contents of a file, to payload parsing.
extension Data: PayloadConvertible {}
