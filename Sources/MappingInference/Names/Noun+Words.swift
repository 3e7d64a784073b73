extension Noun {
    /// Nouns that are the same in singular and plural, or that have no plural.
    static let uncountable: Set<String> = [
        "advice", "aircraft", "analytics", "audio", "aws", "baggage", "bison", "bps", "cattle",
        "clothes", "cms", "cors", "css", "data", "deer", "dns", "dos", "dps", "earnings",
        "economics", "electronics", "equipment", "evidence", "feedback", "firmware", "fish", "fps",
        "furniture", "goods", "gps", "hardware", "has", "headquarters", "homework", "https",
        "information", "ios", "js", "kbps", "kubernetes", "logistics", "luggage", "malware",
        "mathematics", "mbps", "means", "media", "merchandise", "metadata", "money", "moose",
        "music", "news", "nfs", "nodejs", "ops", "physics", "pokemon", "police", "politics", "pos",
        "postgres", "research", "rice", "rps", "rss", "salmon", "sas", "series", "sheep", "shrimp",
        "sms", "software", "spacecraft", "species", "sports", "staff", "sunglasses", "sys",
        "tennis", "thanks", "this", "tls", "tps", "traffic", "trousers", "was", "weather",
        "windows", "yes",
    ]

    /// Irregular plurals, and singulars that look like plurals, by singular.
    static let plurals: [String: String] = [
        "abuse": "abuses", "access": "accesses", "ache": "aches", "addendum": "addenda",
        "address": "addresses", "alias": "aliases", "alumnus": "alumni", "analysis": "analyses",
        "antenna": "antennas", "apex": "apices", "appendix": "appendices", "aquarium": "aquariums",
        "atlas": "atlases", "avalanche": "avalanches", "axe": "axes", "axis": "axes",
        "bacterium": "bacteria", "base": "bases", "basis": "bases", "bias": "biases",
        "bonus": "bonuses", "brownie": "brownies", "bus": "buses", "cache": "caches",
        "cactus": "cacti", "calf": "calves", "calorie": "calories", "campus": "campuses",
        "canoe": "canoes", "canvas": "canvases", "census": "censuses", "chairperson": "chairpeople",
        "chaos": "chaos", "chassis": "chassis", "child": "children", "christmas": "christmases",
        "consensus": "consensuses", "cookie": "cookies", "corps": "corps", "corpus": "corpora",
        "cosmos": "cosmos", "cowboy": "cowboys", "creche": "creches", "crisis": "crises",
        "criterion": "criteria", "curriculum": "curricula", "datum": "data",
        "diagnosis": "diagnoses", "die": "dice", "dwarf": "dwarves", "echo": "echoes",
        "elf": "elves", "ellipsis": "ellipses", "emphasis": "emphases", "erratum": "errata",
        "excuse": "excuses", "focus": "focuses", "foe": "foes", "foot": "feet", "forum": "forums",
        "freshman": "freshmen", "fungus": "fungi", "fuse": "fuses", "gas": "gases",
        "genie": "genies", "genus": "genera", "goalie": "goalies", "goose": "geese",
        "grandchild": "grandchildren", "greenhouse": "greenhouses", "half": "halves",
        "headache": "headaches", "hero": "heroes", "hoodie": "hoodies", "hoof": "hooves",
        "hypothesis": "hypotheses", "index": "indices", "iris": "irises", "knife": "knives",
        "leaf": "leaves", "lens": "lenses", "life": "lives", "loaf": "loaves", "louse": "lice",
        "man": "men", "mantis": "mantises", "matrix": "matrices", "medium": "mediums",
        "memorandum": "memoranda", "menu": "menus", "minus": "minuses", "minutia": "minutiae",
        "mongoose": "mongooses", "mouse": "mice", "movie": "movies", "muse": "muses",
        "niche": "niches", "nucleus": "nuclei", "oasis": "oases", "oboe": "oboes", "ox": "oxen",
        "pancreas": "pancreases", "parenthesis": "parentheses", "person": "people",
        "phenomenon": "phenomena", "plus": "pluses", "policeman": "policemen",
        "portfolio": "portfolios", "potato": "potatoes", "process": "processes",
        "psyche": "psyches", "psychosis": "psychoses", "quiz": "quizzes", "radius": "radii",
        "refuse": "refuses", "reuse": "reuses", "rookie": "rookies", "salesman": "salesmen",
        "salesperson": "salespeople", "scarf": "scarves", "self": "selves", "selfie": "selfies",
        "shelf": "shelves", "shoe": "shoes", "smoothie": "smoothies",
        "spokesperson": "spokespeople", "spouse": "spouses", "stadium": "stadiums",
        "status": "statuses", "stimulus": "stimuli", "stratum": "strata", "syllabus": "syllabi",
        "synopsis": "synopses", "synthesis": "syntheses", "tennis": "tennis", "terminus": "termini",
        "thesis": "theses", "thief": "thieves", "toe": "toes", "tomato": "tomatoes",
        "tooth": "teeth", "topaz": "topazes", "torpedo": "torpedoes", "trellis": "trellises",
        "use": "uses", "vertex": "vertices", "veto": "vetoes", "virus": "viruses",
        "warehouse": "warehouses", "wife": "wives", "wolf": "wolves", "woman": "women",
        "zombie": "zombies",
    ]

    /// Singulars by plural; the first in alphabetical order if two share a plural.
    static let singulars: [String: String] = {
        var table = Dictionary(
            plurals.sorted { $0.key < $1.key }.map { ($0.value, $0.key) },
            uniquingKeysWith: { first, _ in first })
        table["axes"] = "axis"
        table["bases"] = "base"
        table["indexes"] = "index"
        table["appendixes"] = "appendix"
        table["matrixes"] = "matrix"
        table["vertexes"] = "vertex"
        table["persons"] = "person"
        table["viri"] = "virus"
        table["octopi"] = "octopus"
        table["cactuses"] = "cactus"
        table["radiuses"] = "radius"
        table["formulae"] = "formula"
        table["wharves"] = "wharf"
        return table
    }()
}
