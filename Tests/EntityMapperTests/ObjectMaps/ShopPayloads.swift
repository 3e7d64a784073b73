/// The responses of the servers in TSNREST's own tests, with shortened texts.
enum ShopPayloads {
    static let brands = """
        {"brands":[{"id":7347,"name":"Åshild Kanstad Johnsen"},{"id":2472,"name":"Mads Nørgaard"},\
        {"id":2438,"name":"Filippa K"},{"id":7061,"name":"Hunter"},{"id":7317,"name":"Anna Mikkola"},\
        {"id":772,"name":"Norwegian Rain"},{"id":2505,"name":"Johnny Love"},\
        {"id":2649,"name":"Elvine"}],"statusCode":200}
        """

    static let products = """
        {"products":[
         {"id":7357,"name":"Eg elsker Bergen #2","descr":"…","inventory":18,"brand_id":7347,"shop_id":2249,"price_gross":34900},
         {"id":7349,"name":"Eg elsker Bergen #1","descr":"…","inventory":18,"brand_id":7347,"shop_id":2249,"price_gross":34900},
         {"id":7046,"name":"Stelly Clean","descr":"…","inventory":7,"brand_id":2472,"shop_id":2247,"price_gross":109900},
         {"id":7008,"name":"Page Boot","descr":"…","inventory":8,"brand_id":2438,"shop_id":2263,"price_gross":290000},
         {"id":7063,"name":"Original Chelsea Boots","descr":"…","inventory":2,"brand_id":7061,"shop_id":2247,"price_gross":129900,"image_ids":[7067,7065,7068,7066]},
         {"id":7319,"name":"Ekko","descr":"…","inventory":2,"brand_id":7317,"shop_id":2249,"price_gross":300000},
         {"id":7190,"name":"Soho Femme","descr":"…","inventory":13,"brand_id":772,"shop_id":2263,"price_gross":590000},
         {"id":6976,"name":"Colbert Navy Check","descr":"…","inventory":9,"brand_id":2505,"shop_id":2247,"price_gross":129900},
         {"id":7229,"name":"Slimfit Black Denim","descr":"…","inventory":10,"brand_id":2649,"shop_id":2247,"price_gross":109900},
         {"id":7018,"name":"Single Breasted","descr":"…","inventory":14,"brand_id":772,"shop_id":2263,"price_gross":590000}],"statusCode":200}
        """

    /// The identifiers of images and of their products.
    private static let imageProducts: KeyValuePairs = [
        7232: 7229, 7340: 7319, 6984: 6976, 7010: 7008, 7351: 7349, 7067: 7063, 7065: 7063,
        7068: 7063, 7066: 7063, 7049: 7046, 7019: 7018, 7358: 7357, 7194: 7190,
    ]

    static let images = """
        {"images":[\(imageProducts.map(image).joined(separator: ","))],"statusCode":200}
        """

    private static func image(_ pair: (key: Int, value: Int)) -> String {
        """
        {"id":\(pair.key),"created_at":"2014-11-25T11:31:41+00:00","sha1":"a95a\(pair.key)",\
        "width":1140,"height":1710,"url":"http://img.example.com/\(pair.key).jpg","sort_order":0,\
        "visible":true,"product_id":\(pair.value)}
        """
    }

    static let invalid =
        #"{"nonexistant":[{"id":24,"name":"nonexistant"}], "This isn't even valid JSON"}"#
}
