import MercatorPayload
import TestSupport
import Testing

@Suite("Room in arrays", .endsInTime)
struct LargePagesTests {
    @Test(arguments: [0, 1, 100, 600_000], [0, 1, 1000, 700_000])
    func `keeps the elements, and further ones do not move them`(count: Int, additional: Int) {
        let elements = (0..<count).map { "element \($0)" }
        var array = elements
        let copy = array
        array.makeRoom(for: additional)
        #expect(array.capacity >= count + additional)
        let capacity = array.capacity
        for number in 0..<additional { array.append("further \(number)") }
        #expect(array.capacity == capacity)
        #expect(array.count == count + additional)
        #expect(array.prefix(count).elementsEqual(elements))
        #expect(copy == elements)
    }
}
