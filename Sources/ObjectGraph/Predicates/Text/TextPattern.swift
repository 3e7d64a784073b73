/// A compiled regular expression that matches whole texts.
///
/// All alternatives are simulated in parallel, scalar by scalar, so the time is at most
/// proportional to the product of the lengths of the text and the pattern with its counted
/// repetitions expanded, for any pattern. Backreferences and lookaround are therefore not
/// supported. ``TextPatternParser`` describes the dialect.
///
/// Source: Ken Thompson, "Regular Expression Search Algorithm", 1968, in the form of Russ Cox,
/// "Regular Expression Matching: the Virtual Machine Approach".
package struct TextPattern: Sendable {
    private let program: [Instruction]

    /// One instruction of the program.
    fileprivate enum Instruction: Sendable {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
        case split(Int, Int)
        case jump(Int)
        case assertion(Assertion)
        case accept
    }

    /// A condition on the position between two scalars.
    enum Assertion: Sendable {
        case start, end, wordBoundary, noWordBoundary
    }

    /// A node of the syntax tree of a pattern.
    indirect enum Node: Sendable {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
        case sequence([Node])
        case choice([Node])
        case repetition(Node, least: Int, most: Int?)
        case assertion(Assertion)
    }

    /// Parses and compiles a pattern.
    ///
    /// - Throws: ``TextPatternError`` if the pattern does not follow the dialect, or is too large.
    package init(_ pattern: String, _ options: TextOptions = []) throws(TextPatternError) {
        var parser = TextPatternParser(pattern, options)
        var compiler = Compiler(patternLength: pattern.unicodeScalars.count)
        try compiler.emit(try parser.pattern())
        compiler.program.append(.accept)
        program = compiler.program
    }

    /// The length of the program, which bounds the cost of each scalar of a text.
    package var length: Int { program.count }

    /// Returns whether the whole text matches.
    ///
    /// The text must be folded with the options of the pattern.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of the text and the program.
    package func matches(_ text: String) -> Bool {
        var visits = 0
        return matches(text, counting: &visits)
    }

    /// Tests whether the whole text matches, and counts the instructions that are visited.
    ///
    /// The count is at most ``length`` for each scalar, and as much again for the start.
    package func matches(_ text: String, counting visits: inout Int) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var current = InstructionSet(program.count)
        var next = InstructionSet(program.count)
        add(0, to: &current, scalars, 0)
        visits = current.visitCount
        for (offset, scalar) in scalars.enumerated() {
            guard !current.list.isEmpty else { return false }
            for instruction in current.list where consumes(scalar, at: instruction) {
                add(instruction + 1, to: &next, scalars, offset + 1)
            }
            swap(&current, &next)
            next.removeAll()
            visits += current.visitCount
        }
        return current.list.contains(program.count - 1)
    }

    private func consumes(_ scalar: Unicode.Scalar, at instruction: Int) -> Bool {
        switch program[instruction] {
        case .scalar(let wanted): scalar == wanted
        case .set(let set): set.contains(scalar)
        case .split, .jump, .assertion, .accept: false
        }
    }

    /// Adds an instruction and all instructions reachable from it without reading a scalar.
    private func add(
        _ instruction: Int, to instructions: inout InstructionSet, _ scalars: [Unicode.Scalar],
        _ offset: Int
    ) {
        instructions.pending.append(instruction)
        while let instruction = instructions.pending.popLast() {
            guard instructions.visit(instruction) else { continue }
            switch program[instruction] {
            case .split(let first, let second):
                instructions.pending.append(second)
                instructions.pending.append(first)
            case .jump(let target): instructions.pending.append(target)
            case .assertion(let assertion):
                if assertion.holds(scalars, offset) { instructions.pending.append(instruction + 1) }
            case .scalar, .set, .accept: instructions.list.append(instruction)
            }
        }
    }

    /// A set of instructions that can be emptied in time proportional to its size.
    private struct InstructionSet {
        /// The instructions that read a scalar, or accept.
        var list: [Int] = []
        /// The instructions to add; empty between two calls.
        var pending: [Int] = []
        private var visited: [Int] = []
        private var isVisited: [Bool]

        init(_ count: Int) {
            isVisited = Array(repeating: false, count: count)
        }

        /// The number of visited instructions.
        var visitCount: Int { visited.count }

        mutating func visit(_ instruction: Int) -> Bool {
            guard !isVisited[instruction] else { return false }
            isVisited[instruction] = true
            visited.append(instruction)
            return true
        }

        mutating func removeAll() {
            for instruction in visited { isVisited[instruction] = false }
            visited.removeAll(keepingCapacity: true)
            list.removeAll(keepingCapacity: true)
        }
    }
}

/// Compiles the syntax tree of a pattern to a program.
private struct Compiler {
    var program: [TextPattern.Instruction] = []
    private var steps = 0
    /// The greatest length of the program, and of the number of steps to compile it.
    private let stepLimit: Int

    /// The least value of the limit.
    ///
    /// Counted repetitions are expanded, so a short pattern can become a program of this length; a
    /// longer one requires a longer pattern.
    private static let shortestLimit = 2000

    init(patternLength: Int) {
        // Without repetitions, each scalar of the pattern takes at most two steps.
        stepLimit = max(Compiler.shortestLimit, 2 * patternLength + 2)
    }

    mutating func emit(_ node: TextPattern.Node) throws(TextPatternError) {
        steps += 1
        guard max(steps, program.count) <= stepLimit else {
            throw TextPatternError(
                position: 1, "the repetitions multiply to more than \(stepLimit) steps")
        }
        switch node {
        case .scalar(let scalar): program.append(.scalar(scalar))
        case .set(let set): program.append(.set(set))
        case .assertion(let assertion): program.append(.assertion(assertion))
        case .sequence(let parts): for part in parts { try emit(part) }
        case .choice(let choices): try emit(choices[...])
        case .repetition(let part, let least, let most):
            for _ in 0..<least { try emit(part) }
            if let most {
                try emit(part, upTo: most - least)
            } else {
                let split = reserve()
                try emit(part)
                program.append(.jump(split))
                program[split] = .split(split + 1, program.count)
            }
        }
    }

    private mutating func emit(
        _ choices: ArraySlice<TextPattern.Node>
    ) throws(TextPatternError) {
        var jumps: [Int] = []
        for choice in choices.dropLast() {
            let split = reserve()
            try emit(choice)
            jumps.append(reserve())
            program[split] = .split(split + 1, program.count)
        }
        if let last = choices.last { try emit(last) }
        for jump in jumps { program[jump] = .jump(program.count) }
    }

    private mutating func emit(
        _ part: TextPattern.Node, upTo count: Int
    ) throws(TextPatternError) {
        var splits: [Int] = []
        for _ in 0..<count {
            splits.append(reserve())
            try emit(part)
        }
        for split in splits { program[split] = .split(split + 1, program.count) }
    }

    private mutating func reserve() -> Int {
        program.append(.accept)
        return program.count - 1
    }
}

extension TextPattern.Assertion {
    fileprivate func holds(_ scalars: [Unicode.Scalar], _ offset: Int) -> Bool {
        switch self {
        case .start: return offset == 0
        case .end: return offset == scalars.count
        case .wordBoundary, .noWordBoundary:
            let before = offset > 0 && ScalarSet.Kind.word.contains(scalars[offset - 1])
            let after = offset < scalars.count && ScalarSet.Kind.word.contains(scalars[offset])
            return (before != after) == (self == .wordBoundary)
        }
    }
}
