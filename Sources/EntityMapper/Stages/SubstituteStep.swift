import MercatorPayload
import ObjectGraph

/// The bookkeeping of substitute values while records are assigned.
///
/// It costs nothing as long as no value has a substitute, in the payload or in the store.
struct SubstituteStep {
    /// The attributes of the current record whose values could not be taken.
    var noted: [AttributePlan] = []
    private let context: ManagedObjectContext
    /// The attributes with substitutes, by root and number of the object.
    ///
    /// They come from the store and from earlier records.
    private var known: [Int: [Int64: Set<String>]] = [:]

    init(_ context: ManagedObjectContext) {
        self.context = context
    }

    /// Indicates whether there are no substitutes to keep or to discard.
    var isIdle: Bool { noted.isEmpty && known.isEmpty }

    /// Reads the substitutes of the existing objects, with one request for each entity.
    mutating func load(_ graph: RecordGraph) throws {
        guard try context.hasSubstitutes() else { return }
        var numbers: [Int: [Int64]] = [:]
        for object in graph.objects.objects.elements where object.state == .existing {
            numbers[graph.plan.entities[object.plan].layout.root, default: []]
                .append(object.number)
        }
        for (root, numbers) in numbers {
            for key in try context.substitutes(root: root, numbers).keys {
                known[root, default: [:]][key.number, default: []].insert(key.attribute)
            }
        }
    }

    /// Notes that a value of the current record could not be taken.
    mutating func note(_ attribute: AttributePlan) { noted.append(attribute) }

    /// Tests whether an object has a substitute.
    func has(_ root: Int, _ number: Int64) -> Bool { known[root]?[number] != nil }

    /// Keeps the noted attributes of an object as substitutes.
    ///
    /// The substitutes of attributes with a value in the record are discarded.
    ///
    /// - Parameters:
    ///   - root: The root of the object.
    ///   - number: The number of the object.
    ///   - value: Returns the current value of an attribute in the row.
    ///   - isGiven: Tests whether the record contains a value for an attribute.
    mutating func settle(
        _ root: Int, _ number: Int64, value: (AttributePlan) -> Value,
        isGiven: (String) -> Bool
    ) {
        let names = Set(noted.map(\.name))
        for name in known[root]?[number] ?? [] where !names.contains(name) && isGiven(name) {
            context.state.substitutes.settle(
                SubstituteKey(root: root, number: number, attribute: name))
            known[root]?[number]?.remove(name)
        }
        for attribute in noted {
            context.state.substitutes.mark(
                SubstituteKey(root: root, number: number, attribute: attribute.name),
                value(attribute))
            known[root, default: [:]][number, default: []].insert(attribute.name)
        }
        noted = []
    }
}

extension AssignStage {
    /// Keeps and discards substitutes after the values of a record have been written to a draft.
    mutating func noteSubstitutes(of record: Record, _ values: RecordValues, _ draft: RowDraft) {
        let plan = graph.plan(of: record)
        let object = graph.objects[draft.object]
        let row = rows.row(of: draft)
        let (fields, tape) = (graph.fields, tape)
        substitutes.settle(plan.layout.root, object.number) {
            row[$0.slot]
        } isGiven: { name in
            plan.attributes.enumerated().contains { number, attribute in
                attribute.name == name && values.field(number, fields).position != nil
                    && !values.isApplied(number, fields, tape)
            }
        }
    }
}
