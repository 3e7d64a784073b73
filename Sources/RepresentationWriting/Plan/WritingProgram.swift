import EntityMapper
import MercatorPayload
import ObjectGraph

/// The output of a mapping's objects as a linear program of steps.
///
/// Keys are stored in their written form: quoted, preceded by a comma and followed by a colon. A
/// step contains the range of its key and the source of its value as numbers only, so that running
/// it requires no look-ups. For
/// `["id": "articleID", "headline.text": "title", "headline.lead": "lead"]`:
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
    /// The steps; empty for other forms.
    let steps: [Step]
    /// The written keys of all steps.
    let keys: [UInt8]
    /// The relationships that steps write.
    let relationships: [RepresentedRelationship]
    /// Indicates whether an attribute is written as the key of the representation.
    let hasKey: Bool
    /// Indicates whether the output depends on the object alone and contains only scalars.
    let isRepeatable: Bool

    enum Form: Sendable {
        /// An object, written by the steps.
        case members
        /// The value of the only attribute.
        case value
        /// A tree, for members that overlap and for hooks.
        case tree
    }

    struct Step: Sendable {
        let kind: Kind
        let key: Range<Int>
        /// The index among the members of the plan.
        var member = 0
        var slot = 0
        /// Indicates whether nil is written as `null`.
        var writesNull = false
        /// The index among the relationships of the program.
        var relationship = 0
        /// The index of the table of repeatable objects; `nil` if there is none.
        var copies: Int?
    }

    enum Kind: Sendable {
        /// Opens a nested object for the members up to the matching end.
        ///
        /// The object is omitted if it stays empty.
        case open
        case close
        /// A value stored in a slot of the object, without conversion.
        case value
        /// Any other attribute.
        case attribute
        case relationship
    }

    /// Compiles a plan.
    ///
    /// Each relationship that may reference an object repeatedly gets an index for copies.
    init(_ plan: RepresentationPlan, _ profile: RepresentationProfile, copies: inout Int) {
        self.plan = plan
        hasKey = plan.key != nil
        var compiler = StepCompiler(plan, profile, copies: copies)
        if plan.isValue {
            form = .value
        } else if plan.entity.didWrite == nil, plan.rest.isEmpty, compiler.compile() {
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

/// A compiler that translates the members of a plan into steps.
private struct StepCompiler {
    let plan: RepresentationPlan
    let profile: RepresentationProfile
    private(set) var copies: Int
    private(set) var steps: [WritingProgram.Step] = []
    private(set) var keys: [UInt8] = []
    private(set) var relationships: [RepresentedRelationship] = []
    /// The keys of the currently open objects.
    private var open: [PayloadPathComponent] = []
    /// The paths that have been written.
    private var used: Set<[PayloadPathComponent]> = []

    init(_ plan: RepresentationPlan, _ profile: RepresentationProfile, copies: Int) {
        self.plan = plan
        self.profile = profile
        self.copies = copies
    }

    /// Creates the steps.
    ///
    /// Returns `false` if members overlap or the members of an object are not adjacent.
    mutating func compile() -> Bool {
        for (index, member) in plan.members.enumerated() {
            // The key of the representation encloses all members and is not one of their keys.
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

    /// Opens and closes objects until exactly the objects of a path are open.
    ///
    /// Returns `false` if one of them was closed before.
    private mutating func enter(_ path: [PayloadPathComponent]) -> Bool {
        while !path.starts(with: open) { close() }
        for key in path[open.count...] {
            open.append(key)
            guard used.insert(open).inserted else { return false }
            steps.append(WritingProgram.Step(kind: .open, key: keyRange(of: key)))
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
                    kind: isPlain && profile != .patch ? .value : .attribute,
                    key: keyRange(of: key),
                    member: index, slot: attribute.slot,
                    writesNull: attribute.writesNull || profile == .update))
        case .relationship(let relationship):
            steps.append(
                WritingProgram.Step(
                    kind: .relationship, key: keyRange(of: key), member: index,
                    relationship: relationships.count,
                    copies: relationship.isShared ? copies : nil))
            relationships.append(relationship)
            if relationship.isShared { copies += 1 }
        }
    }

    private mutating func keyRange(of key: PayloadPathComponent) -> Range<Int> {
        var buffer = PayloadBuffer()
        buffer.append(UInt8(ascii: ","))
        buffer.appendKey(key.name)
        let start = keys.count
        keys += buffer.takeBytes()
        return start..<keys.count
    }
}

extension RepresentationMember {
    /// Indicates whether the output is a scalar that depends on the object alone.
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

/// The ranges of written objects in a payload, by number.
struct WrittenCopies {
    private var table = IntegerTable()
    private var ranges: [Range<Int>] = []

    /// Returns the range of an object if it has been written.
    ///
    /// The method is mutating to avoid a copy of the table.
    mutating func range(of number: Int64) -> Range<Int>? { table[number].map { ranges[$0] } }

    mutating func remember(_ range: Range<Int>, of number: Int64) {
        table.set(number, ranges.count)
        ranges.append(range)
    }
}
