/// Writes predicates as text that ``PredicateParser`` reads.
struct PredicateWriter {
    private(set) var text = ""

    /// Appends a predicate.
    mutating func write(_ predicate: EntityPredicate) {
        switch predicate.node {
        case .constant(let flag): text += flag ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let path, let comparison, let value):
            write(path, comparison.sign)
            write(value)
        case .pathComparison(let path, let comparison, let other):
            write(path, comparison.sign)
            write(other)
        case .membership(let path, let values):
            write(path, "IN")
            write(Value.array(values))
        case .range(let path, let lower, let upper):
            write(path, "BETWEEN")
            write(Value.array([lower, upper]))
        case .text(let path, let match):
            write(path, match.sign)
            write(match.pattern)
        case .object(let path, let objects): write(objects, path)
        case .identity(let objects): write(objects, nil)
        case .isNil(let path): write(path, "== NULL", isLast: true)
        case .quantified(let quantifier, let path, let inner):
            text += quantifier.sign + " "
            write(path, "WHERE")
            writeInParentheses(inner)
        case .crossing(let quantifier, let inner):
            text += quantifier.sign + " "
            inner.isOneComparison ? write(inner) : writeInParentheses(inner)
        case .count(let path, let comparison, let number):
            write(path)
            text += ".@count \(comparison.sign) \(number)"
        case .expression(let expression, let comparison, let value):
            write(expression.content)
            text += " \(comparison.sign) "
            write(value)
        case .search(let query, let paths): write(query, paths)
        case .not(let inner): write(not: inner)
        case .and(let parts): write(parts.elements, "AND", .true)
        case .or(let parts): write(parts.elements, "OR", .false)
        case .tooDeep: text += "<\(EntityPredicate.tooDeepMessage)>"
        }
    }

    private mutating func write(_ parts: [EntityPredicate], _ word: String, _ none: EntityPredicate)
    {
        guard parts.count > 1 else {
            write(parts.first ?? none)
            return
        }
        for (index, part) in parts.enumerated() {
            if index > 0 { text += " \(word) " }
            writeAsPart(part)
        }
    }

    private mutating func writeAsPart(_ part: EntityPredicate) {
        switch part.node {
        case .and(let parts) where parts.count > 1, .or(let parts) where parts.count > 1:
            writeInParentheses(part)
        default: write(part)
        }
    }

    private mutating func writeInParentheses(_ predicate: EntityPredicate) {
        text += "("
        write(predicate)
        text += ")"
    }

    private mutating func write(not inner: EntityPredicate) {
        switch inner.node {
        case .isNil(let path): write(path, "!= NULL", isLast: true)
        case .object(let path, let objects) where objects.count == 1:
            write(path, "!=")
            write(objects[0])
        case .identity(let objects) where objects.count == 1:
            text += "SELF != "
            write(objects[0])
        default:
            text += "NOT "
            writeAsPart(inner)
        }
    }

    /// Appends the value of an expression.
    mutating func write(_ content: ValueExpression.Content) {
        switch content {
        case .attribute(let path): write(path)
        case .aggregate(let function, let path):
            text += function.word + "("
            if function == .countDistinct { text += "DISTINCT " }
            if let path { write(path) }
            text += ")"
        case .literal(let value): write(value)
        case .operation(let operation, let left, let right):
            write(left)
            text += " \(operation.sign) "
            // Operators are applied from left to right.
            let isCompound = if case .operation = right { true } else { false }
            if isCompound { text += "(" }
            write(right)
            if isCompound { text += ")" }
        }
    }

    private mutating func write(_ query: SearchQuery, _ paths: [PropertyPath]) {
        text += "search("
        write(query.description)
        for path in paths {
            text += ", "
            write(path)
        }
        text += ")"
    }

    // MARK: Paths

    private mutating func write(_ path: PropertyPath, _ sign: String, isLast: Bool = false) {
        write(path)
        text += " \(sign)" + (isLast ? "" : " ")
    }

    private mutating func write(_ path: PropertyPath) {
        for (index, name) in path.components.enumerated() {
            if index > 0 { text += "." }
            if !name.isPredicateName {
                text += "#"
                write(name)
            } else if PredicateWords.quoted.contains(name.uppercased()) {
                text += "#" + name
            } else {
                text += name
            }
        }
    }

    // MARK: Objects

    /// Writes the condition that a relationship, or the object itself, is one of the objects.
    private mutating func write(_ objects: [ManagedObjectID], _ path: PropertyPath?) {
        if let path { write(path) } else { text += "SELF" }
        switch objects.count {
        case 0: text += #" IN CAST({}, "objects")"#
        case 1:
            text += " == "
            write(objects[0])
        default:
            text += " IN {"
            for (index, object) in objects.enumerated() {
                if index > 0 { text += ", " }
                write(object)
            }
            text += "}"
        }
    }

    private mutating func write(_ object: ManagedObjectID) {
        cast(object.description, "object")
    }

    // MARK: Values

    private mutating func cast(_ content: String, _ type: String) {
        text += "CAST("
        write(content)
        text += ", \"\(type)\")"
    }

    private mutating func write(_ value: Value) {
        switch value {
        case .null: text += "NULL"
        case .boolean(let flag): text += flag ? "TRUE" : "FALSE"
        case .integer(let number): text += "\(number)"
        case .double(let number):
            let digits = "\(number)"
            if number.isFinite {
                // An exponent distinguishes a double from a decimal.
                text += digits.contains("e") ? digits : digits + "e0"
            } else {
                cast(digits, "double")
            }
        case .decimal:
            let digits = value.storedText ?? "NULL"
            // A decimal point distinguishes a decimal from an integer.
            text += digits.contains(".") ? digits : digits + ".0"
        case .string(let string): write(string)
        case .date(let instant): cast(instant.description, "date")
        case .data(let bytes): cast(bytes.hexadecimalText, "data")
        case .uuid: cast(value.storedText ?? "", "uuid")
        case .array(let elements):
            text += "{"
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                write(element)
            }
            text += "}"
        case .dictionary(let members):
            text += members.isEmpty ? "{:" : "{"
            for (index, name) in members.keys.sorted().enumerated() {
                if index > 0 { text += ", " }
                write(name)
                text += ": "
                write(members[name] ?? .null)
            }
            text += "}"
        }
    }

    private mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += #"\""#
            case "\\": text += #"\\"#
            case "\n": text += #"\n"#
            case "\t": text += #"\t"#
            case "\r": text += #"\r"#
            case "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension EntityPredicate {
    /// Indicates whether the text of the predicate is a path, an operator and another side.
    fileprivate var isOneComparison: Bool {
        switch node {
        case .comparison, .pathComparison, .membership, .range, .text, .object, .isNil, .count,
            .expression, .identity, .search:
            return true
        case .not(let inner):
            switch inner.node {
            case .isNil: return true
            case .object(_, let objects), .identity(let objects): return objects.count == 1
            default: return false
            }
        case .constant, .quantified, .crossing, .and, .or, .tooDeep: return false
        }
    }
}

extension EntityPredicate.Quantifier {
    fileprivate var sign: String { rawValue.uppercased() }
}

extension EntityPredicate.Comparison {
    fileprivate var sign: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension TextMatch {
    fileprivate var sign: String {
        let word =
            switch kind {
            case .equals: "=="
            case .contains: "CONTAINS"
            case .begins: "BEGINSWITH"
            case .ends: "ENDSWITH"
            case .like: "LIKE"
            case .matches: "MATCHES"
            case .words: "SEARCH"
            }
        let letters =
            (options.contains(.caseInsensitive) ? "c" : "")
            + (options.contains(.diacriticInsensitive) ? "d" : "")
        // Without options, `==` would be a comparison of values of any type.
        guard letters.isEmpty else { return "\(word)[\(letters)]" }
        return kind == .equals ? "==[n]" : word
    }
}
