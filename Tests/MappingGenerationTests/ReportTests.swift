import ConnectionEvaluation
import EntityMapper
import MappingFiles
import MappingGeneration
import MappingInference
import ModelGeneration
import ObjectGraph
import Testing

@Suite("The report")
struct ReportTests {
    private func contents() throws -> ReportContents {
        try ReportContents(TwitterExample.inferred, title: "twitter.json", version: "1.2.3")
    }

    @Test func `a page has all sections, and nothing from the network`() throws {
        let page = "\(HTMLReport(try contents()))"
        let reading = MarkupReading(page)
        #expect(reading.problems == [])
        let titles = page.matches(of: #/<h2 id="s(\d)">([^<]+)</h2>/#).map { "\($0.1) \($0.2)" }
        #expect(
            titles == [
                "1 Summary", "2 Model", "3 Entities", "4 Where the keys went",
                "5 Decisions to check", "6 Issues", "7 Open keys",
            ])
        #expect(
            page.contains(
                "default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:")
                || page.contains("default-src 'none'; style-src 'unsafe-inline'; img-src data:"))
        #expect(!page.contains("url("))
        #expect(!page.contains("@import"))
        #expect(reading.elements["script"] == nil)
        #expect(reading.elements["svg"] == 1)
        #expect(page == "\(HTMLReport(try self.contents()))")
    }

    @Test func `a page says where each key went, and what was left out`() throws {
        let text = MarkupReading("\(HTMLReport(try contents()))").text
        #expect(text.contains("created_at → Status.createdAt"))
        #expect(text.contains("retweeted_status → Status.retweetedStatus, Status"))
        #expect(text.contains("id_str left out, 100 values: a second spelling of an identity"))
        #expect(text.contains("--connect User.screenName=Hashtag.text"))
        #expect(text.contains("632 kB"))
    }

    @Test("keys and values with markup are shown as text")
    func hostile() throws {
        let script = "<script>alert(1)</script>"
        let value = "</style><img src=x onerror=alert(1)>"
        var inferred = TwitterExample.inferred
        inferred.entities[1].attributes[3].source = script
        inferred.entities[1].attributes[3].example = value
        inferred.entities[1].attributes[3].hint = "\" onclick=\"x"
        inferred.entities[1].paths[0].path = "\(script)[]"
        inferred.leftovers[0].path = value
        inferred.leftovers[1].explanation = script
        inferred.decisions[0].outcome = value
        inferred.decisions[0].override = "--id '\(script)'"
        inferred.sources[0].name = script
        inferred.limits = [value]
        var contents = try ReportContents(inferred, title: script, version: "1")
        contents.openKeys = [
            UnresolvedConnection(
                ConnectionDescription(
                    entity: script, relationship: "user", connectedBy: ["a": value]),
                [[.string(value)]: 2])
        ]
        let page = "\(HTMLReport(contents))"
        let reading = MarkupReading(page)
        #expect(reading.problems == [])
        #expect(reading.elements["img"] == nil)
        #expect(reading.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(reading.text.contains("&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;"))
    }

    @Test func `hidden characters of keys are shown as escapes`() throws {
        var inferred = TwitterExample.inferred
        inferred.entities[1].attributes[3].source = "a\nb"
        inferred.leftovers[0].path = "statuses[].\u{1B}x"
        let contents = try ReportContents(inferred, title: "a", version: "1")
        let text = MarkupReading("\(HTMLReport(contents))").text
        #expect(text.contains(#"a\nb"#))
        #expect(text.contains(#"\u{1b}x"#))
    }

    @Test("--no-values leaves out examples, open keys and what issues found")
    func noValues() throws {
        var contents = try contents()
        contents.openKeys = [
            UnresolvedConnection(
                ConnectionDescription(
                    entity: "Status", relationship: "user", connectedBy: ["a": "b"]),
                [[.string("secretKey")]: 2])
        ]
        let secrets = ["505874924095815681", "AYUMI", "secretKey"]
        let shown = "\(HTMLReport(contents))"
        #expect(secrets.allSatisfy { shown.contains($0) })
        contents.showsValues = false
        let hidden = "\(HTMLReport(contents))"
        #expect(!secrets.contains { hidden.contains($0) })
        #expect(MarkupReading(hidden).problems == [])
        #expect(hidden.contains("Status.user"))
    }

    @Test(
        "a report of very many entities and keys has at most 2 MB, and says what is missing")
    func size() throws {
        let random = try RandomModel(entities: 400, attributes: 200, relationships: 800, seed: 3)
        let long = String(repeating: "long", count: 250)
        let entities = random.model.entities.map { entity in
            EntitySummary(
                name: entity.name, records: random.details.counts[entity.name] ?? 0,
                paths: [.init(path: entity.name, count: 1)], identification: [],
                identityEvidence: "",
                attributes: entity.declaredAttributes.map {
                    AttributeSummary(
                        name: $0.name, type: $0.type, source: $0.name + long, count: 1, distinct: 1)
                })
        }
        let decisions = (0..<5000).map { number in
            InferenceDecision(
                rule: .chance, subject: "A.x\(number)", outcome: long, evidence: [],
                confidence: 0.45,
                isApplied: false, override: long)
        }
        let inferred = InferredMapping(
            file: MappingFile(entities: random.model.entities, mappings: MappingSet()),
            entities: entities, decisions: decisions)
        let page = "\(HTMLReport(try ReportContents(inferred, title: "big", version: "1")))"
        #expect(page.utf8.count <= 2_000_000)
        #expect(page.contains("360 smaller entities not drawn"))
        #expect(page.contains("more entities, which --json lists."))
        #expect(page.contains("The tree is too long for this page"))
        #expect(page.contains("and 4 800 more decisions."))
        #expect(MarkupReading(page).problems == [])
    }

    @Test func `a report on a store has entities and numbers of objects, but no evidence`() throws {
        var contents = try ReportContents(TwitterExample.file, title: "a.sqlite", version: "1")
        contents.objects = ["Status": 1234, "User": 5]
        let text = MarkupReading("\(HTMLReport(contents))").text
        #expect(text.contains("1 234 objects"))
        #expect(text.contains("inReplyToUserID = User.userID"))
        #expect(!text.contains("Present"))
    }

    @Test func `texts have a contrast of 4.5 at least, in light and dark`() throws {
        let page = "\(HTMLReport(try contents()))"
        let schemes = page.matches(of: #/--bg:(#[0-9a-f]{6});--card:(#[0-9a-f]{6});([^}]*)}/#)
        #expect(schemes.count == 2)
        for scheme in schemes {
            let backgrounds = [scheme.1, scheme.2].map(String.init)
            for name in ["fg", "dim", "link", "out", "code"] {
                let colour = try #require(
                    scheme.3.firstMatch(of: try Regex("--\(name):(#[0-9a-f]{6})"))?.output[1]
                        .substring)
                for background in backgrounds {
                    #expect(contrast(String(colour), background) >= 4.5, "\(name) on \(background)")
                }
            }
        }
    }

    /// The contrast of two colours by WCAG 2.
    private func contrast(_ left: String, _ right: String) -> Double {
        let lights = [left, right].map(luminance).sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    private func luminance(_ colour: String) -> Double {
        let number = Int(colour.dropFirst(), radix: 16) ?? 0
        let parts = [number >> 16, number >> 8 & 255, number & 255].map { part in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// The power with the exponent 2.4, by the fifth root of the twelfth power.
    private func power(_ base: Double) -> Double {
        let target = (0..<12).reduce(1.0) { product, _ in product * base }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if middle * middle * middle * middle * middle < target {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }
}
