import EntityMapper

extension WordInflector {
    /// The rules of English that the servers of TSNREST's users expect.
    ///
    /// The tables are copied from InflectorKit 0.0.1, including its mistakes, because the paths of
    /// servers were generated from the same tables: the plural of `Hero` is `Heros`, the plural of
    /// `Woman` is `Womans`. Uncountable words are in lower case and therefore do not apply to names
    /// of entities: the plural of `Sheep` is `Sheeps`. Plurals that are wrong for a server can be
    /// corrected by ``addIrregular(_:plural:)``.
    ///
    /// Source: InflectorKit, which uses the rules of Ruby on Rails.
    public static let english: WordInflector = {
        var inflector = WordInflector()
        inflector.plurals = englishPlurals
        inflector.singulars = englishSingulars
        for (singular, plural) in englishIrregulars {
            inflector.addIrregular(singular, plural: plural)
        }
        for word in englishUncountables { inflector.addUncountable(word) }
        return inflector
    }()

    private static let englishPlurals: [InflectionRule] = [
        rule("", becomes: "s"),
        rule("s", becomes: "s"),
        rule("is", becomes: "es").after("ax", "test").forWholeWords,
        rule("us", "i", becomes: "i").after("octop", "vir"),
        rule("", becomes: "es").after("alias", "status"),
        rule("s", becomes: "ses").after("bu"),
        rule("o", becomes: "oes").after("buffal", "tomat"),
        rule("um", "a", becomes: "a").after("t", "i"),
        rule("sis", becomes: "ses"),
        rule("fe", becomes: "ves").notAfter("f"),
        rule("f", becomes: "ves").after("l", "r"),
        rule("", becomes: "s").after("hive"),
        rule("y", becomes: "ies").notAfter("aeiouy"),
        rule("y", becomes: "ies").after("qu"),
        rule("", becomes: "es").after("x", "ch", "ss", "sh"),
        rule("ix", "ex", becomes: "ices").after("matr", "vert", "ind"),
        rule("ouse", "ice", becomes: "ice").after("m", "l").forWholeWords,
        rule("", "en", becomes: "en").after("ox").forWholeWords,
        rule("", becomes: "zes").after("quiz"),
    ]

    private static let englishSingulars: [InflectionRule] = [
        rule("s", becomes: ""),
        rule("", becomes: "").after("ss"),
        rule("", becomes: "").after("news"),
        rule("a", becomes: "um").after("t", "i"),
        rule("ves", becomes: "fe").notAfter("f"),
        rule("s", becomes: "").after("hive", "tive"),
        rule("ves", becomes: "f").after("l", "r"),
        rule("ies", becomes: "y").notAfter("aeiouy"),
        rule("ies", becomes: "y").after("qu"),
        rule("", becomes: "").after("series"),
        rule("s", becomes: "").after("movie"),
        rule("es", becomes: "").after("x", "ch", "ss", "sh"),
        rule("ice", becomes: "ouse").after("m", "l").forWholeWords,
        rule("", "es", becomes: "").after("bus"),
        rule("es", becomes: "").after("o"),
        rule("s", becomes: "").after("shoe"),
        rule("is", "es", becomes: "is").after("cris", "test"),
        rule("is", "es", becomes: "is").after("ax").forWholeWords,
        rule("us", "i", becomes: "us").after("octop", "vir"),
        rule("", "es", becomes: "").after("alias", "status"),
        rule("en", becomes: "").after("ox").forWholeWords,
        rule("ices", becomes: "ex").after("vert", "ind"),
        rule("ices", becomes: "ix").after("matr"),
        rule("zes", becomes: "").after("quiz"),
        rule("s", becomes: "").after("database"),
    ]

    private static let englishIrregulars: KeyValuePairs = [
        "person": "people", "man": "men", "child": "children", "sex": "sexes", "move": "moves",
        "cow": "cattle", "zombie": "zombies",
    ]

    private static let englishUncountables = [
        "equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans",
    ]

    private static func rule(
        _ endings: String..., becomes replacement: String
    ) -> InflectionRule {
        InflectionRule(endings, replacement)
    }
}
