// `error.localizedDescription` returns the description of each error. The conformances are declared
// here because the modules that define the errors do not import Foundation.
public import EntityMapper
public import MercatorPayload
public import ObjectGraph

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PayloadError: LocalizedError {
    /// The fault and its location.
    public var errorDescription: String? { description }
}

extension PayloadPathError: LocalizedError {
    /// The fault and its position in the path.
    public var errorDescription: String? { description }
}

extension ManagedObjectModelError: LocalizedError {
    /// One line per problem of the model.
    public var errorDescription: String? { description }
}

extension PredicateFormatError: LocalizedError {
    /// The fault and its position in the format.
    public var errorDescription: String? { description }
}

extension StoreError: LocalizedError {
    /// The code and the message.
    public var errorDescription: String? { description }
}

extension ValidationError: LocalizedError {
    /// One line per problem of an object.
    public var errorDescription: String? { description }
}

extension MappingError: LocalizedError {
    /// The code and the message.
    public var errorDescription: String? { description }
}

extension MappingPlanError: LocalizedError {
    /// One line per problem of the mappings.
    public var errorDescription: String? { description }
}
