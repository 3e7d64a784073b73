public import ObjectGraph
public import Payload

/// A reason for preserving an object of a scope that has no applied record.
public enum PreservationReason: Sendable, Hashable, CustomStringConvertible {
    /// The object has a record that was not applied, because it failed or a validation declined it.
    case recordLeftOut
    /// A preserved object references it by a relationship that the payload determines in part.
    case related(to: ManagedObjectID, by: String)
    /// It has the same identification as a record of a different object.
    case sameIdentification
    /// It is the target object of the load.
    case target
    /// It had unsaved changes before the load.
    case unsavedChanges
    /// It has pending edits, which wait to be sent to a server.
    case unsentEdits
    /// A delete rule preserves it while this relationship is not empty.
    case deletionDenied(by: String)
    /// It is required by a preserved object with a relationship that would otherwise be empty.
    case required(by: ManagedObjectID, relationship: String)
    /// Its deletion would cascade to a preserved object.
    case cascade(to: ManagedObjectID)
    /// No mapping of its entity in the plan allows deletions.
    case deletionNotAllowed
    /// It belongs to an earlier scope that is refused.
    case refusedScope
    /// It was inserted after the first part of a load, such as a page, was mapped.
    case insertedMeanwhile
    /// It has changed since the plan was created.
    case changedSince
    /// It no longer meets the request of the scope, or does not exist.
    case leftScope

    /// The reason as a clause.
    public var description: String {
        switch self {
        case .recordLeftOut: "its record was left out"
        case .related(let other, let name):
            "'\(name)' of \(other) leads to it, and the payload does not say all of that"
        case .sameIdentification: "it has the identification of a record about another object"
        case .target: "it is the object to map into"
        case .unsavedChanges: "it had unsaved changes"
        case .unsentEdits: "it has edits that were not sent"
        case .deletionDenied(let name): "its relationship '\(name)' must be empty first"
        case .required(let other, let name): "'\(name)' of \(other) would be empty without it"
        case .cascade(let other): "its deletion would take along \(other), which stays"
        case .deletionNotAllowed: "its mapping does not allow deletions"
        case .refusedScope: "a scope that it is in is refused"
        case .insertedMeanwhile: "it was inserted while the load was under way"
        case .changedSince: "it has changed since the plan was made"
        case .leftScope: "it is no longer in the scope"
        }
    }
}

/// A reason for deleting nothing in a scope.
///
/// The load does not determine the absent objects, or there are too many of them.
public enum OrphanRefusal: Sendable, Hashable, CustomStringConvertible {
    /// A root path to objects of the scope is absent from the payload, or is `null`.
    ///
    /// An empty array denotes an empty set of objects; an absent key does not.
    case missingRoot(PayloadPath)
    /// The value at a root path is an empty object.
    case emptyRoot(PayloadPath)
    /// The value at a root path resulted in no applied record.
    case nothingMapped(PayloadPath)
    /// Representations of this mapping do not identify their objects, because they are invalid.
    case unidentifiedRecords(mapping: String)
    /// Objects of the scope are not reachable from the root paths through mappings or connections.
    case unmappedEntity(String)
    /// More objects would be deleted than the limit allows.
    ///
    /// The limit refers to the number of objects before the load.
    case limitExceeded(orphans: Int, of: Int, OrphanDeletion.Limit)

    /// The reason as a clause, with the remedy.
    public var description: String {
        switch self {
        case .missingRoot(let path):
            "nothing is at the root path '\(path)'; an empty array would say that there is nothing"
        case .emptyRoot(let path): "an empty object is at \(Self.location(path))"
        case .nothingMapped(let path): "no record came of what is at \(Self.location(path))"
        case .unidentifiedRecords(let mapping):
            "records for '\(mapping)' do not say which objects they are about; see the issues"
        case .unmappedEntity(let name): "no root path leads to objects of \(name)"
        case .limitExceeded(let orphans, let known, let limit):
            "\(orphans) of \(known) objects are orphans; allowed is \(limit)"
        }
    }

    private static func location(_ path: PayloadPath) -> String {
        path.components.isEmpty ? "the top" : "the root path '\(path)'"
    }
}
