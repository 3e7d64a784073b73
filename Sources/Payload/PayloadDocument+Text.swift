extension PayloadDocument: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The kind at the top and the size: `PayloadDocument (array of 30, 65024 bytes)`.
    public var description: String {
        let kind = "\(root.kind)" + (tape.isContainer(at: 0) ? " of \(root.count)" : "")
        return "PayloadDocument (\(kind), \(tape.bytes.count) bytes)"
    }

    /// The kind at the top and the size.
    public var debugDescription: String { description }

    /// The kind at the top and the size: the tape is the parser's.
    public var customMirror: Mirror {
        Mirror(self, children: ["kind": root.kind, "byteCount": tape.bytes.count])
    }
}
