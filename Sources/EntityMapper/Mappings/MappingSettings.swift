package import ObjectGraph

/// Settings that a higher-level module stores in an entity mapping.
///
/// The mapping stores, compares and checks them without knowing their content.
///
/// ```swift
/// extension EntityMapping {
///     var objectMap: ObjectMapSettings {
///         get { self[settings: ObjectMapSettings.self] }
///         set { self[settings: ObjectMapSettings.self] = newValue }
///     }
/// }
/// ```
package protocol MappingSettings: Sendable, Equatable {
    /// Creates the settings of a mapping, all unset.
    init()

    /// Returns the settings that do not suit the entity; reported by the plan.
    func problems(of entity: EntityDescription) -> [MappingSettingsProblem]
}

/// A setting that does not suit the entity of its mapping.
package struct MappingSettingsProblem: Sendable, Hashable {
    package let property: String
    package let message: String

    package init(property: String, message: String) {
        self.property = property
        self.message = message
    }
}

/// The settings of a mapping, at most one value of each type.
package struct MappingSettingsTable: Sendable, Equatable {
    private var settings: [any MappingSettings] = []

    /// Indicates whether nothing has been set.
    package var isEmpty: Bool { settings.isEmpty }

    subscript<Settings: MappingSettings>(type: Settings.Type) -> Settings {
        get { settings.lazy.compactMap { $0 as? Settings }.first ?? Settings() }
        set {
            settings.removeAll { $0 is Settings }
            if newValue != Settings() { settings.append(newValue) }
        }
    }

    func problems(of entity: EntityDescription) -> [MappingSettingsProblem] {
        settings.flatMap { $0.problems(of: entity) }
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.settings.count == b.settings.count
            && a.settings.allSatisfy { settings in b.settings.contains(where: settings.isEqual) }
    }
}

extension MappingSettings {
    fileprivate func isEqual(to other: any MappingSettings) -> Bool {
        self == other as? Self
    }
}
