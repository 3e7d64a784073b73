/// The scalars that remain of others without their nonspacing marks, and composed again.
///
/// The table is Unicode's, so that folding needs no library for languages: each line has the number
/// of its first scalar, and what remains of it and the following ones; a full stop stands for one
/// that remains as it is. A test compares it with Foundation.
enum BaseScalars {
    /// The remaining scalars of each one that changes.
    static let table: [UInt32: [Unicode.Scalar]] = {
        var table = several.mapValues { $0.compactMap(Unicode.Scalar.init) }
        for line in single.unicodeScalars.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, var number = UInt32(String(parts[0]), radix: 16) else {
                continue
            }
            for scalar in parts[1] {
                if scalar != "." { table[number] = [scalar] }
                number += 1
            }
        }
        return table
    }()

    /// Returns the composition of two scalars, neither a nonspacing mark nor a letter of Hangul.
    static func composition(
        _ first: Unicode.Scalar, _ second: Unicode.Scalar
    ) -> Unicode.Scalar? {
        compositions[second.value]?[first.value].flatMap(Unicode.Scalar.init)
    }

    /// The compositions by their second scalar, and by their first one.
    private static let compositions: [UInt32: [UInt32: UInt32]] = [
        0x9be: [0x9c7: 0x9cb],
        0x9d7: [0x9c7: 0x9cc],
        0xb3e: [0xb47: 0xb4b],
        0xb57: [0xb47: 0xb4c],
        0xbd7: [0xb92: 0xb94, 0xbc6: 0xbcc],
        0xbbe: [0xbc6: 0xbca, 0xbc7: 0xbcb],
        0xcc2: [0xcc6: 0xcca],
        0xd3e: [0xd46: 0xd4a, 0xd47: 0xd4b],
        0xd57: [0xd46: 0xd4c],
        0xdcf: [0xdd9: 0xddc],
        0xddf: [0xdd9: 0xdde],
        0x1b35: [
            0x1b05: 0x1b06, 0x1b07: 0x1b08, 0x1b09: 0x1b0a, 0x1b0b: 0x1b0c, 0x1b0d: 0x1b0e,
            0x1b11: 0x1b12, 0x1b3a: 0x1b3b, 0x1b3c: 0x1b3d, 0x1b3e: 0x1b40, 0x1b3f: 0x1b41,
            0x1b42: 0x1b43,
        ],
        0x1133e: [0x11347: 0x1134b],
        0x11357: [0x11347: 0x1134c],
        0x114b0: [0x114b9: 0x114bc],
        0x114bd: [0x114b9: 0x114be],
        0x115af: [0x115b8: 0x115ba, 0x115b9: 0x115bb],
        0x11930: [0x11935: 0x11938],
    ]

    private static let several: [UInt32: [UInt32]] = [
        0xccb: [0xcc2, 0xcd5], 0x1d15e: [0x1d157, 0x1d165], 0x1d15f: [0x1d158, 0x1d165],
        0x1d160: [0x1d158, 0x1d165, 0x1d16e], 0x1d161: [0x1d158, 0x1d165, 0x1d16f],
        0x1d162: [0x1d158, 0x1d165, 0x1d170], 0x1d163: [0x1d158, 0x1d165, 0x1d171],
        0x1d164: [0x1d158, 0x1d165, 0x1d172], 0x1d1bb: [0x1d1b9, 0x1d165],
        0x1d1bc: [0x1d1ba, 0x1d165], 0x1d1bd: [0x1d1b9, 0x1d165, 0x1d16e],
        0x1d1be: [0x1d1ba, 0x1d165, 0x1d16e], 0x1d1bf: [0x1d1b9, 0x1d165, 0x1d16f],
        0x1d1c0: [0x1d1ba, 0x1d165, 0x1d16f],
    ]

    private static let single = """
        c0 AAAAAA.CEEEEIIII.NOOOOO..UUUUY..aaaaaa.ceeeeiiii.nooooo..uuuuy.yAaAaAaCcCcCcCcDd..E
        113 eEeEeEeEeGgGgGgGgHh..IiIiIiIiI...JjKk.LlLlLl....NnNnNn...OoOoOo..RrRrRrSsSsSsSsTt
        164 Tt..UuUuUuUuUuUuWwYyYZzZzZz
        1a0 Oo
        1af Uu
        1cd AaIiOoUuUuUuUuUu.AaAaÆæ..GgKkOoOoƷʒj...Gg..NnAaÆæØøAaAaEeEeIiIiOoOoRrRrUuUuSsTt..H
        21f h......AaEeOoOoOoOoYy
        374 \u{2b9}
        37e ;......\u{a8}Α\u{b7}ΕΗΙ.Ο.ΥΩι
        3aa ΙΥαεηιυ
        3ca ιυουω....ϒϒ
        400 ЕЕ.Г...І....КИУ
        419 И
        439 и
        450 ее.г...і....киу
        476 Ѵѵ
        4c1 Жж
        4d0 АаАа..Ее..ӘәЖжЗз..ИиИиОо..ӨөЭэУуУуУуЧч..Ыы
        622 ااواي
        6c0 ە.ہ
        6d3 ے
        929 न
        931 र..ळ
        958 कखगजडढफय
        9dc ডঢ.য
        a33 ਲ..ਸ
        a59 ਖਗਜ..ਫ
        b48 \u{b47}
        b5c ଡଢ
        cc0 \u{cd5}......\u{cd5}\u{cd6}.\u{cc2}
        dda \u{dd9}..\u{ddc}
        f43 ག
        f4d ཌ....ད....བ....ཛ
        f69 ཀ
        1026 ဥ
        1b3b \u{1b35}.\u{1b35}.....\u{1b35}
        1e00 AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOo
        1e50 OoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy.ſ....A
        1ea1 aAaAaAaAaAaAaAaAaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuU
        1ef1 uYyYyYyYy......ααααααααΑΑΑΑΑΑΑΑεεεεεε..ΕΕΕΕΕΕ..ηηηηηηηηΗΗΗΗΗΗΗΗιιιιιιιιΙΙΙΙΙΙΙΙο
        1f41 οοοοο..ΟΟΟΟΟΟ..υυυυυυυυ.Υ.Υ.Υ.ΥωωωωωωωωΩΩΩΩΩΩΩΩααεεηηιιοουυωω..ααααααααΑΑΑΑΑΑΑΑη
        1f91 ηηηηηηηΗΗΗΗΗΗΗΗωωωωωωωωΩΩΩΩΩΩΩΩααααα.ααΑΑΑΑΑ.ι..\u{a8}ηηη.ηηΕΕΗΗΗ\u{1fbf}\u{1fbf}
        1fcf \u{1fbf}ιιιι..ιιΙΙΙΙ.\u{1ffe}\u{1ffe}\u{1ffe}υυυυρρυυΥΥΥΥΡ\u{a8}\u{a8}`..ωωω.ωωΟ
        1ff9 ΟΩΩΩ\u{b4}..\u{2002}\u{2003}
        2126 Ω...KA
        219a ←→
        21ae ↔
        21cd \u{21d0}⇔⇒
        2204 ∃....∈..∋
        2224 ∣.∥
        2241 ∼..≃..≅.≈
        2260 =.≡
        226d ≍<>≤≥..≲≳..≶≷......≺≻..⊂⊃..⊆⊇
        22ac ⊢⊨⊩⊫
        22e0 ≼≽⊑⊒......⊲⊳⊴⊵
        2329 \u{3008}\u{3009}
        2adc ⫝
        304c か.き.く.け.こ.さ.し.す.せ.そ.た.ち..つ.て.と......はは.ひひ.ふふ.へへ.ほほ
        3094 う
        309e \u{309d}
        30ac カ.キ.ク.ケ.コ.サ.シ.ス.セ.ソ.タ.チ..ツ.テ.ト......ハハ.ヒヒ.フフ.ヘヘ.ホホ
        30f4 ウ..ワヰヱヲ...\u{30fd}
        f900 豈更車賈滑串句龜龜契金喇奈懶癩羅蘿螺裸邏樂洛烙珞落酪駱亂卵欄爛蘭鸞嵐濫藍襤拉臘蠟廊朗浪狼郎來冷勞擄櫓爐盧老蘆虜路露魯鷺碌祿綠菉錄鹿論壟弄籠聾牢磊賂雷壘屢樓淚漏累
        f950 縷陋勒肋凜凌稜綾菱陵讀拏樂諾丹寧怒率異北磻便復不泌數索參塞省葉說殺辰沈拾若掠略亮兩凉梁糧良諒量勵呂女廬旅濾礪閭驪麗黎力曆歷轢年憐戀撚漣煉璉秊練聯輦蓮連鍊列劣咽烈
        f9a0 裂說廉念捻殮簾獵令囹寧嶺怜玲瑩羚聆鈴零靈領例禮醴隸惡了僚寮尿料樂燎療蓼遼龍暈阮劉杻柳流溜琉留硫紐類六戮陸倫崙淪輪律慄栗率隆利吏履易李梨泥理痢罹裏裡里離匿溺吝燐璘
        f9f0 藺隣鱗麟林淋臨立笠粒狀炙識什茶刺切度拓糖宅洞暴輻行降見廓兀嗀..塚.晴..凞猪益礼神祥福靖精羽.蘒.諸..逸都...飯飼館鶴郞隷侮僧免勉勤卑喝嘆器塀墨層屮悔慨憎
        fa40 懲敏既暑梅海渚漢煮爫琢碑社祉祈祐祖祝禍禎穀突節練縉繁署者臭艹艹著褐視謁謹賓贈辶逸難響頻恵𤋮舘..並况全侀充冀勇勺喝啕喙嗢塚墳奄奔婢嬨廒廙彩徭惘慎愈憎慠懲戴揄搜摒
        fa90 敖晴朗望杖歹殺流滛滋漢瀞煮瞧爵犯猪瑱甆画瘝瘟益盛直睊着磌窱節类絛練缾者荒華蝹襁覆視調諸請謁諾諭謹變贈輸遲醙鉶陼難靖韛響頋頻鬒龜𢡊𢡄𣏕㮝䀘䀹𥉉𥳐𧻓齃龎
        fb1d י.ײ
        fb2a ששששאאאבגדהוז.טיךכל.מ.נס.ףפ.צקרשתובכפ
        1109a 𑂙.𑂛
        110ab 𑂥
        114bb \u{114b9}
        2f800 丽丸乁𠄢你侮侻倂偺備僧像㒞𠘺免兔兤具𠔜㒹內再𠕋冗冤仌冬况𩇟凵刃㓟刻剆割剷㔕勇勉勤勺包匆北卉卑博即卽卿卿卿𠨬灰及叟𠭣叫叱吆咞吸呈周咢哶唐啓啣善善喙喫喳嗂圖嘆圗噑
        2f84f 噴切壮城埴堍型堲報墬𡓤売壷夆多夢奢𡚨𡛪姬娛娧姘婦㛮㛼嬈嬾嬾𡧈寃寘寧寳𡬘寿将当尢㞁屠屮峀岍𡷤嵃𡷦嵮嵫嵼巡巢㠯巽帨帽幩㡢𢆃㡼庰庳庶廊𪎒廾𢌱𢌱舁弢弢㣇𣊸𦇚形彫㣣徚忍
        2f89e 志忹悁㤺㤜悔𢛔惇慈慌慎慌慺憎憲憤憯懞懲懶成戛扝抱拔捐𢬌挽拼捨掃揤𢯱搢揅掩㨮摩摾撝摷㩬敏敬𣀊旣書晉㬙暑㬈㫤冒冕最暜肭䏙朗望朡杞杓𣏃㭉柺枅桒梅𣑭梎栟椔㮝楂榣槪檨𣚣
        2f8ed 櫛㰘次𣢧歔㱎歲殟殺殻𣪍𡴋𣫺汎𣲼沿泍汧洖派海流浩浸涅𣴞洴港湮㴳滋滇𣻑淹潮𣽞𣾎濆瀹瀞瀛㶖灊災灷炭𠔥煅𤉣熜𤎫爨爵牐𤘈犀犕𤜵𤠔獺王㺬玥㺸㺸瑇瑜瑱璅瓊㼛甤𤰶甾𤲒異𢆟瘐𤾡
        2f93c 𤾸𥁄㿼䀈直𥃳𥃲𥄙𥄳眞真真睊䀹瞋䁆䂖𥐝硎碌磌䃣𥘦祖𥚚𥛅福秫䄯穀穊穏𥥼𥪧𥪧竮䈂𥮫篆築䈧𥲀糒䊠糨糣紀𥾆絣䌁緇縂繅䌴𦈨𦉇䍙𦋙罺𦌾羕翺者𦓚𦔣聠𦖨聰𣍟䏕育脃䐋脾媵𦞧𦞵𣎓𣎜
        2f98b 舁舄辞䑫芑芋芝劳花芳芽苦𦬼若茝荣莭茣莽菧著荓菊菌菜𦰶𦵫𦳕䔫蓱蓳蔖𧏊蕤𦼬䕝䕡𦾱𧃒䕫虐虜虧虩蚩蚈蜎蛢蝹蜨蝫螆䗗蟡蠁䗹衠衣𧙧裗裞䘵裺㒻𧢮𧥦䚾䛇誠諭變豕𧲨貫賁贛起𧼯𠠄
        2f9da 跋趼跰𠣞軔輸𨗒𨗭邔郱鄑𨜮鄛鈸鋗鋘鉼鏹鐕𨯺開䦕閷𨵷䧦雃嶲霣𩅅𩈚䩮䩶韠𩐊䪲𩒖頋頋頩𩖶飢䬳餩馧駂駾䯎𩬰鬒鱀鳽䳎䳭鵧𪃎䳸𪄅𪈎𪊑麻䵖黹黾鼅鼏鼖鼻𪘀
        """
}
