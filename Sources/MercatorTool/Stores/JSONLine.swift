import Mercator

/// JSON in one line, with base64 data and escaped control characters.
enum JSONLine {
    static func text(_ value: Value) -> String {
        ValueJSON.text(value.withTextsOfBytes).escapingControlsInJSON
    }
}
