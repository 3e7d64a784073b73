public import ObjectGraph
public import Payload

/// Why an object of a scope stays although the payload does not name it as it should.
public enum SparingReason: Sendable, Hashable, CustomStringConvertible {
    /// A record is about it, of which nothing was applied: it failed, or a validation declined it.
    case recordLeftOut
    /// A relationship leads to it from an object that stays, and the payload does not say
    /// everything about that relationship.
    case related(to: ManagedObjectID, by: String)
    /// It has the same identification as a record that is about another object.
    case sameIdentification
    /// It is the object that a single representation is mapped into.
    case target
    /// It had changes before the load that are not saved yet.
    case unsavedChanges
    /// A delete rule keeps it while this relationship leads somewhere.
    case deletionDenied(by: String)
    /// An object that stays needs it: without it, this relationship of that object would be empty.
    case required(by: ManagedObjectID, relationship: String)
    /// Its deletion would take along an object that stays.
    case cascade(to: ManagedObjectID)
    /// No mapping of the plan that is about its entity allows to delete.
    case deletionNotAllowed
    /// It is in a scope further up that is refused.
    case refusedScope
    /// It is no longer as it was when the plan was made.
    case changedSince
    /// It no longer meets the request of the scope, or is gone.
    case leftScope

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .recordLeftOut: "its record was left out"
        case .related(let other, let name):
            "'\(name)' of \(other) leads to it, and the payload does not say all of that"
        case .sameIdentification: "it has the identification of a record about another object"
        case .target: "it is the object to map into"
        case .unsavedChanges: "it had unsaved changes"
        case .deletionDenied(let name): "its relationship '\(name)' must be empty first"
        case .required(let other, let name): "'\(name)' of \(other) would be empty without it"
        case .cascade(let other): "its deletion would take along \(other), which stays"
        case .deletionNotAllowed: "its mapping does not allow deletions"
        case .refusedScope: "a scope that it is in is refused"
        case .changedSince: "it has changed since the plan was made"
        case .leftScope: "it is no longer in the scope"
        }
    }
}

/// Why nothing of a scope is deleted: the load does not tell which of its objects are gone.
public enum OrphanRefusal: Sendable, Hashable, CustomStringConvertible {
    /// A root path that may lead to objects of the scope is not in the payload, or is `null`.
    ///
    /// An empty array says that there are no objects; an absent key does not.
    case missingRoot(PayloadPath)
    /// An empty object is at a root path.
    case emptyRoot(PayloadPath)
    /// Something is at a root path, and no record came of it.
    case nothingMapped(PayloadPath)
    /// Representations for this mapping do not say which object they are about, since they did not
    /// fit.
    case unidentifiedRecords(mapping: String)
    /// No mapping and no connection that the root paths lead to is about objects of the scope.
    case unmappedEntity(String)
    /// More objects than the limit allows would be deleted, of those that the scope had before the load.
    case limitExceeded(orphans: Int, of: Int, OrphanDeletion.Limit)

    /// The reason as a sentence, with what to do.
    public var description: String {
        switch self {
        case .missingRoot(let path):
            "nothing is at the root path '\(path)'; an empty array would say that there is nothing"
        case .emptyRoot(let path): "an empty object is at \(Self.place(path))"
        case .nothingMapped(let path): "no record came of what is at \(Self.place(path))"
        case .unidentifiedRecords(let mapping):
            "records for '\(mapping)' do not say which objects they are about; see the issues"
        case .unmappedEntity(let name): "no root path leads to objects of \(name)"
        case .limitExceeded(let orphans, let known, let limit):
            "\(orphans) of \(known) objects are orphans; allowed is \(limit)"
        }
    }

    private static func place(_ path: PayloadPath) -> String {
        path.components.isEmpty ? "the top" : "the root path '\(path)'"
    }
}
