import EntityMapper
import MercatorPayload
import ModelGeneration
import ObjectGraph

extension MappingCode {
    /// Writes the settings that differ from the defaults.
    mutating func writeSettings() throws(SwiftPackageError) {
        for setting in EntityMapping.declaredSettings {
            let name = setting.name
            switch setting.form {
            case .attributes: break  // The part `.identify` declares the identification.
            case .attribute(let path): set(name, toAttribute: mapping[keyPath: path])
            case .predicate(let path):
                if let predicate = mapping[keyPath: path] { set(name, to: expression(predicate)) }
            case .paths(let path):
                set(name, to: mapping[keyPath: path].map { declaration($0) })
            case .transforms(let path):
                set(name, to: try SwiftValues.table(mapping[keyPath: path]))
            default:
                let value = try SwiftValues.setting(setting, of: mapping, unlike: .withDefaults)
                if let value { set(name, to: value) }
            }
        }
    }

    private mutating func declaration(_ path: PayloadPath) -> String {
        let literal = paths.literal(path)
        return literal.hasPrefix("\"") ? literal : "PayloadPath(declared: \(literal))"
    }

    private mutating func set(_ setting: String, toAttribute name: String?) {
        guard let name else { return }
        let declarer = schemas.declarer(of: [name], in: mapping.entity.name)
        let keyPath = declarer.flatMap { schemas.keyPath(name, of: $0) }
        add(
            ".set", ["\\.\(setting)", "to: \(keyPath ?? SwiftLiteral.text(name))"], of: declarer)
    }

    /// Sets a list unless it is empty; a long list has a line for each element.
    private mutating func set(_ setting: String, to elements: [String]) {
        let list = "[\(elements.joined(separator: ", "))]"
        if list.count > 50 {
            add(SwiftLayout.list("    mapping.\(setting) = ", elements))
        } else if !elements.isEmpty {
            set(setting, to: list)
        }
    }
}
