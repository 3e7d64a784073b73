import ObjectGraph
import Payload

/// What is written for the objects of one mapping, as steps from front to back.
///
/// Keys lie there as they are written, quoted, with a comma in front and a colon behind. A step says
/// where its key is and where its value comes from, in numbers only, so that running it costs no
/// look-up. For `["id": "articleID", "headline.text": "title", "headline.lead": "lead"]`:
///
/// ```
/// value  ,"id":        slot 0
/// open   ,"headline":
/// value  ,"text":      slot 1
/// value  ,"lead":      slot 2
/// close
/// ```
final class WritingProgram: Sendable {
    let plan: RepresentationPlan
    let form: Form
    /// Empty where the form is another one.
    let steps: [Step]
    /// The keys of all steps.
    let keys: [UInt8]
    /// The relationships that steps follow.
    let relationships: [RepresentedRelationship]
    /// Whether an attribute is the key of the representation.
    let hasKey: Bool
    /// Whether what is written depends on nothing but the object itself, with only scalars in it.
    let isRepeatable: Bool

    enum Form: Sendable {
        /// An object, by its steps.
        case members
        /// The value of the only attribute.
        case value
        /// Whatever can be made of a tree: members may meet in one place, or a hook is called.
        case tree
    }

    struct Step: Sendable {
        let kind: Kind
        let key: Range<Int>
        /// The place among the members of the plan.
        var member = 0
        var slot = 0
        /// Whether nil is written as `null`.
        var writesNull = false
        /// The place among the relationships of the program.
        var relationship = 0
        /// Where it is remembered what was written for objects of a relationship, if it is.
        var copies: Int?
    }

    enum Kind: Sendable {
        /// The members up to the matching end are in an object of their own, unless there are none.
        case open
        case close
        /// The value in a slot of the object, as it is.
        case value
        /// Any other attribute.
        case attribute
        case relationship
    }

    /// Compiles a plan; relationships that may lead to an object again get a number for copies.
    init(_ plan: RepresentationPlan, _ profile: RepresentationProfile, copies: inout Int) {
        self.plan = plan
        hasKey = plan.key != nil
        var compiler = StepCompiler(plan, profile, copies: copies)
        if plan.isValue {
            form = .value
        } else if plan.entity.didWrite == nil, compiler.compile() {
            form = .members
        } else {
            form = .tree
        }
        guard form == .members else {
            (steps, keys, relationships, isRepeatable) = ([], [], [], false)
            return
        }
        (steps, keys, copies) = (compiler.steps, compiler.keys, compiler.copies)
        relationships = compiler.relationships
        isRepeatable = plan.key == nil && plan.isFlat && plan.members.allSatisfy(\.isRepeatable)
    }
}

/// Turns the members of a plan into steps.
private struct StepCompiler {
    let plan: RepresentationPlan
    let profile: RepresentationProfile
    private(set) var copies: Int
    private(set) var steps: [WritingProgram.Step] = []
    private(set) var keys: [UInt8] = []
    private(set) var relationships: [RepresentedRelationship] = []
    /// The keys of the objects that are open.
    private var open: [PayloadPathComponent] = []
    /// Every place that something was written to.
    private var used: Set<[PayloadPathComponent]> = []

    init(_ plan: RepresentationPlan, _ profile: RepresentationProfile, copies: Int) {
        self.plan = plan
        self.profile = profile
        self.copies = copies
    }

    /// Makes the steps; false if members meet, or do not stand side by side in one object.
    mutating func compile() -> Bool {
        for (index, member) in plan.members.enumerated() {
            // The key of the representation is around all members; it is not one of their keys.
            var path = member.path.components[...]
            if plan.key != nil, path.popFirst()?.kind != .representationKey { return false }
            guard let last = path.popLast(), last.kind == .key,
                path.allSatisfy({ $0.kind == .key }), enter(Array(path)),
                used.insert(open + [last]).inserted
            else { return false }
            add(member, index, key: last)
        }
        while !open.isEmpty { close() }
        return true
    }

    /// Opens and closes objects until those of a path are open; false if one was closed before.
    private mutating func enter(_ path: [PayloadPathComponent]) -> Bool {
        while !path.starts(with: open) { close() }
        for key in path[open.count...] {
            open.append(key)
            guard used.insert(open).inserted else { return false }
            steps.append(WritingProgram.Step(kind: .open, key: place(of: key)))
        }
        return true
    }

    private mutating func close() {
        open.removeLast()
        steps.append(WritingProgram.Step(kind: .close, key: 0..<0))
    }

    private mutating func add(
        _ member: RepresentationMember, _ index: Int, key: PayloadPathComponent
    ) {
        switch member.content {
        case .attribute(let attribute):
            let isPlain = attribute.route.isEmpty && attribute.conversion.isPlain
            steps.append(
                WritingProgram.Step(
                    kind: isPlain && profile != .patch ? .value : .attribute, key: place(of: key),
                    member: index, slot: attribute.slot,
                    writesNull: attribute.writesNull || profile == .update))
        case .relationship(let relationship):
            steps.append(
                WritingProgram.Step(
                    kind: .relationship, key: place(of: key), member: index,
                    relationship: relationships.count,
                    copies: relationship.isShared ? copies : nil))
            relationships.append(relationship)
            if relationship.isShared { copies += 1 }
        }
    }

    private mutating func place(of key: PayloadPathComponent) -> Range<Int> {
        var buffer = PayloadBuffer()
        buffer.append(UInt8(ascii: ","))
        buffer.appendKey(key.name)
        let start = keys.count
        keys += buffer.takeBytes()
        return start..<keys.count
    }
}

extension RepresentationMember {
    /// Whether what is written is a scalar that depends on nothing but the object itself.
    fileprivate var isRepeatable: Bool {
        guard case .attribute(let attribute) = content, attribute.route.isEmpty,
            attribute.conversion.isStandard
        else { return false }
        switch attribute.conversion.type {
        case .array, .dictionary: return false
        default: return true
        }
    }
}

/// Where in a payload objects stand, by their numbers.
struct WrittenCopies {
    private var table = IntegerTable()
    private var places: [Range<Int>] = []

    /// Where an object stands, if it was written before; mutating, so that nothing is copied for a look.
    mutating func place(of number: Int64) -> Range<Int>? { table[number].map { places[$0] } }

    mutating func remember(_ place: Range<Int>, of number: Int64) {
        table.set(number, places.count)
        places.append(place)
    }
}
