import StreamingImport
import Testing

@Suite("Rates of an import")
struct ProgressMeterTests {
    @Test func `nothing is known before time has passed`() {
        var meter = ProgressMeter(bytes: 500, records: 5)
        let rates = meter.rates(at: .zero, bytes: 700, records: 7)
        #expect(rates.bytes == 0 && rates.records == 0)
    }

    @Test func `what earlier runs have read does not count`() {
        var meter = ProgressMeter(bytes: 1_000_000, records: 1000)
        let rates = meter.rates(at: .seconds(2), bytes: 1_000_600, records: 1006)
        #expect(rates.bytes == 300 && rates.records == 3)
    }

    @Test(arguments: [1, 50, 200, 1000])
    func `a steady import has its rate, however often it is reported`(milliseconds: Int) {
        var meter = ProgressMeter(bytes: 0, records: 0)
        for step in 1...(40_000 / milliseconds) {
            let time = step * milliseconds
            let rates = meter.rates(at: .milliseconds(time), bytes: time * 7, records: time * 2)
            #expect(abs(rates.bytes - 7000) < 0.001 && abs(rates.records - 2000) < 0.001)
        }
    }

    @Test(arguments: [10, 300, 900])
    func `the rate is that of the last ten seconds`(milliseconds: Int) {
        var meter = ProgressMeter(bytes: 0, records: 0)
        var (bytes, rate) = (0, 0.0)
        for time in stride(from: milliseconds, through: 60_000, by: milliseconds) {
            // Ten times as fast after half a minute.
            bytes += time <= 30_000 ? milliseconds : 10 * milliseconds
            rate = meter.rates(at: .milliseconds(time), bytes: bytes, records: 0).bytes
            if time < 30_000 { #expect(abs(rate - 1000) < 1) }
            if time > 42_000 { #expect(abs(rate - 10_000) < 1) }
        }
        #expect(rate > 9999)
    }
}
