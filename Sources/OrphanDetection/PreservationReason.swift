public import ObjectGraph

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
