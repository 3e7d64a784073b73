import MappingInference
import Testing

@Suite("Names: words and nouns")
struct NamesWordsTests {
    @Test(
        "words are separated at case and separators, acronyms keep theirs",
        arguments: [
            ("URLString", "urlString"), ("user_id", "userID"), ("HTML-url", "htmlURL"),
            ("Track ID", "trackID"), ("tagIds", "tagIDs"), ("userIDs", "userIDs"),
            ("address line 2", "addressLine2"), ("CUSTOMER_ID", "customerID"),
            ("screen_name", "screenName"), ("in_reply_to_status_id_str", "inReplyToStatusIDStr"),
            ("@type", "type"), ("$oid", "oid"), ("cca3", "cca3"), ("s3Bucket", "s3Bucket"),
            ("24h", "_24h"), ("名前ID", "名前ID"), ("Größe_max", "größeMax"), ("", ""), ("😀", ""),
            ("e\u{301}tat", "e\u{301}tat"), ("IDs", "ids"), ("a.b", "aB"), ("+", ""),
            ("+1", "plus1"), ("-1", "minus1"), ("a-1", "a1"),
            ("getHTMLJSON", "getHtmljson"), ("sha256-API", "sha256API"), ("ǆungla", "ǆungla"),
        ])
    func lowerCamel(key: String, name: String) {
        #expect(NameWords(key).lowerCamel == name)
    }

    @Test(
        "plurals of keys are singular entities",
        arguments: [
            ("people", "Person"), ("statuses", "Status"), ("media", "Media"),
            ("indices", "Index"), ("boxes", "Box"), ("photos", "Photo"), ("series", "Series"),
            ("check_runs", "CheckRun"), ("areaNames", "Area"), ("usersById", "User"),
            ("userList", "User"), ("priceMap", "Price"), ("event_lookup", "Event"),
            ("names", "Name"), ("species", "Species"), ("news", "News"), ("categories", "Category"),
            ("companies", "Company"), ("addresses", "Address"), ("movies", "Movie"),
            ("audienceSubCategoryNames", "AudienceSubCategory"), ("HTMLPages", "HtmlPage"),
            ("urls", "Url"), ("", "Record"), ("😀", "Record"), ("日本", "日本"), ("24h", "_24h"),
        ])
    func entities(key: String, name: String) {
        #expect(EntityName.of(key: key) == name)
    }

    @Test(
        "a noun has one singular and one plural",
        arguments: [
            ("person", "people"), ("child", "children"), ("index", "indices"), ("box", "boxes"),
            ("status", "statuses"), ("photo", "photos"), ("hero", "heroes"), ("city", "cities"),
            ("day", "days"), ("class", "classes"), ("analysis", "analyses"), ("leaf", "leaves"),
            ("move", "moves"), ("size", "sizes"), ("house", "houses"), ("bus", "buses"),
            ("lens", "lenses"), ("response", "responses"), ("cache", "caches"),
            ("match", "matches"),
            ("quiz", "quizzes"), ("tie", "ties"), ("cookie", "cookies"), ("shoe", "shoes"),
            ("database", "databases"), ("virus", "viruses"), ("alias", "aliases"), ("id", "ids"),
            ("matrix", "matrices"), ("criterion", "criteria"), ("license", "licenses"),
            ("service", "services"), ("branch", "branches"), ("wish", "wishes"), ("tax", "taxes"),
            ("cause", "causes"), ("course", "courses"), ("release", "releases"), ("use", "uses"),
            ("key", "keys"), ("country", "countries"), ("canvas", "canvases"), ("wolf", "wolves"),
        ])
    func nouns(one: String, many: String) {
        #expect(Noun.plural(one) == many)
        #expect(Noun.singular(many) == one)
        #expect(Noun.singular(one) == one)
        #expect(Noun.plural(many) == many)
        #expect(Noun.isPlural(many))
        #expect(!Noun.isPlural(one))
    }

    @Test(
        "Uncountable nouns stay",
        arguments: ["media", "series", "species", "news", "data", "sms", "metadata", "sheep"])
    func uncountables(word: String) {
        #expect(Noun.singular(word) == word)
        #expect(Noun.plural(word) == word)
        #expect(!Noun.isPlural(word))
    }

    @Test("The last word of a name is inflected, in its case")
    func lastWords() {
        #expect(Noun.plural("nextEvolution") == "nextEvolutions")
        #expect(Noun.plural("CartProduct") == "CartProducts")
        #expect(Noun.singular("salesPeople") == "salesPerson")
        #expect(Noun.plural("Person") == "People")
        #expect(Noun.singular("user_ids") == "user_id")
        #expect(Noun.singular("BOXES") == "BOX")
        #expect(Noun.plural("") == "")
        #expect(Noun.plural("日本") == "日本s")
    }

    @Test("Role words and generic words of N1")
    func meanings() {
        for role in ["owner", "author", "sender", "parent", "source", "head", "base"] {
            #expect(NameWords(role).isRoleWord, "\(role)")
        }
        for word in ["data", "items", "results", "objects", "children", "nodes", "rows"] {
            #expect(NameWords(word).isGenericWord, "\(word)")
        }
        for word in ["user", "statuses", "tags", "order_items"] {
            #expect(!NameWords(word).isRoleWord && !NameWords(word).isGenericWord, "\(word)")
        }
    }
}
