/// The writer of a mapping that a dynamic mapping can select.
protocol ChoiceWriter<Mapped>: RecordWriter {
    /// The type of the mapping's values.
    var type: Any.Type { get }
    /// Indicates whether the mapping was added with an explicit `from` closure.
    var isTold: Bool { get }
    /// Tests whether a value belongs to this mapping.
    func accepts(_ value: Mapped) -> Bool
    /// Tests whether another type is this mapping's class or a subclass of it.
    func includes(_ other: Any.Type) -> Bool
}
