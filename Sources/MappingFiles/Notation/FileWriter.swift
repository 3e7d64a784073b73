import EntityMapper
import MercatorPayload
import ObjectGraph

/// The state of writing a mapping file: the parts that have no written form.
struct FileWriter {
    /// The names of the custom transforms that may be written by name.
    let transforms: Set<String>
    /// Indicates whether numbers keep their spelling, as `1.0`, so that they need no tag.
    let keepsSpelling: Bool
    /// The entity, the property or the mapping that is being written.
    var subject = ""
    private(set) var problems: [MappingFileError.Problem] = []

    init(transforms: [ValueTransform], keepsSpelling: Bool = true) {
        self.transforms = Set(transforms.map(\.description))
        self.keepsSpelling = keepsSpelling
    }

    /// Adds a part of the current subject without a written form.
    mutating func report(_ message: String) {
        problems.append(
            MappingFileError.Problem(.unwritable, subject: subject, message: message))
    }
}
