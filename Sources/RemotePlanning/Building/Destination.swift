/// The path of a request, with the route and the arguments that led to it.
struct Destination {
    var route: Route?
    var path: String
    var arguments: [String: String] = [:]
}
