import EntityMapper
import ObjectGraph

// Mirrors without header fields and bases, which can contain credentials, and of limited length.

extension RemoteDescription: CustomReflectable {
    /// The first routes and descriptors.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "routes": routes.prefix(20).map(\.description),
                "requests": requests.prefix(20).map(\.description),
                "responses": responses.prefix(20).map(\.description),
                "errors": errors.prefix(20).map(\.description),
            ])
    }
}

extension RemotePlan: CustomReflectable {
    /// The description and the mappings.
    public var customMirror: Mirror {
        Mirror(self, children: ["server": server, "mappings": "\(mappings)".prefix(500)])
    }
}

extension RemotePlanError: CustomReflectable {
    /// The first problems, and their total number.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
