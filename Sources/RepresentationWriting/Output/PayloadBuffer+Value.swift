import EntityMapper
import MercatorPayload
import ObjectGraph

/// Direct output of attribute values, without nodes; equivalent to ``PayloadNode/init(_:)``.
extension PayloadBuffer {
    /// Appends a member with the value of a step; returns `false` for an infinite number.
    mutating func append(
        _ program: WritingProgram, _ step: WritingProgram.Step, _ value: Value
    ) -> Bool {
        if value.isNull, !step.writesNull { return true }
        append(program.keys, step.key)
        return append(value)
    }

    /// Appends a member with the value of a row stored in a block, without creating strings.
    mutating func append(
        _ program: WritingProgram, _ step: WritingProgram.Step, _ row: Row
    ) -> Bool {
        guard let (block, cell) = row.cell(step.slot) else {
            return append(program, step, row[step.slot])
        }
        if cell.kind == .null, !step.writesNull { return true }
        append(program.keys, step.key)
        switch cell.kind {
        case .null: appendNull()
        case .no: append(false)
        case .yes: append(true)
        case .integer: append(Int64(bitPattern: cell.bits))
        case .sharedText, .ownText:
            let (bytes, range) = block.text(of: cell)
            appendQuoted(utf8: bytes, range)
        case .sharedList, .ownList:
            let (bytes, range) = block.text(of: cell)
            if !append(integers: bytes, range) { return append(row[step.slot]) }
        case .double, .date, .boxed: return append(row[step.slot])
        }
        return true
    }

    /// Appends a value in the representation of its kind; returns `false` for an infinite number.
    mutating func append(_ value: Value) -> Bool {
        switch value {
        case .string(let text): appendQuoted(text)
        case .integer(let number): append(number)
        case .null: appendNull()
        case .boolean(let flag): append(flag)
        case .date(let instant): append(instant)
        case .double(let number):
            guard number.isFinite else { return false }
            append(number)
        case .array(let elements): return append(elements)
        case .decimal, .uuid:
            guard let text = value.storedText else { return false }
            appendQuoted(text)
        case .data, .dictionary:
            guard let node = PayloadNode(value) else { return false }
            append(node)
        }
        return true
    }

    /// Appends an array; elements that are not JSON scalars are converted to nodes first.
    private mutating func append(_ elements: [Value]) -> Bool {
        expect(elements.count)
        let list = open()
        for element in elements {
            append(UInt8(ascii: ","))
            switch element {
            case .integer(let number): append(number)
            case .null, .boolean, .double, .string:
                guard append(element) else { return false }
            case .decimal, .date, .data, .uuid, .array, .dictionary:
                guard let node = PayloadNode(element.element) else { return false }
                append(node)
            }
        }
        close(list, isObject: false)
        return true
    }

    private mutating func append(_ instant: Timestamp) {
        let parts = instant.components
        appendInstant(
            date: (parts.year, parts.month, parts.day),
            time: (parts.hour, parts.minute, parts.second), nanoseconds: Int(instant.nanoseconds))
    }
}

extension Conversion {
    /// Appends the representation of a value; returns the reason if there is none.
    func write(_ value: Value, to buffer: inout PayloadBuffer) -> String? {
        if isPlain { return buffer.append(value) ? nil : Conversion.noInfinity }
        switch representation(of: value) {
        case .node(let node): buffer.append(node)
        case .invalid(let reason): return reason
        }
        return nil
    }

    /// Indicates whether the kind of a value alone determines its representation.
    var isPlain: Bool { isStandard && type != .float && !isShaped }
}

extension Row {
    /// All values of the row; `nil` if they are stored in a block.
    var ownValues: [Value]? {
        if !slots.isEmpty, case .some = cell(0) { return nil }
        return values
    }
}
