import EntityMapper

extension ObjectMapping {
    /// Creates the compiled form of the mapping.
    ///
    /// - Returns: A plan for a single run.
    public func makePlan() -> ObjectPlan<Mapped> {
        ObjectPlan(mapper: { RecordPlan(self) }, writer: { RecordWritingPlan(self) })
    }
}

extension DynamicObjectMapping {
    /// Creates the compiled form of the mapping.
    ///
    /// - Returns: A plan for a single run.
    public func makePlan() -> ObjectPlan<Mapped> {
        ObjectPlan(
            mapper: { DynamicObjectPlan(choosing, choices.map { $0.makeMapper() }) },
            writer: { DynamicWritingPlan(choosing, choices.map { $0.makeWriter() }) })
    }
}

extension ConvertedChoice {
    func makeMapper() -> any RecordMapper<Mapped> {
        ConvertedMapper(inner: mapping.makePlan().mapper, convert: convert, extract: extract)
    }

    func makeWriter() -> any ChoiceWriter<Mapped> {
        ConvertedWriter(
            inner: mapping.makePlan().writer, extract: extract, isTold: isTold)
    }
}
