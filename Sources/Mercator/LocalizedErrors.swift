// `error.localizedDescription` is the description of each error. The conformances stand here because
// the modules of the errors do without Foundation.
public import EntityMapper
public import Foundation
public import ObjectGraph
public import Payload
public import PayloadFormats
public import StreamingImport
public import XcodeDataModel

extension PayloadError: LocalizedError {
    /// The fault, its place and an excerpt.
    public var errorDescription: String? { description }
}

extension PayloadPathError: LocalizedError {
    /// The fault and its place in the path.
    public var errorDescription: String? { description }
}

extension PayloadFormatError: LocalizedError {
    /// The fault and its place.
    public var errorDescription: String? { description }
}

extension ManagedObjectModelError: LocalizedError {
    /// A line for each problem of the model.
    public var errorDescription: String? { description }
}

extension PredicateFormatError: LocalizedError {
    /// The fault and its place in the format.
    public var errorDescription: String? { description }
}

extension StoreError: LocalizedError {
    /// The code and the message.
    public var errorDescription: String? { description }
}

extension ValidationError: LocalizedError {
    /// A line for each problem of an object.
    public var errorDescription: String? { description }
}

extension MappingError: LocalizedError {
    /// The code and the message.
    public var errorDescription: String? { description }
}

extension MappingPlanError: LocalizedError {
    /// A line for each problem of the mappings.
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
    /// A line for each problem of the model.
    public var errorDescription: String? { description }
}
