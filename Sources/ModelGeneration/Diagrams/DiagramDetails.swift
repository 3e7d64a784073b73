/// The facts about a model that a diagram shows in addition to its structure.
package struct DiagramDetails: Sendable {
    /// The number of objects of each entity.
    package var counts: [String: Int]
    /// The identification attributes of each entity.
    package var identification: [String: [String]]
    /// The relationships that foreign keys fill, by entity, each from one of its ends or both.
    package var connected: [String: Set<String>]
    /// The connections that are possible, but not made.
    package var possible: [PossibleConnection]

    /// A connection that is possible, between two attributes.
    package struct PossibleConnection: Sendable, Hashable {
        package var entity: String
        package var attribute: String
        package var destination: String
        package var key: String

        package init(entity: String, attribute: String, destination: String, key: String) {
            self.entity = entity
            self.attribute = attribute
            self.destination = destination
            self.key = key
        }
    }

    package init(
        counts: [String: Int] = [:], identification: [String: [String]] = [:],
        connected: [String: Set<String>] = [:], possible: [PossibleConnection] = []
    ) {
        self.counts = counts
        self.identification = identification
        self.connected = connected
        self.possible = possible
    }
}
