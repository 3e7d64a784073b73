/// An ``Attribute`` with a value of any type.
public protocol AttributeProperty: NamedProperty {}
