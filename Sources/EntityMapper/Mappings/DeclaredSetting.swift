package import MercatorPayload
package import ObjectGraph

/// A setting of a mapping, declared once: its names and the form of its value.
///
/// Mapping files, generated Swift and the content that identifies a mapping loop over the settings
/// of a type. A new setting is a property, a line in `declaredSettings`, and its use in the plan.
package struct DeclaredSetting<Mapping: Sendable>: Sendable {
    package typealias Path<Value> = any WritableKeyPath<Mapping, Value> & Sendable

    /// The name of the property.
    package let name: String
    /// The name of the member in a mapping file.
    package let key: String
    package let argument: Argument
    package let form: Form

    /// The calls that add a mapping and have the value as an argument.
    package enum Argument: Sendable {
        case none
        /// The typed parts, as the argument with this label.
        case part(String)
        /// The typed parts and the `add` methods.
        case every(String)
    }

    /// The key path to the value, by the type and the meaning of the value.
    package enum Form: Sendable {
        case flag(Path<Bool>)
        case integer(Path<Int>)
        case choice(SettingChoice<Mapping>)
        /// The name of an attribute of the entity.
        case attribute(Path<String?>)
        case attributes(Path<[String]?>)
        case paths(Path<[PayloadPath]>)
        case predicate(Path<EntityPredicate?>)
        case operations(Path<AllowedOperations>)
        case inheritedOperations(Path<AllowedOperations?>)
        case keyNaming(Path<KeyNaming>)
        case transform(Path<ValueTransform>)
        case transforms(Path<[AttributeType: ValueTransform]>)
        case policy(Path<UnknownCasePolicy>)
        case inheritedPolicy(Path<UnknownCasePolicy?>)
    }

    init(_ name: String, _ form: Form, key: String? = nil, argument: Argument = .none) {
        self.name = name
        self.key = key ?? name
        self.argument = argument
        self.form = form
    }
}

extension DeclaredSetting {
    /// Returns the value in the content of a mapping set.
    func content(_ mapping: Mapping) -> Any {
        switch form {
        case .flag(let path): mapping[keyPath: path]
        case .integer(let path): mapping[keyPath: path]
        case .choice(let choice): choice.value(mapping)
        case .attribute(let path): mapping[keyPath: path] ?? ""
        case .attributes(let path): mapping[keyPath: path] ?? []
        case .paths(let path): mapping[keyPath: path]
        case .predicate(let path): mapping[keyPath: path].map { "\($0)" } ?? ""
        case .operations(let path): mapping[keyPath: path]
        case .inheritedOperations(let path): "\(mapping[keyPath: path] as Any)"
        case .keyNaming(let path): mapping[keyPath: path].name
        case .transform(let path): "\(mapping[keyPath: path])"
        case .transforms(let path):
            "\(mapping[keyPath: path].map { "\($0.key) \($0.value)" }.sorted())"
        case .policy(let path): "\(mapping[keyPath: path])"
        case .inheritedPolicy(let path): "\(mapping[keyPath: path] as Any)"
        }
    }
}

/// A setting whose value is a case of an enumeration of texts.
package struct SettingChoice<Mapping: Sendable>: Sendable {
    /// The names of all cases.
    package let names: [String]
    /// Returns the name of the case.
    package let name: @Sendable (Mapping) -> String
    /// Sets the case with a name of ``names``.
    package let set: @Sendable (inout Mapping, String) -> Void
    let value: @Sendable (Mapping) -> any Sendable

    init<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: DeclaredSetting<Mapping>.Path<Value>
    ) {
        names = Value.allCases.map(\.rawValue)
        name = { $0[keyPath: path].rawValue }
        set = { mapping, name in
            if let value = Value(rawValue: name) { mapping[keyPath: path] = value }
        }
        value = { $0[keyPath: path] }
    }
}
