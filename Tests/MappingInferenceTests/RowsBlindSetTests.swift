import MappingInference
import ObjectGraph
import Testing

/// Kinds of payloads that a set which had not been looked at before showed to be wrong.
@Suite("Rows: kinds that were found blind")
struct RowsBlindSetTests {
    @Test func `an inverse has no name of the entity above or below`() throws {
        let inferred = try Inferred(
            #"{"items":[{"id":1,"n":"a","last":{"id":2,"url":"https://x.com/users/2"},"#
                + #""s":{"id":4,"url":"https://x.com/services/4"}},{"id":2,"n":"b","#
                + #""last":{"id":4,"url":"https://x.com/services/4"},"#
                + #""s":{"id":4,"url":"https://x.com/services/4"}}]}"#)
        #expect(inferred.entity("Service") != nil)
        #expect(Set(inferred.inverses).count == inferred.inverses.count)
        #expect(try inferred.objects()["Service"] == 1)
    }

    @Test func `I5: words that label the lists of each owner are local`() throws {
        func stat(_ word: String, _ who: Int) -> String {
            #"{"identifier":"\#(word)","a":[{"value":\#(who % 3),"who":\#(who)}]}"#
        }
        func fixture(_ id: Int) -> String {
            #"{"id":\#(id),"stats":[\#(stat("goals", id)),\#(stat("assists", id + 9))]}"#
        }
        let inferred = try Inferred("[\((1...4).map(fixture).joined(separator: ","))]")
        let objects = try inferred.objects()
        #expect(objects["Stat"] == 8)
        #expect(objects.values.reduce(0, +) == 20)
    }

    @Test func `K2: an ending that is another member of the entity is not its identity`() throws {
        let inferred = try Inferred(
            #"{"teams":[{"id":1,"code":3,"name":"A"},{"id":2,"code":8,"name":"B"},"#
                + #"{"id":3,"code":90,"name":"C"},{"id":4,"code":1,"name":"D"}],"#
                + #""players":[{"id":11,"team":1,"team_code":3},{"id":12,"team":2,"team_code":8},"#
                + #"{"id":13,"team":3,"team_code":90},{"id":14,"team":4,"team_code":1}]}"#)
        #expect(inferred.connections.count == 1)
        #expect(inferred.connections.first?.hasPrefix("Player.teamID→Team") == true)
    }

    @Test func `K7: one of many words is no word for another object of the same entity`() throws {
        let players = (1...8).map {
            #"{"id":\#($0),"chance_of_playing_next_round":\#($0 % 3 + 1)}"#
        }
        let inferred = try Inferred("[\(players.joined(separator: ","))]")
        #expect(inferred.connections.isEmpty)
        let comments = (1...8).map { #"{"id":\#($0),"parent_comment":\#($0 % 3 + 1)}"# }
        let other = try Inferred("[\(comments.joined(separator: ","))]")
        #expect(other.connections.count == 1)
    }

    @Test func `K4: a key whose values another entity has is not of the one with its name`() throws
    {
        let inferred = try Inferred(
            #"{"orders":[{"id":"o1","taxes":[{"uid":"aaaaaa","pc":1},{"uid":"bbbbbb","pc":2}]}],"#
                + #""catalog":[{"id":"ZZZZ01","tax_ids":["ZZZZ02","ZZZZ03"]},"#
                + #"{"id":"ZZZZ02","v":1},{"id":"ZZZZ03","v":2}]}"#)
        #expect(!inferred.connections.contains { $0.contains("→Tax") })
    }
}
