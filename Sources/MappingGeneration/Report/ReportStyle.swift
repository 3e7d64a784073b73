/// The embedded styles of an ``HTMLReport``.
enum ReportStyle {
    /// The style sheet.
    static let css: StaticString = """
        <style>
        :root{color-scheme:light dark;--bg:#ffffff;--card:#f5f7fa;--fg:#1c2430;--dim:#525d6c;\
        --line:#d3dae3;--link:#0f4fa3;--bar:#4a86d8;--track:#dde4ed;--out:#8a4300;--outbg:#fdf1e3;\
        --code:#1c2430;--focus:#0f4fa3}
        @media (prefers-color-scheme:dark){:root{--bg:#12161d;--card:#1a202a;--fg:#e6eaf0;\
        --dim:#a9b4c2;--line:#374151;--link:#86b9ff;--bar:#5b95e0;--track:#2c3644;--out:#f0b56a;\
        --outbg:#33270f;--code:#e6eaf0;--focus:#86b9ff}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,\
        "Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
        header,main,footer,nav{max-width:1180px;margin:0 auto;padding:0 1.25rem}
        header{padding-top:2rem}h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem;\
        overflow-wrap:anywhere}
        h2{font-size:1.3rem;margin:2.6rem 0 .8rem;padding-bottom:.3rem;\
        border-bottom:1px solid var(--line)}
        h3{font-size:1.05rem;margin:0;display:inline;overflow-wrap:anywhere}
        h4{font-size:.95rem;margin:1rem 0 .3rem}p{margin:.4rem 0}
        a{color:var(--link)}.dim,caption{color:var(--dim)}
        .skip{position:absolute;left:-9999px}.skip:focus{left:1rem;top:1rem;background:var(--bg);\
        padding:.5rem 1rem;z-index:2}
        :focus-visible{outline:3px solid var(--focus);outline-offset:2px}
        nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;padding:0;\
        margin:1rem 0 0}
        nav a,footer a{display:inline-block;padding:.2rem 0}
        .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.7rem;\
        margin:1.2rem 0}
        .tiles div{background:var(--card);border:1px solid var(--line);border-radius:8px;\
        padding:.6rem .8rem}
        .tiles dt{color:var(--dim);font-size:.85rem}.tiles dd{margin:0;font-size:1.25rem;\
        font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
        code{font:.9em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
        color:var(--code);unicode-bidi:isolate;overflow-wrap:anywhere}
        .scroll{overflow-x:auto;margin:.4rem 0 1rem}
        table{border-collapse:separate;border-spacing:0;width:100%;font-size:.92rem}
        caption{text-align:left;font-size:.85rem;padding-bottom:.2rem;\
        max-width:calc(100vw - 4rem)}
        th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;\
        border-bottom:1px solid var(--line);max-width:24rem}
        thead th{color:var(--dim);font-weight:600;font-size:.85rem;white-space:nowrap}
        tbody th{font-weight:600;min-width:7rem}tbody th,tbody th code{overflow-wrap:break-word}
        td{min-width:6rem;overflow-wrap:anywhere}td:has(code){min-width:9rem}
        .share{white-space:nowrap}.n{min-width:4.5rem;text-align:right;padding-right:1.4rem;\
        font-variant-numeric:tabular-nums;white-space:nowrap}
        .bar{display:inline-block;width:4.5rem;height:.6rem;border-radius:3px;\
        background:var(--track);overflow:hidden;vertical-align:baseline;margin-right:.45rem}
        .bar i{display:block;height:100%;background:var(--bar)}
        .entity{border:1px solid var(--line);border-radius:8px;padding:.6rem 1rem;margin:.8rem 0}
        summary{cursor:pointer}.entity>summary{overflow-wrap:anywhere}
        figure{margin:0}figcaption{margin-top:.4rem}
        .picture{overflow:auto;border:1px solid var(--line);border-radius:8px;max-height:90vh}
        .picture svg{display:block;max-width:max(100%,40rem);height:auto}
        figure:has(.zoom:checked) svg{max-width:none}
        figure label{display:inline-block;padding:.3rem 0}
        .tree,.tree ul{list-style:none;margin:0;padding-left:1.1rem;\
        border-left:1px solid var(--line)}
        .tree{padding-left:0;border:0;overflow-x:auto}.tree li{margin:.1rem 0;min-width:11rem;\
        overflow-wrap:anywhere}
        .to{color:var(--dim)}.out{color:var(--out);background:var(--outbg);border-radius:4px;\
        padding:0 .3rem}
        footer{padding:2rem 1.25rem 3rem;color:var(--dim);font-size:.9rem}
        @media (max-width:34rem){header,main,footer,nav{padding-left:.9rem;padding-right:.9rem}\
        .entity{padding:.5rem .7rem}.tiles{grid-template-columns:1fr 1fr}\
        .tree ul{padding-left:.6rem}\
        tbody th{position:sticky;left:0;background:var(--bg);max-width:9rem}}
        @media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--fg:#000;--dim:#333;\
        --line:#999;--link:#000;--track:#ddd;--bar:#555;--out:#000;--outbg:#eee;--code:#000}\
        body{font-size:10pt}nav,.skip,figure label{display:none}\
        .picture{max-height:none;overflow:visible;border:0}\
        .picture svg{max-width:100%!important;height:auto}.scroll,.tree{overflow:visible}\
        td,td:has(code),tbody th{min-width:4.2rem}.n,.tree li{min-width:0}thead th{white-space:normal}\
        tbody th,tbody th code{overflow-wrap:anywhere}\
        h2,h3,thead,summary{break-after:avoid}tr,.tiles div{break-inside:avoid}\
        .bar,.bar i{print-color-adjust:exact;-webkit-print-color-adjust:exact}\
        details::details-content{content-visibility:visible;display:block}}
        </style>
        """
}
