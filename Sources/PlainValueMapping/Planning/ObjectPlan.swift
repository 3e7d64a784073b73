/// The compiled form of a mapping to plain Swift values for a single run; its members are internal.
public struct ObjectPlan<Mapped> {
    private let makeMapper: () -> any RecordMapper<Mapped>
    private let makeWriter: () -> any RecordWriter<Mapped>

    init(
        mapper: @escaping () -> any RecordMapper<Mapped>,
        writer: @escaping () -> any RecordWriter<Mapped>
    ) {
        makeMapper = mapper
        makeWriter = writer
    }

    /// The compiled form for reading.
    var mapper: any RecordMapper<Mapped> { makeMapper() }
    /// The compiled form for writing.
    var writer: any RecordWriter<Mapped> { makeWriter() }
}
