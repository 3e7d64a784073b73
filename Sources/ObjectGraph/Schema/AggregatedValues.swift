/// Values to be aggregated: the values of an attribute in a group, or of an attribute of
/// related objects.
public protocol AggregatedValues<Value>: Sendable {
    /// The Swift type of the values.
    associatedtype Value: AttributeValue
    /// The path of the values.
    var path: PropertyPath { get }
}

extension Attribute: AggregatedValues {}

extension AggregatedValues {
    /// The number of values that are not null.
    public var valueCount: SelectedProperty<Int> { aggregate(.count) }

    /// The number of distinct values that are not null.
    public var distinctCount: SelectedProperty<Int> { aggregate(.countDistinct) }

    /// The least value; `nil` if there is none.
    public var minimum: SelectedProperty<Value?> { aggregate(.minimum) }

    /// The greatest value; `nil` if there is none.
    public var maximum: SelectedProperty<Value?> { aggregate(.maximum) }

    private func aggregate<Result>(_ function: AggregateFunction) -> SelectedProperty<Result> {
        SelectedProperty(ValueExpression(.aggregate(function, path)))
    }
}

extension AggregatedValues where Value: OptionalAttributeValue {
    /// The least value; `nil` if there is none.
    public var minimum: SelectedProperty<Value> { aggregate(.minimum) }

    /// The greatest value; `nil` if there is none.
    public var maximum: SelectedProperty<Value> { aggregate(.maximum) }
}

extension AggregatedValues where Value: SummableValue {
    /// The sum; `nil` if there are no values.
    ///
    /// It is exact for whole and decimal numbers; see ``ValueExpression/sum(_:)``.
    public var sum: SelectedProperty<Value.Sum?> { aggregate(.sum) }

    /// The mean; `nil` if there are no values.
    public var average: SelectedProperty<Double?> { aggregate(.average) }
}

extension AggregatedValues where Value: OptionalAttributeValue, Value.Wrapped: SummableValue {
    /// The sum; `nil` if there are no values.
    ///
    /// It is exact for whole and decimal numbers; see ``ValueExpression/sum(_:)``.
    public var sum: SelectedProperty<Value.Wrapped.Sum?> { aggregate(.sum) }

    /// The mean; `nil` if there are no values.
    public var average: SelectedProperty<Double?> { aggregate(.average) }
}
