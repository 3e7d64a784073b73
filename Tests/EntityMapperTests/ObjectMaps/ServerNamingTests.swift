import EntityMapper
import MappingConventions
import Testing

@Suite("What a server calls things")
struct ServerNamingTests {
    /// A name, and its key according to TSNREST's naming and to the standard one.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let tsnrest: String
        let standard: String

        init(_ name: String, _ tsnrest: String, _ standard: String) {
            (self.name, self.tsnrest, self.standard) = (name, tsnrest, standard)
        }

        var testDescription: String { "T-05 \(name)" }
    }

    @Test(arguments: [
        Row("priceGross", "price_gross", "price_gross"),
        Row("createdAt", "created_at", "created_at"),
        Row("sha1", "sha1", "sha1"),
        Row("SHA1", "s_h_a1", "sha1"),
        Row("fooBar2Baz", "foo_bar2_baz", "foo_bar2_baz"),
        Row("aB", "a_b", "a_b"),
        Row("userID", "user_i_d", "user_id"),
        Row("userIDs", "user_i_ds", "user_ids"),
        Row("imageURL", "image_u_r_l", "image_url"),
        Row("imageURLsOfShop", "image_u_r_ls_of_shop", "image_urls_of_shop"),
        Row("URL", "u_r_l", "url"),
        Row("HTTPServer", "h_t_t_p_server", "http_server"),
        Row("HTTP2Server", "h_t_t_p2_server", "http2_server"),
        Row("already_snake", "already_snake", "already_snake"),
        Row("écoleÉtat", "école_état", "école_état"),
        Row("", "", ""),
        Row("A", "a", "a"),
    ])
    func `makes keys of names`(row: Row) {
        #expect(ServerNaming.tsnrest.webKey(forAttribute: row.name) == row.tsnrest)
        #expect(ServerNaming.standard.webKey(forAttribute: row.name) == row.standard)
    }

    @Test func `puts a suffix behind the keys of relationships`() {
        #expect(ServerNaming.tsnrest.webKey(forToOne: "shop") == "shop_id")
        #expect(ServerNaming.tsnrest.webKey(forToOne: "shopAddress") == "shop_address_id")
        #expect(ServerNaming.tsnrest.bodyKey(forEntity: "ShopAddress") == "shop_address")
        let camelCase = ServerNaming("camelCase", toOneSuffix: "Id", toManySuffix: "Ids") { $0 }
        #expect(camelCase.webKey(forToOne: "ShopAddress") == "shopAddressId")
        #expect(camelCase.webKey(forToMany: "images") == "imageIds")
        #expect(camelCase != .standard)
    }

    @Test(arguments: [
        ("Product", "products"), ("Category", "categories"), ("Person", "people"),
        ("Child", "children"), ("Address", "addresses"), ("Status", "statuses"), ("Box", "boxes"),
        ("Quiz", "quizzes"), ("Matrix", "matrices"), ("Index", "indices"), ("Knife", "knives"),
        ("Wolf", "wolves"), ("Mouse", "mice"), ("Series", "series"), ("People", "peoples"),
        ("Sheep", "sheeps"), ("Fish", "fishes"), ("Equipment", "equipments"),
        ("Money", "moneys"), ("News", "news"), ("Woman", "womans"), ("Man", "men"),
        ("Hero", "heros"), ("Tomato", "tomatoes"), ("Virus", "viri"), ("Cow", "cattle"),
        ("Datum", "data"), ("OrderPerson", "orderpersons"), ("ShopAddress", "shopaddresses"),
        ("Products", "products"), ("", ""),
    ])
    func `makes paths of entities`(entity: String, path: String) {
        #expect(ServerNaming.tsnrest.serverPath(forEntity: entity) == path)
    }

    @Test(arguments: [
        ("images", "image_ids"), ("categories", "category_ids"),
        ("productImages", "product_image_ids"), ("statuses", "status_ids"), ("boxes", "box_ids"),
        ("matrices", "matrix_ids"), ("movies", "movie_ids"), ("knives", "knife_ids"),
        ("lives", "life_ids"), ("axes", "axis_ids"), ("data", "datum_ids"),
        ("cattle", "cow_ids"), ("shoes", "shoe_ids"), ("aliases", "alias_ids"),
        ("class", "class_ids"), ("people", "person_ids"), ("children", "child_ids"),
        ("addresses", "address_ids"), ("news", "news_ids"), ("quizzes", "quiz_ids"),
        ("mice", "mouse_ids"), ("series", "series_ids"), ("wolves", "wolf_ids"),
        ("oxen", "ox_ids"), ("analyses", "analyse_ids"), ("media", "medium_ids"),
        ("sheep", "sheep_ids"), ("heroes", "hero_ids"), ("crises", "crisis_ids"),
        ("image", "image_ids"),
    ])
    func `makes keys of to-many relationships`(key: String, webKey: String) {
        #expect(ServerNaming.tsnrest.webKey(forToMany: key) == webKey)
        #expect(ServerNaming.standard.webKey(forToMany: key) == webKey)
    }
}

@Suite("Plurals and singulars")
struct WordInflectorTests {
    /// Rules of the tables that no row of the catalogue covers.
    @Test(arguments: [
        ("axis", "axes"), ("octopus", "octopi"), ("bus", "buses"), ("buffalo", "buffaloes"),
        ("medium", "media"), ("crisis", "crises"), ("self", "selves"), ("hive", "hives"),
        ("query", "queries"), ("soliloquy", "soliloquies"), ("dish", "dishes"),
        ("vertex", "vertices"), ("louse", "lice"), ("ox", "oxen"), ("zombie", "zombies"),
        ("database", "databases"), ("native", "natives"),
    ])
    func `lead to one another`(singular: String, plural: String) {
        #expect(WordInflector.english.plural(of: singular) == plural)
        #expect(WordInflector.english.singular(of: plural) == singular)
    }

    @Test(arguments: ["equipment", "information", "rice", "species", "jeans", "fish"])
    func `are equal for uncountable words in lower case`(word: String) {
        #expect(WordInflector.english.plural(of: word) == word)
        #expect(WordInflector.english.singular(of: word) == word)
    }

    @Test func `can be put right, the last word counting`() {
        var words = WordInflector.english
        words.addIrregular("hero", plural: "heroes")
        words.addIrregular("Sheep", plural: "Sheep")
        words.addIrregular("rice", plural: "rices")
        words.addPluralRule(ending: "MAN", becomes: "men")
        words.addSingularRule(ending: "men", becomes: "man")
        #expect(
            ["Hero", "hero", "Sheep", "rice"].map(words.plural(of:))
                == ["Heroes", "heroes", "Sheep", "rices"])
        #expect(words.plural(of: "Woman") == "Women")
        #expect(words.singular(of: "Women") == "Woman")
        words.addUncountable("person")
        #expect(words.plural(of: "person") == "person")
        #expect(words.plural(of: "Person") == "People")
        #expect(words != .english)
    }

    @Test func `are the words themselves without rules`() {
        #expect(WordInflector().plural(of: "Product") == "Product")
        #expect(WordInflector().singular(of: "Products") == "Products")
    }
}
