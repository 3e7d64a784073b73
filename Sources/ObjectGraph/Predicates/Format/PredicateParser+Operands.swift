/// Parsing paths, literals and arguments.
extension PredicateParser {
    /// One side of an operator.
    enum Operand {
        case value(Value)
        /// A value that no store can keep.
        case outlier(Outlier)
        case object(ManagedObjectID)
        case objects([ManagedObjectID])
        case path(PropertyPath)
        case count(PropertyPath)
        case aggregate(ValueExpression)
        /// `SELF`: the object under evaluation.
        case itself
    }

    /// Parses one side of an operator.
    mutating func operand() throws(PredicateFormatError) -> Operand {
        let start = token
        switch start.kind {
        case .text(let text):
            try advance()
            return .value(.string(text))
        case .number(let digits):
            try advance()
            return .value(try number(digits, start))
        case .sign("-"):
            try advance()
            guard case .number(let digits) = token.kind else {
                throw fault(.unsupported, arithmetic, at: start)
            }
            try advance()
            return .value(try number("-" + digits, start))
        case .sign("{"): return try list()
        case .variable(let name):
            try advance()
            return try filled(try variable(name, at: start), start)
        case .placeholder("K"), .name: return try path()
        case .placeholder(let letters):
            try advance()
            return try filled(try argument(for: start), start, letters)
        case .word(let word): return try operand(word, start)
        case .sign("("):
            throw fault(.syntax, "expected a value or a name, found '('; write lists as {1, 2}")
        case .collection(let name):
            throw fault(.syntax, "expected a relationship before '@\(name)': tags.@count")
        case .sign, .end:
            throw fault(.syntax, "expected a value or a name, found \(found)")
        }
    }

    /// The message for arithmetic operators.
    var arithmetic: String {
        "arithmetic is not supported; compute the value and pass it as an argument"
    }

    private mutating func operand(
        _ word: String, _ start: PredicateToken
    ) throws(PredicateFormatError) -> Operand {
        let keyword = word.uppercased()
        switch keyword {
        case "TRUE", "YES", "FALSE", "NO":
            try advance()
            return .value(.boolean(keyword == "TRUE" || keyword == "YES"))
        case "NULL", "NIL":
            try advance()
            return .value(.null)
        case "CAST":
            try advance()
            return try cast(start)
        case "SELF":
            try advance()
            guard try skip(sign: ".") else { return .itself }
            return try path()
        case _ where PredicateWords.reserved.contains(keyword):
            throw fault(
                .syntax,
                "expected a value or a name, found '\(word)'; write #\(word) for a property of "
                    + "that name")
        default: return try path()
        }
    }

    // MARK: Paths

    private mutating func path() throws(PredicateFormatError) -> Operand {
        let start = token
        var components: [String] = []
        repeat {
            let component = token
            switch component.kind {
            case .word(let name), .name(let name):
                try advance()
                components.append(name)
            case .placeholder("K"):
                try advance()
                components += try names(in: try argument(for: component), component)
            case .collection(let name):
                try advance()
                components.append("@" + name)
            default: throw fault(.syntax, "expected a name, found \(found)")
            }
        } while try skip(sign: ".")
        if isNext(sign: "(") {
            let name = components.joined(separator: ".")
            if let function = PredicateWords.functions[name.lowercased()] {
                return .aggregate(try aggregate(function))
            }
            let advice =
                PredicateWords.unsupportedFunctions[name.uppercased()]
                ?? "compute the value and pass it as an argument"
            throw fault(.unsupported, "\(name)(…) is not supported; \(advice)", at: start)
        }
        if isNext(sign: "[") {
            throw fault(
                .unsupported, "elements by position are not supported; for [SIZE] write .@count")
        }
        return try operand(of: components, start)
    }

    private func names(
        in operand: PredicateOperand, _ placeholder: PredicateToken
    ) throws(PredicateFormatError) -> [String] {
        switch operand.content {
        case .path(let path): return path.components
        case .value(.string(let text)): return PropertyPath(text).components
        default:
            throw fault(
                .argument, "expected a path for %K: a text or PropertyPath", at: placeholder)
        }
    }

    /// Returns the operand for a path, or for the count of one.
    private func operand(
        of components: [String], _ start: PredicateToken
    ) throws(PredicateFormatError) -> Operand {
        guard let position = components.firstIndex(where: { $0.hasPrefix("@") }) else {
            return .path(PropertyPath(components: components))
        }
        if let function = PredicateWords.collectionFunctions[components[position]] {
            guard position > 0, position < components.count - 1 else {
                throw fault(
                    .syntax,
                    "\(components[position]) comes between a relationship and an attribute: "
                        + "tags.\(components[position]).weight", at: start)
            }
            let names = components[..<position] + components[(position + 1)...]
            let path = PropertyPath(components: Array(names))
            return .aggregate(ValueExpression(.aggregate(function, path)))
        }
        guard components[position] == "@count" else {
            throw fault(
                .unsupported,
                "'\(components[position])' is not supported; only @count, @sum, @avg, @min and "
                    + "@max are", at: start)
        }
        guard position > 0, position == components.count - 1 else {
            throw fault(.syntax, "@count comes at the end of the path of a relationship", at: start)
        }
        return .count(PropertyPath(components: components.dropLast()))
    }

    // MARK: Arguments

