// `error.localizedDescription` returns the description of each error. The conformances are declared
// here because the modules that define the errors do not import Foundation.
public import MappingFiles
public import PayloadFormats
public import PlainValueMapping
public import RemoteGraph
public import StreamingImport
public import XcodeDataModel

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PayloadFormatError: LocalizedError {
    /// The fault and its location.
    public var errorDescription: String? { description }
}

extension ErrorMessage: LocalizedError {
    /// The message of the server.
    public var errorDescription: String? { description }
}

extension ReportedErrors: LocalizedError {
    /// The messages of the server.
    public var errorDescription: String? { description }
}

extension ImportError: LocalizedError {
    /// The code and the message.
    public var errorDescription: String? { description }
}

extension XcodeModelError: LocalizedError {
    /// One line per problem of the model.
    public var errorDescription: String? { description }
}

extension MappingFileError: LocalizedError {
    /// One line per problem of the mapping file.
    public var errorDescription: String? { description }
}

extension MappingFileUpdateError: LocalizedError {
    /// One line per difference that the policies do not allow.
    public var errorDescription: String? { description }
}

extension TransportError: LocalizedError {
    /// The kind, the progress, and the message.
    public var errorDescription: String? { description }
}
