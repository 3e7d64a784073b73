import Foundation
import MappingInference
import Mercator

extension Title {
    package static var infer: Title {
        Title(
            name: "infer",
            summary: """
                From a file of lines to a model and mappings, on one core, and reading ahead on a \
                second one; the reference parses the lines once.
                """,
            largest: 1_000_000
        ) { pages in
            let folder = try TemporaryFolder()
            let source = try folder.freshPath("articles.ndjson")
            let size = try PageWriter.writeLines(pages.articles, to: source)
            func contender(_ name: String, readsAhead: Bool) -> Contender {
                Contender(name) {
                    var inference = MappingInference()
                    inference.options.readsAhead = readsAhead
                    // The folder is removed when nothing refers to it.
                    let inferred = try withExtendedLifetime(folder) {
                        try inference.infer([PayloadSource(path: source)])
                    }
                    try require(
                        inferred.file.entities.map(\.name) == ["Article", "Author", "Tag"],
                        "inferred other entities")
                }
            }
            let mercator = contender("Mercator", readsAhead: false)
            let ahead = contender("Mercator, reading ahead", readsAhead: true)
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: source)))
            let parser = Contender("parsing") {
                let document = try PayloadFormat.ndjson.document(from: bytes)
                try require(document.root[pages.count - 1] != nil, "parsed too little")
            }
            return Workload(payloadBytes: size, [mercator, ahead, parser])
        }
    }

    package static var importInferred: Title {
        Title(
            name: "import, inferred",
            summary: """
                From a file of lines to a new SQLite file on one core: with inference, and with a \
                mapping that was inferred before; the reference is the handwritten mapping.
                """,
            largest: 300_000
        ) { pages in
            let count = pages.count
            let folder = try TemporaryFolder()
            let source = try folder.freshPath("articles.ndjson")
            let size = try PageWriter.writeLines(pages.articles, to: source)
            let payload = PayloadSource(path: source)
            let known = try ImportOperation(
                MappingInference().infer([payload]).file.plan(), format: .lines)
            let handwritten = try Library.importOperation()
            func contender(
                _ name: String, _ operation: @escaping () throws -> ImportOperation
            ) -> Contender {
                Contender(name) {
                    try folder.freshPath("mercator.sqlite")
                } work: { path in
                    let operation = try operation()
                    let container = try PersistentContainer(
                        model: operation.plan.model, store: SQLiteStore(path))
                    let result = try operation.run(file: source, in: container)
                    try require(
                        result.counts["Article"]?.inserted == count, "imported too little")
                    return container
                }
            }
            return Workload(
                payloadBytes: size,
                [
                    contender("inferring and importing") {
                        try ImportOperation(
                            MappingInference().infer([payload]).file.plan(), format: .lines)
                    },
                    contender("with the inferred mapping") { known },
                    contender("with the handwritten mapping") { handwritten },
                ])
        }
    }
}
