import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import TestSupport
import Testing
import ValueTransforms

@Suite("Writing plain values and reading them again")
struct ObjectWritingRoundTripTests {
    private static let contacts: ObjectMapping<Contact> = {
        var contacts = ObjectMapping(Contact())
        contacts.addAttributeMapping(from: "id", to: \.contactID)
        contacts.addAttributeMapping(from: "name.full", to: \.name)
        contacts.addAttributeMapping(from: "work.job", to: \.job)
        contacts.addAttributeMapping(from: "work.site", to: \.website)
        contacts.addAttributeMapping(from: "active", to: \.isActive)
        contacts.addAttributeMapping(from: "balance", to: \.balance)
        contacts.addAttributeMapping(from: "born", to: \.born, using: .secondsSince1970)
        contacts.addAttributeMapping(from: "token", to: \.token)
        contacts.addAttributeMapping(from: "score", to: \.score)
        contacts.addAttributeMapping(from: "small", to: \.small)
        contacts.addAttributeMapping(from: "likes", to: \.likes)
        contacts.addAttributeMapping(from: "scores", to: \.scores)
        contacts.addAttributeMapping(from: "role", to: \.role)
        contacts.addRelationshipMapping(from: "name", to: \.office, using: office)
        contacts.addRelationshipMapping(from: "", to: \.home, using: Dwelling.mapping)
        contacts.addRelationshipMapping(from: "houses", to: \.houses, using: keyed)
        contacts.addRelationshipMapping(from: "work.places", to: \.places, using: Dwelling.mapping)
        contacts.addRelationshipMapping(from: "visited", to: \.visited, using: Dwelling.mapping)
        contacts.addRelationshipMapping(from: "tags", to: \.tags, using: tags)
        contacts.addRelationshipMapping(from: "friends", to: \.friends, using: { Self.contacts })
        return contacts
    }()

    private static let office: ObjectMapping<Dwelling> = {
        var offices = ObjectMapping(Dwelling(), named: "Office")
        offices.addAttributeMapping(from: "since", to: \.since)
        offices.addAttributeMapping(from: "where.city", to: \.city)
        return offices
    }()

    private static let keyed: ObjectMapping<Dwelling> = {
        var dwellings = ObjectMapping(Dwelling(), named: "Keyed")
        dwellings.forcesCollectionMapping = true
        dwellings.addAttributeMapping(fromKeyOfRepresentationTo: \.city)
        dwellings.addAttributeMapping(from: "{city}.state", to: \.state)
        return dwellings
    }()

    private static let tags: ObjectMapping<String> = {
        var tags = ObjectMapping("", named: "Tag")
        tags.addAttributeMapping(from: "", to: \.self)
        return tags
    }()

    @Test(arguments: ObjectProfile.allCases, Seeds.upTo(40))
    func `what was written is read as it was`(profile: ObjectProfile, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            random.contact(depth: 2)
        }
        let writer = try ObjectWriter(Self.contacts, profile: profile, root: "data.contacts")
        let document = try writer.document(for: values)
        let result = try Self.contacts.run(document, at: "data.contacts")
        try result.requireNoIssues()
        #expect(result.values == values, "\(random)")
        // Equal values give equal bytes, regardless of the order of their sets.
        #expect(
            try writer.jsonBytes(for: result.values) == document.jsonBytes(), "\(random)")
    }

    @Test func `an empty array is written as one`() throws {
        let bytes = try ObjectWriter(Self.likes).jsonBytes(for: Contact(likes: []))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"likes":[]}"#)
    }

    private static let likes: ObjectMapping<Contact> = {
        var contacts = ObjectMapping(Contact())
        contacts.addAttributeMapping(from: "likes", to: \.likes)
        return contacts
    }()
}

extension SeededGenerator {
    /// Returns a random contact.
    fileprivate mutating func contact(depth: Int) -> Contact {
        var contact = Contact()
        contact.contactID = Int.random(in: .min ... .max, using: &self)
        contact.name = text()
        contact.job = text()
        contact.website = chance(0.5) ? URL(string: "http://a.b/?c=%20#d") : nil
        contact.isActive = pick([nil, true, false])
        contact.balance = chance(0.5) ? Decimal(Int64.random(in: 1 ... .max, using: &self)) : nil
        contact.born =
            chance(0.5)
            ? Timestamp(seconds: .random(in: -1_000_000...1_000_000, using: &self)) : nil
        contact.token = chance(0.5) ? UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") : nil
        contact.score = chance(0.5) ? .random(in: -1...1, using: &self) : nil
        contact.small = chance(0.5) ? .random(in: .min ... .max, using: &self) : nil
        contact.likes = pick([nil, [], ["a"], ["b", "a", ""]])
        contact.scores = pick([nil, [:], ["é": 1, "a.b": -2]])
        contact.role = pick([nil, .admin, .guest])
        // An object without members has no representation, so it needs a value with the profile
        // `create`.
        contact.office.since = Timestamp(seconds: 7)
        contact.office.city = text()
        // Without a path of its own, an object without values would be absent with the profile
        // `create`.
        contact.home = chance(0.5) ? Dwelling(city: "Ü", state: text()) : nil
        contact.houses = (0..<Int.random(in: 0...3, using: &self)).map {
            Dwelling(city: "a.\($0)\"", state: text() ?? "s")
        }
        contact.places = pick([nil, [], [Dwelling(city: "B"), Dwelling(city: "A", state: "x")]])
        contact.visited = pick([nil, [], [Dwelling(city: "B"), Dwelling(state: "B")]])
        contact.tags = Set(["", "é", "b", "10", "9"].filter { _ in chance(0.5) })
        guard depth > 0 else { return contact }
        for _ in 0..<Int.random(in: 0...2, using: &self) {
            contact.friends.append(self.contact(depth: depth - 1))
        }
        return contact
    }

    private mutating func text() -> String? {
        pick([nil, "", "a", "\u{1}\"\\/é", "𝄞 \u{2028}", "null", "12"])
    }
}
