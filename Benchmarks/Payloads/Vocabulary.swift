/// The words of generated articles.
enum Vocabulary {
    static let words = split(
        """
        lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut \
        labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco \
        laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate \
        velit esse cillum fugiat nulla pariatur excepteur sint occaecat
        """)

    static let foreignWords = [
        "café", "naïve", "Zürich", "São Paulo", "北京市", "東京", "привет", "Ελλάδα", "😀", "–",
        "“quoted”", "€5",
    ]

    static let firstNames = split(
        "Anna Boris Chloé Dmitri Elena Farid Grace Håkon Inés Jürgen Kofi Lin Maya Noah Olga Pavel")

    static let lastNames = split(
        """
        Smith Müller García Ivanov Tanaka Okafor Novák Silva Dubois Rossi Kim Haddad Larsen Kovács
        """)

    /// Returns random words separated by spaces.
    static func sentence(_ count: Int, _ random: inout RandomNumbers) -> String {
        (0..<count).map { _ in random.pick(words) }.joined(separator: " ")
    }

    private static func split(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
