package import ObjectGraph

/// All objects of a graph with their values, for a straightforward comparison of two states.
package struct GraphSnapshot: Sendable, Equatable {
    /// The values of an object by property name.
    package struct Object: Sendable, Equatable {
        package var entity: String
        package var attributes: [String: Value]
        package var relationships: [String: [ManagedObjectID]]

        package init(
            entity: String, attributes: [String: Value],
            relationships: [String: [ManagedObjectID]]
        ) {
            self.entity = entity
            self.attributes = attributes
            self.relationships = relationships
        }
    }

    package var objects: [ManagedObjectID: Object] = [:]

    package init() {}

    /// Captures the objects visible to a context.
    package init(_ context: ManagedObjectContext) throws {
        for entity in context.model.entities {
            for object in try context.fetch(
                FetchRequest(entity.name, includesSubentities: false))
            {
                objects[object.objectID] = Object(
                    entity: entity.name,
                    attributes: Dictionary(
                        uniqueKeysWithValues: entity.attributes.map { ($0.name, object[$0.name]) }),
                    relationships: Dictionary(
                        uniqueKeysWithValues: entity.relationships.map { relationship in
                            let found =
                                relationship.isToMany
                                ? object[toMany: relationship.name]
                                : object[toOne: relationship.name].map { [$0] } ?? []
                            return (relationship.name, found.map(\.objectID))
                        }))
            }
        }
    }

    /// Captures the saved objects.
    package init(_ container: PersistentContainer) throws {
        self = try container.perform { try GraphSnapshot($0) }
    }

    /// Returns the objects that exist only in another snapshot, oldest first.
    package func newObjects(in other: GraphSnapshot) -> [ManagedObjectID] {
        other.objects.keys.filter { objects[$0] == nil }.sorted()
    }
}

/// Differences as lines of text, for comparison with those of a report.
extension GraphSnapshot {
    /// Returns the differences that a report between two states has to contain.
    package func differences(to new: GraphSnapshot, in model: ManagedObjectModel) -> Set<String> {
        var lines: Set<String> = []
        for id in Set(objects.keys).union(new.objects.keys) {
            let (old, now) = (objects[id], new.objects[id])
            guard old != now, let entity = (now ?? old).flatMap({ model[$0.entity] }) else {
                continue
            }
            let kind = old == nil ? "inserted" : now == nil ? "deleted" : "updated"
            lines.insert("\(kind) \(id) \(entity.name)")
            for attribute in entity.attributes {
                let values = [old, now].map { $0?.attributes[attribute.name] ?? .null }
                guard values[0] != values[1] else { continue }
                lines.insert("\(id).\(attribute.name): \(values[0]) → \(values[1])")
            }
            for relationship in entity.relationships {
                let lists = [old, now].map { $0?.relationships[relationship.name] ?? [] }
                let added = lists[1].filter { !lists[0].contains($0) }
                let removed = lists[0].filter { !lists[1].contains($0) }.sorted()
                let kept = lists[0].filter(lists[1].contains)
                let isMoved = kept != lists[1].filter(lists[0].contains)
                guard !added.isEmpty || !removed.isEmpty || isMoved else { continue }
                lines.insert("\(id).\(relationship.name): + \(added) - \(removed) \(isMoved)")
            }
        }
        return lines
    }

    /// Returns the lines of a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - names: The identifiers of objects that differ in the report.
    /// - Returns: Lines in the same format as ``differences(to:in:)``.
    package static func lines(
        of report: ChangeReport, naming names: [ManagedObjectID: ManagedObjectID] = [:]
    ) -> Set<String> {
        func name(_ object: ChangeReport.ObjectName) -> ManagedObjectID {
            names[object.identifier] ?? object.identifier
        }
        var lines: Set<String> = []
        for object in report.objects {
            let id = name(object.name)
            lines.insert("\(object.kind) \(id) \(object.name.entityName)")
            for change in object.attributes {
                lines.insert("\(id).\(change.name): \(change.old) → \(change.new)")
            }
            for change in object.relationships {
                let (added, removed) = (change.added.map(name), change.removed.map(name))
                lines.insert(
                    "\(id).\(change.name): + \(added) - \(removed) \(!change.moved.isEmpty)")
            }
        }
        return lines
    }

    /// Finds a move in a report that does not transform this state into another one.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - new: The other state.
    ///   - names: The identifiers of objects that differ in the report.
    /// - Returns: A description of the fault, or `nil`.
    package func wrongMove(
        in report: ChangeReport, to new: GraphSnapshot,
        naming names: [ManagedObjectID: ManagedObjectID] = [:]
    ) -> String? {
        for object in report.objects {
            for change in object.relationships where !change.moved.isEmpty {
                let id = object.name.identifier
                let old = objects[id]?.relationships[change.name] ?? []
                let now = new.objects[id]?.relationships[change.name] ?? []
                let moves = change.moved.map { move in
                    let identifier = move.object.identifier
                    return (object: names[identifier] ?? identifier, from: move.from, to: move.to)
                }
                for move in moves
                where old.firstIndex(of: move.object) != move.from
                    || now.firstIndex(of: move.object) != move.to
                {
                    return "\(id).\(change.name): \(move) from \(old) to \(now)"
                }
                let moved = Set(moves.map(\.object))
                let still = old.filter { now.contains($0) && !moved.contains($0) }
                if still != now.filter({ old.contains($0) && !moved.contains($0) }) {
                    return "\(id).\(change.name): \(moves) do not lead from \(old) to \(now)"
                }
            }
        }
        return nil
    }
}
