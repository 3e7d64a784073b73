package import MercatorPayload

/// The start of a path, relative to the representation being mapped.
package enum PathScope: Hashable {
    /// The representation itself, for a path without a context.
    case representation
    /// The key of the representation's only member.
    case key
    /// An enclosing object; the nearest has level 1.
    case parent(level: Int)
    /// The representation at the root path.
    case record
    /// The top-level value of the payload.
    case root
    /// The metadata of the caller and of the engine.
    case metadata
    /// The members of the representation that its mapping does not read elsewhere.
    case rest

    /// Reads the context at the beginning of a path, or a sequence of `@parent`, and removes it.
    package init(removedFrom steps: inout ArraySlice<PayloadPathComponent>) {
        guard case .context(let context)? = steps.first?.kind else {
            self = .representation
            return
        }
        let levels = steps.prefix { $0.kind == .context(.parent) }.count
        steps = steps.dropFirst(max(levels, 1))
        self =
            switch context {
            case .key: .key
            case .parent: .parent(level: levels)
            case .record: .record
            case .root: .root
            case .metadata: .metadata
            case .rest: .rest
            }
    }
}

extension PayloadPath {
    /// The scope of the path's start.
    package var scope: PathScope {
        var steps = components[...]
        return PathScope(removedFrom: &steps)
    }

    /// Indicates whether the path denotes the representation itself.
    package var startsAtRepresentation: Bool { components.isEmpty }

    /// Indicates whether the path denotes the members that its mapping does not read elsewhere.
    package var isRest: Bool { components.first?.kind == .context(.rest) }

    /// Indicates whether the path begins with a context.
    ///
    /// The path then starts outside of the representation, or at its key.
    package var startsAtContext: Bool {
        if case .context = components.first?.kind { true } else { false }
    }

    /// Indicates whether the path begins outside of the representation.
    var startsOutsideRecord: Bool {
        switch scope {
        case .representation, .key, .rest: false
        case .parent, .record, .root, .metadata: true
        }
    }

    /// Indicates whether records that share a representation can have different values at the path.
    var dependsOnRecords: Bool {
        switch scope {
        case .representation, .key, .root: false
        case .parent, .record, .metadata, .rest: true
        }
    }

    /// Indicates whether a component requires the key of the representation.
    package var usesKey: Bool {
        components.contains { $0.kind == .representationKey || $0.kind == .context(.key) }
    }
}
