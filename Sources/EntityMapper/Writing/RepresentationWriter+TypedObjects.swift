public import ObjectGraph
public import Payload

/// Writing arrays of objects of a schema struct.
extension RepresentationWriter {
    /// Writes typed objects as an array, even if there is only one object or none.
    ///
    /// - Parameters:
    ///   - objects: The objects, all from the same context.
    ///   - extra: Additional members, which require a ``root``.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func document<E: Entity>(
        for objects: [Object<E>], adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try document(for: objects.map(\.managedObject), adding: extra)
    }

    /// Writes typed objects as JSON.
    ///
    /// - Parameters:
    ///   - objects: The objects, all from the same context.
    ///   - extra: Additional members, which require a ``root``.
    ///   - options: The formatting.
    /// - Returns: The bytes.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func jsonBytes<E: Entity>(
        for objects: [Object<E>], adding extra: [String: Value] = [:],
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) throws(MappingError) -> [UInt8] {
        try jsonBytes(for: objects.map(\.managedObject), adding: extra, options)
    }

    /// Writes typed objects as a part of a payload.
    ///
    /// - Parameter objects: The objects, all from the same context.
    /// - Returns: The part, for ``document(joining:adding:)``.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func part<E: Entity>(
        for objects: [Object<E>]
    ) throws(MappingError) -> RepresentationPart {
        try part(for: objects.map(\.managedObject))
    }
}