    private func filled(
        _ operand: PredicateOperand, _ placeholder: PredicateToken, _ letters: String = "@"
    ) throws(PredicateFormatError) -> Operand {
        switch (operand.content, letters) {
        case (.value(let value), "@"): return .value(value)
        case (.outlier(let outlier), "@"), (.outlier(let outlier), "f"): return .outlier(outlier)
        case (.object(let object), "@"): return .object(object)
        case (.objects(let objects), "@"): return .objects(objects)
        case (.path, "@"): throw fault(.argument, "write %K for a path", at: placeholder)
        case (.mixture, _):
            throw fault(
                .argument, "expected a list of values or a list of objects, found a mixture",
                at: placeholder)
        case (.value(let value), "f"), (.value(let value), "lf"), (.value(let value), "g"),
            (.value(let value), "e"):
            switch value {
            case .integer, .double, .decimal: return .value(value)
            default: throw fault(.argument, "expected a number for %\(letters)", at: placeholder)
            }
        case (.value(.integer(let number)), _): return .value(.integer(number))
        default:
            throw fault(
                .argument, "expected a whole number for %\(letters); %@ takes any value",
                at: placeholder)
        }
    }

    // MARK: Literals

    private func number(
        _ digits: String, _ start: PredicateToken
    ) throws(PredicateFormatError) -> Value {
        if digits.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            guard let number = Double(digits), number.isFinite else {
                throw fault(.literal, "the number is beyond what a double can be", at: start)
            }
            return .double(number)
        }
        if let number = Int64(digits) { return .integer(number) }
        guard let number = Value(storedDecimal: digits) else {
            throw fault(.literal, "the number has more digits than a decimal can have", at: start)
        }
        return number
    }

    /// Parses a list, `{1, 2}`, or a dictionary, `{"a": 1}`.
    private mutating func list() throws(PredicateFormatError) -> Operand {
        let start = token
        try expect(sign: "{")
        try descend()
        defer { ascend() }
        if try skip(sign: "}") { return .value(.array([])) }
        if try skip(sign: ":") {
            try expect(sign: "}")
            return .value(.dictionary([:]))
        }
        var elements = [try element()]
        if isNext(sign: ":") { return try dictionary(elements[0], start) }
        while try skip(sign: ",") { elements.append(try element()) }
        try expectEnd(ofList: start)
        switch PredicateOperand(list: elements).content {
        case .value(let value): return .value(value)
        case .objects(let objects): return .objects(objects)
        case .object, .path, .mixture, .outlier:
            throw fault(
                .operand, "expected a list of values or a list of objects, found a mixture",
                at: start)
        }
    }

    private mutating func dictionary(
        _ first: PredicateOperand, _ start: PredicateToken
    ) throws(PredicateFormatError) -> Operand {
        var members: [String: Value] = [:]
        var name = first
        repeat {
            if !members.isEmpty { name = try element() }
            guard case .value(.string(let key)) = name.content else {
                throw fault(.syntax, "expected a text as the name of a member", at: start)
            }
            try expect(sign: ":")
            let valueStart = token
            guard case .value(let value) = try element().content else {
                throw fault(.operand, "expected a value for the member", at: valueStart)
            }
            members[key] = value
        } while try skip(sign: ",")
        try expectEnd(ofList: start)
        return .value(.dictionary(members))
    }

    private mutating func expectEnd(ofList start: PredicateToken) throws(PredicateFormatError) {
        if token.kind == .end { throw fault(.syntax, "the list is not closed", at: start) }
        guard try skip(sign: "}") else {
            throw fault(.syntax, "expected ',' or '}', found \(found)")
        }
    }

    private mutating func element() throws(PredicateFormatError) -> PredicateOperand {
        let start = token
        switch try operand() {
        case .value(let value): return PredicateOperand(.value(value))
        case .object(let object): return PredicateOperand(.object(object))
        case .objects, .path, .count, .aggregate, .itself, .outlier:
            throw fault(
                .operand, "expected a value or an object as an element of a list", at: start)
        }
    }

    /// Parses `CAST("…", "date")`, the form of values without a literal.
    private mutating func cast(_ start: PredicateToken) throws(PredicateFormatError) -> Operand {
        try expect(sign: "(")
        let contentStart = token
        let content = try operand()
        try expect(sign: ",")
        let typeToken = token
        guard case .text(let type) = try advance().kind else {
            throw fault(.syntax, "expected the name of a type as a text", at: typeToken)
        }
        try expect(sign: ")")
        let types = ["date", "data", "uuid", "double", "object", "objects"]
        guard types.contains(type) else {
            let advice = Suggestion.text(for: type, among: types)
            throw fault(
                .unsupported,
                "a CAST to '\(type)' is not supported; pass the value as an argument\(advice)",
                at: typeToken)
        }
        switch content {
        case .value(.array(let list)) where type == "objects" && list.isEmpty: return .objects([])
        case .objects(let objects) where type == "objects": return .objects(objects)
        case .value(.string(let text)):
            if let operand = Operand(text, cast: type) { return operand }
        default: break
        }
        throw fault(.literal, "there is no \(type) of this content", at: contentStart)
    }
}

extension PredicateParser.Operand {
    /// Reads the text that ``PredicateWriter`` writes for values without a literal.
    fileprivate init?(_ text: String, cast type: String) {
        let value: Value?
        switch type {
        case "date": value = Timestamp(text).map(Value.date)
        case "uuid": value = Value(uuid: Array(text.utf8))
        case "data": value = [UInt8](hexadecimal: text).map(Value.data)
        case "double": value = Double(text).flatMap { $0.isNaN ? .none : .some(.double($0)) }
        case "object":
            guard let slash = text.lastIndex(of: "/"),
                let number = Int64(text[slash...].dropFirst())
            else { return nil }
            self = .object(ManagedObjectID(entityName: String(text[..<slash]), number: number))
            return
        default: return nil
        }
        guard let value else { return nil }
        self = .value(value)
    }
}
