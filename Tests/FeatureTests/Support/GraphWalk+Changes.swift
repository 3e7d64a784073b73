import Mercator
import TestSupport

extension NaiveGraph {
    /// Returns the graph in the form that is compared with reports.
    func snapshot(in model: ManagedObjectModel) -> GraphSnapshot {
        var snapshot = GraphSnapshot()
        for id in objects {
            guard let entity = entity(of: id, in: model) else { continue }
            snapshot.objects[id] = GraphSnapshot.Object(
                entity: entity.name,
                attributes: ["rank": ranks[id].map(Value.integer) ?? .null],
                relationships: Dictionary(
                    uniqueKeysWithValues: entity.relationships.map {
                        ($0.name, destinations($0, of: id))
                    }))
        }
        return snapshot
    }

    /// Returns the error in a report of the changes from this graph to another one.
    func fault(
        of report: ChangeReport, to new: NaiveGraph, in model: ManagedObjectModel
    ) -> String? {
        let (old, new) = (snapshot(in: model), new.snapshot(in: model))
        let (expected, found) = (
            old.differences(to: new, in: model), GraphSnapshot.lines(of: report)
        )
        if expected != found {
            return "report: missing \(expected.subtracting(found).sorted()), "
                + "too much \(found.subtracting(expected).sorted())"
        }
        return old.wrongMove(in: report, to: new)
    }
}
