import EntityMapper
import MercatorPayload
import ObjectGraph

extension Field where Root: Sendable {
    /// Returns the members for declared settings, left out while they are those of a new mapping.
    static func fields(_ settings: [DeclaredSetting<Root>], unlike new: Root) -> [Field] {
        settings.map { field($0, unlike: new) }
    }

    private static func field(_ setting: DeclaredSetting<Root>, unlike new: Root) -> Field {
        let key = setting.key
        return switch setting.form {
        case .flag(let path): .flag(key, path, unless: new[keyPath: path])
        case .integer(let path): .field(key, path, unless: new[keyPath: path], .integer)
        case .choice(let choice): field(key, choice, unless: choice.name(new))
        case .attribute(let path): .field(key, path, .text)
        case .attributes(let path): .field(key, path, .list(of: .text))
        case .paths(let path): .field(key, path, unless: new[keyPath: path], .list(of: .path))
        case .predicate(let path): .field(key, path, .predicate)
        case .operations(let path): .field(key, path, unless: new[keyPath: path], .operations)
        case .inheritedOperations(let path): .field(key, path, .operations)
        case .keyNaming(let path): .field(key, path, unless: new[keyPath: path], .keyNaming)
        case .transform(let path): .field(key, path, unless: new[keyPath: path], .transform)
        case .transforms(let path):
            .field(key, path, unless: new[keyPath: path], .typeTransforms)
        case .policy(let path): .field(key, path, unless: new[keyPath: path], .unknownCasePolicy)
        case .inheritedPolicy(let path): .field(key, path, .unknownCasePolicy)
        }
    }

    private static func field(
        _ key: String, _ choice: SettingChoice<Root>, unless usual: String
    ) -> Field {
        let names = Coding<String>.choice(choice.names.map { ($0, $0) })
        return Field(key: key) { root, writer in
            let name = choice.name(root)
            return name == usual ? nil : names.write(name, &writer)
        } read: { value, root, reader in
            if let name = names.read(value, &reader) { choice.set(&root, name) }
        }
    }
}

extension Coding where Value == KeyNaming {
    /// The name of a strategy.
    static var keyNaming: Coding {
        let known = Coding.choice([("identity", .identity), ("snakeCase", .snakeCase)])
        return Coding { naming, writer in
            if naming != .identity, naming != .snakeCase {
                writer.report("the key naming '\(naming.name)' is a closure")
            }
            return .string(naming.name)
        } read: { value, reader in
            known.read(value, &reader)
        }
    }
}

extension Coding where Value == [AttributeType: ValueTransform] {
    /// An object with the transforms by type.
    static var typeTransforms: Coding {
        let names = Coding<[String: ValueTransform]>.table(of: .transform)
        return Coding { transforms, writer in
            let named = transforms.map { ($0.key.rawValue, $0.value) }
            return names.write(Dictionary(uniqueKeysWithValues: named), &writer)
        } read: { value, reader in
            var transforms: [AttributeType: ValueTransform] = [:]
            for member in reader.members(of: value) {
                let transform = Coding<_>.transform.read(member.value, &reader)
                guard let type = AttributeType(rawValue: member.key) else {
                    reader.unknown(
                        member.key, at: member.name, among: AttributeType.allCases.map(\.rawValue))
                    continue
                }
                transforms[type] = transform
            }
            return transforms
        }
    }
}
