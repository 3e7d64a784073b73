import MercatorPayload
import ObjectGraph

/// The records of a payload: the locations of their values, their nesting, and their objects.
///
/// The first stage creates the graph; later stages resolve its objects and mark its records.
struct RecordGraph: Sendable {
    let plan: MappingPlan
    /// The payload, whose tape also contains appended values that were gathered by paths.
    var document: PayloadDocument
    /// The numbers of words and bytes of the payload itself.
    let payloadSize: (words: Int, bytes: Int)
    /// The records; enclosing records precede nested records.
    var records = IndexedArray<RecordIndex, Record>()
    /// The locations of the values of each record, in the order of the paths of its plan.
    var fields = IndexedArray<FieldIndex, LocatedField>()
    var objects: ObjectTable
    /// The pending links of relationships.
    var links: [PendingLink] = []
    /// The records that pending links refer to.
    var targets: [RecordIndex] = []
    var roots: [RootMatch]
    /// The representations that equal a record whose mapping may be overridden.
    var copies: [RecordIndex: [TapeIndex]] = [:]
    /// The objects of other entities that conflict with records, if the mappings keep the objects.
    var keptRivals: [RecordIndex: ObjectIndex] = [:]
    /// The bytes that transforms have appended to the tape.
    var synthesizedBytes = SynthesizedBytes()

    /// The value at a root path, and the records found there.
    struct RootMatch {
        /// The value; `nil` if it is absent.
        var index: TapeIndex?
        var records: [RecordIndex] = []
    }

    init(_ request: MappingRequest) {
        plan = request.plan
        document = request.document
        payloadSize = (document.tape.words.count, document.tape.bytes.count)
        objects = ObjectTable(plan)
        roots = Array(repeating: RootMatch(), count: plan.roots.count)
        reserveTypicalCapacity()
    }

    /// Reserves the typical capacity for a payload of this size.
    ///
    /// Growing arrays would be copied, while unused capacity only uses address space.
    private mutating func reserveTypicalCapacity() {
        let words = payloadSize.words
        fields.elements.makeRoom(for: words / 2)
        records.elements.makeRoom(for: words / 16)
        objects.objects.elements.makeRoom(for: words / 16)
        links.makeRoom(for: words / 16)
        targets.makeRoom(for: words / 8)
    }

    @inline(__always)
    func plan(of record: Record) -> EntityPlan { plan.entities[record.plan] }

    func plan(of record: RecordIndex) -> EntityPlan { plan.entities[records[record].plan] }

    @inline(__always)
    func plan(of object: MappedObject) -> EntityPlan { plan.entities[object.plan] }

    /// Returns the object of a record; `nil` before it is assigned.
    @inline(__always)
    func object(of record: Record) -> MappedObject? { record.object.map { objects[$0] } }

    /// Returns the location of a value of a record by the index of its path.
    ///
    /// The value belongs to an attribute, a relationship or a route.
    @inline(__always)
    func field(_ path: Int, of record: Record) -> LocatedField {
        fields[record.firstField + path]
    }

    /// Returns the ID of the row of an object.
    func rowID(of object: MappedObject) -> RowID {
        RowID(root: plan(of: object).layout.root, number: object.number)
    }

    /// Returns the representation at the root path that contains the given representation.
    ///
    /// The result may be the given representation itself.
    func outermost(_ candidate: Candidate) -> Candidate {
        var current = candidate
        while let parent = current.parent { current = Candidate(records[parent]) }
        return current
    }

    /// Reassigns the records of merged objects.
    mutating func merge(_ merged: [ObjectIndex: ObjectIndex]) {
        guard !merged.isEmpty else { return }
        for object in merged.keys { objects[object].state = .merged }
        for index in records.indices {
            guard let object = records[index].object, let other = merged[object] else { continue }
            records[index].object = other
        }
    }
}
