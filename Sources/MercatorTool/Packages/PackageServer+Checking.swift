import MappingFiles
import MappingGeneration
import Mercator
import ModelGeneration

extension PackageServer {
    /// Checks that a plan can be made from the routes, as the package will do.
    ///
    /// - Parameter file: The mapping file.
    /// - Returns: The plan, with empty texts for the values of the environment.
    /// - Throws: ``CommandError`` with every problem.
    @discardableResult
    func requireValid(_ file: MappingFile) throws -> RemotePlan {
        var description = RemoteDescription(base: base)
        for route in routes {
            if let entity = route.entity {
                description.addRoute(for: entity, PathPattern(route.pattern), methods: [.get])
            } else {
                description.addRoute(named: route.name, PathPattern(route.pattern))
            }
            for records in route.records {
                description.addResponse(
                    ResponseDescriptor(
                        PathPattern(route.pattern), root: records.root, methods: [.get],
                        using: records.mapping))
            }
        }
        let mappings = file.groups.first.map { file.mappings(forSource: $0.name) } ?? file.mappings
        do {
            return try RemotePlan(description, for: MappingPlan(mappings, for: file.model()))
        } catch let error as RemotePlanError {
            throw CommandError("a package cannot load from this server: \(error)")
        }
    }
}

extension PageStyle {
    /// The style in Swift.
    var swiftExpression: String {
        switch self {
        case .number("page", 1): ".number()"
        case .number(let parameter, 1): ".number(parameter: \(SwiftLiteral.text(parameter)))"
        case .number(let parameter, let first):
            ".number(parameter: \(SwiftLiteral.text(parameter)), first: \(first))"
        case .offset("offset"): ".offset()"
        case .offset(let parameter): ".offset(parameter: \(SwiftLiteral.text(parameter)))"
        case .cursor(let path, let parameter):
            ".cursor(at: \(SwiftLiteral.text("\(path)")), parameter: \(SwiftLiteral.text(parameter)))"
        case .nextURL(let path): ".nextURL(at: \(SwiftLiteral.text("\(path)")))"
        case .link("next"): ".link()"
        case .link(let relation): ".link(\(SwiftLiteral.text(relation)))"
        case .header(let name): ".header(\(SwiftLiteral.text(name)))"
        case .single: ".single"
        }
    }
}

extension String {
    /// The text as a part of a `PathPattern` without parameters.
    var patternLiteral: String {
        replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    }
}
