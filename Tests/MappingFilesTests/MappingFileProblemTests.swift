import EntityMapper
import MappingFiles
import ObjectGraph
import Payload
import Testing
import ValueTransforms

@Suite("Problems of mapping files")
struct MappingFileProblemTests {
    private func problems(_ text: String) -> [MappingFileError.Problem] {
        do throws(MappingFileError) {
            _ = try MappingFile(parsing: text)
            return []
        } catch {
            return error.problems
        }
    }

    @Test(
        "I-121: an unknown member, an attribute twice and an entity that is not there are three problems in one error, with lines"
    )
    func allAtOnce() {
        let text = FileExample.text
            .replacing(
                #""email": {"from": "email", "type": "string"},"#,
                with: """
                    "email": {"from": "email", "tipe": "string", "type": "string"},
                            "email": {"from": "mail", "type": "string"},
                    """
            )
            .replacing(#""to": "Post""#, with: #""to": "Pots""#)
        let found = problems(text).map(\.description)
        #expect(
            found == [
                "line 15, column 36: Comment.email: unknown member 'tipe'; did you mean 'type'?",
                "line 16, column 9: Comment: 'email' is there twice; remove one of them",
                "line 23, column 9: Comment.post: no entity 'Pots'; did you mean 'Post'?",
            ])
    }

    @Test func `a newer version is refused by name`() {
        let text = FileExample.text.replacing(#"{"mapping": 1}"#, with: #"{"mapping": 2, "x": 1}"#)
            .replacing("string", with: "sting")
        let found = problems(text)
        #expect(found.contains { $0.code == .version && $0.line == 2 })
        #expect(found.contains { $0.message.contains("version 2") })
        #expect(!found.contains { $0.message.contains("sting") })
    }
}
