public import Foundation
public import Payload

/// The bytes of a response or a file are a payload.
extension Data: PayloadConvertible {}
