import ObjectGraph
package import ObjectGraphSQL

/// Three versions that begin with ``MigrationModel``, with the steps between them.
package struct MigrationSteps: Sendable {
    package let first: ModelVersion
    package let second: ModelVersion
    package let third: ModelVersion

    package init() throws {
        first = ModelVersion("1.0", try MigrationModel.model())
        second = ModelVersion(
            "2.0",
            try MigrationModel.model {
                $0["Post"][attribute: "title"] = AttributeDescription(
                    "length", .integer64, isOptional: false)
            })
        third = ModelVersion(
            "3.0",
            try MigrationModel.model {
                $0["Post"][attribute: "title"] = AttributeDescription(
                    "length", .integer64, isOptional: false)
                $0["Person"].declaredRelationships.append(.toMany("names", "Name"))
                $0["Person"].declaredAttributes.removeFirst()
                $0.append(
                    EntityDescription("Name", attributes: [AttributeDescription("text", .string)]))
            })
    }

    /// Drops a post, and replaces titles by their length.
    package var titleToLength: MigrationStep {
        var step = MigrationStep(from: first, to: second)
        step.transform("Post") { post, migration in
            guard case .string(let title) = post["title"], title != "Two" else { return nil }
            var changed = try migration.row(from: post)
            changed["length"] = .integer(Int64(title.count))
            return changed
        }
        return step
    }

    /// Makes objects of the names of persons, and links them.
    package var nameToNames: MigrationStep {
        var step = MigrationStep(from: second, to: third)
        step.transform("Person") { person, migration in
            let changed = try migration.row(from: person)
            for post in try migration.related(person, "posts") {
                var name = try migration.makeRow("Name")
                guard case .string(let text) = person["name"],
                    case .integer(let length) = post["length"]
                else { continue }
                name["text"] = .string("\(text) of \(length)")
                try migration.insert(name)
                try migration.link(changed, "names", to: name.objectID)
            }
            return changed
        }
        return step
    }

    /// Moves objects of one tree to another, in which they get new numbers.
    package func labelsToShapes() throws -> MigrationStep {
        let model = try MigrationModel.model {
            $0["Label"].parent = "Shape"
            $0["Label"].declaredAttributes = []
            $0["Label"].declaredRelationships = []
            $0["Post"].declaredRelationships.removeLast()
            $0["Post"].declaredRelationships.append(.toMany("shapes", "Shape"))
        }
        var step = MigrationStep(from: first, to: ModelVersion("one tree", model))
        step.transform("Label") { label, migration in
            var moved = try migration.row(from: label)
            moved["title"] = label["name"]
            for post in try migration.related(label, "posts") {
                try migration.link(try migration.row(from: post), "shapes", to: moved.objectID)
            }
            return moved
        }
        return step
    }

    /// Adds objects to a tree in which nothing changes.
    package func personsToLabels() throws -> MigrationStep {
        let model = try MigrationModel.model {
            $0["Person"][attribute: "age"].renamingIdentifier = "age"
            $0["Person"][attribute: "age"].name = "years"
        }
        var step = MigrationStep(from: first, to: ModelVersion("2", model))
        step.transform("Person") { person, migration in
            var label = try migration.makeRow("Label")
            label["name"] = person["name"]
            try migration.insert(label)
            return try migration.row(from: person)
        }
        return step
    }
}
