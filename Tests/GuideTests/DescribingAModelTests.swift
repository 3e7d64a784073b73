// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
public import Mercator
import Testing

public struct Vehicle: Entity {
    public static var isAbstract: Bool { true }
    public let plate = Attribute<String>(default: "")
    public init() {}
}

public struct Truck: Entity {
    public static var parent: (any Entity.Type)? { Vehicle.self }
    public static var userInfo: [String: Value] { ["identificationAttributes": "truckID"] }
    public let truckID = Attribute<Int64>()
    public let trailer = ToOne<Vehicle>()
    public init() {}
}

@Suite("Describing a model")
struct DescribingAModelTests {
    struct Person: Entity {
        static var isAbstract: Bool { true }
        let name = Attribute<String>(default: "")
        let email = Attribute<String?>(isUnique: true)
    }

    struct Employee: Entity {
        static var parent: (any Entity.Type)? { Person.self }
        let employeeID = Attribute<Int64>()
        let level = Attribute<Level>(default: .junior)
        let department = ToOne<Department>(inverse: \.employees)
    }

    struct Department: Entity {
        static var userInfo: [String: Value] { ["identificationAttributes": "code"] }
        let code = Attribute<String>()
        let employees = ToMany<Employee>(deleteRule: .deny)
    }

    enum Level: String, AttributeValue { case junior, senior }

    struct Ticket: Entity {
        let ticketID = Attribute<Int64>(from: "id")
        let subject = Attribute<String>(from: "headline.text", default: "Untitled")
        let openedAt = Attribute<Timestamp?>(from: "opened", using: "day")
        let ownerID = Attribute<Int64?>(from: "owner_id")
        let owner = ToOne<Owner>(connectedBy: \Ticket.ownerID)
    }

    struct Owner: Entity {
        let ownerID = Attribute<Int64>(from: "id", isIdentity: true)
    }

    @Test func `properties declare their mappings`() throws {
        let tickets = EntityMapping(
            for: Ticket.self, transforms: [ValueTransform.isoDay.named("day")])
        let sources = tickets.attributeMappings.map { "\($0.source)" }
        // ["id", "headline.text", "opened", "owner_id"]
        #expect(sources == ["id", "headline.text", "opened", "owner_id"])
        let owners = EntityMapping(
            Owner.self, .map("owner_id", to: \.ownerID), .set(\.acceptsIdentifiers, to: true))
        let model = try ManagedObjectModel(Ticket.self, Owner.self)
        let set = MappingSet([tickets, owners], roots: ["t": "Ticket", "o": "Owner"])
        #expect(owners.attributeMappings.map { "\($0.source)" } == ["owner_id"])
        #expect(try MappingPlan(set, for: model).warnings.isEmpty)
    }

    @Test func `schema structs describe a model`() throws {
        let model = try ManagedObjectModel(Person.self, Employee.self, Department.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let names = try container.write { context in
            let sales = context.insert(Department.self)
            sales.code = "S"
            let anna = context.insert(Employee.self)
            anna.employeeID = 1
            anna.as(Person.self)?.name = "Anna"
            anna.department = sales  // one end is set …
            return sales.employees.map { $0.as(Person.self)?.name }  // … and the other end follows
        }  // ["Anna"]
        #expect(names == ["Anna"])
        let refusal = try container.perform { context in
            for sales in try context.fetch(Department.self) { context.delete(sales) }
            do {
                try context.save()
                return ""
            } catch let error as ValidationError {
                return error.problems[0].message
            }
        }  // "it cannot be deleted while it has 1 of Employee"
        #expect(refusal == "it cannot be deleted while it has 1 of Employee")
        let people = try container.read { context in
            try context.fetch(Person.self) { $0.name == "Anna" }.map { person in
                person.as(Employee.self)?.level.rawValue ?? "no employee"
            }
        }  // ["junior"]
        #expect(people == ["junior"])
        let level = try container.perform { context in
            let employee = try context.fetch(Employee.self)[0]
            employee.managedObject["level"] = "boss"
            do {
                try context.save()
                return ""
            } catch let error as ValidationError {
                return error.problems[0].message
            }
        }  // "expected a value of type Level, found text that is not one"
        #expect(level == "expected a value of type Level, found text that is not one")
    }

    @Test func `a schema struct writes a description and nothing else`() throws {
        let department = EntityDescription(
            "Department",
            attributes: [AttributeDescription("code", .string, isOptional: false)],
            relationships: [.toMany("employees", "Employee", deleteRule: .deny)],
            userInfo: ["identificationAttributes": "code"])

        let isSame = department == Department.entityDescription  // true
        #expect(isSame)
        let mixed = try ManagedObjectModel([
            department, Employee.entityDescription, Person.entityDescription,
        ])
        let typed = try ManagedObjectModel(Department.self, Employee.self, Person.self)
        #expect(mixed.entities == typed.entities)
    }

    @Test func `a description can say more than a schema struct`() throws {
        var code = Department.entityDescription
        code.updateAttribute("code") { $0.rules = [.matches("[A-Z]{1,3}")] }
        code.updateRelationship("employees") { $0.maxCount = 50 }
        let model = try ManagedObjectModel([
            code, Employee.entityDescription, Person.entityDescription,
        ])
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let codes = try container.perform { context in
            let department = context.insert(Department.self)
            department.code = "s"
            do {
                try context.save()
                return [ValidationError.Code]()
            } catch let error as ValidationError {
                return error.problems.map(\.code)
            }
        }
        #expect(codes == [.textMismatch])
        #expect(model["Department"]?.relationship(named: "employees")?.maxCount == 50)
    }

    @Test(arguments: DescribingAModelTests.types)
    func `a Swift type has the attribute type of the table`(
        type: AttributeType, expected: AttributeType
    ) {
        #expect(type == expected)
    }

    private static let types: [(AttributeType, AttributeType)] = [
        (Bool.attributeType, .boolean), (Int16.attributeType, .integer16),
        (UInt8.attributeType, .integer16), (Int32.attributeType, .integer32),
        (UInt16.attributeType, .integer32), (Int.attributeType, .integer64),
        (Int64.attributeType, .integer64), (UInt32.attributeType, .integer64),
        (Float.attributeType, .float), (Double.attributeType, .double),
        (Decimal.attributeType, .decimal), (String.attributeType, .string),
        (Timestamp.attributeType, .date), (Date.attributeType, .date),
        (Data.attributeType, .data), ([UInt8].attributeType, .data),
        (UUID.attributeType, .uuid), (URL.attributeType, .url),
        ([Int].attributeType, .array), ([String: Int].attributeType, .dictionary),
        (Int32?.attributeType, .integer32), (Level.attributeType, .string),
    ]

    @Test func `a public schema is a schema`() throws {
        let model = try ManagedObjectModel(Vehicle.self, Truck.self)
        #expect(model.entities.map(\.name) == ["Vehicle", "Truck"])
        let name: Mercator.Value = "Truck"
        #expect(name == .string(Truck.entityName))
    }

    @Test func `all problems of a model come in one error`() throws {
        let texts = try Guide("Guides/DescribingAModel.md").texts
        var report = ""
        let book = EntityDescription(
            "Book", parent: "Item",
            attributes: [AttributeDescription("pages", .integer32, defaultValue: "many")],
            relationships: [.toOne("author", "Autor", inverse: "books")])
        let author = EntityDescription("Author")
        do {
            _ = try ManagedObjectModel([book, author])
        } catch {
            report = "\(error)"
        }
        #expect(report == texts[0])
    }
}
