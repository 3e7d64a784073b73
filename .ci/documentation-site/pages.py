"""The Markdown pages of the tree: their headings, links and images, and the articles made of them."""
import glob, os, re

# The length of an abstract of more than one sentence.
ABSTRACT = 200
# What is not text comes first: blocks, headings and code have no links to follow or to add.
TOKEN = re.compile(
    r"(?P<block>^```.*?^```[^\n]*)"
    r"|(?P<heading>^#+ [^\n]+)"
    r"|(?P<link>(?P<mark>!?)\[(?P<text>(?:[^\[\]`]|`[^`]*`)*)\]\((?P<target>[^()\s]*)\))"
    r"|(?P<image><img src=\"(?P<source>[^\"]*)\"[^>]*alt=\"(?P<alt>[^\"]*)\"[^>]*>)"
    r"|(?P<code>`[^`]+`)", re.M | re.S)


def read(path):
    with open(path) as file:
        return file.read()


def tokens(text):
    """Returns the tokens of a page by kind, with the line of each."""
    for match in TOKEN.finditer(text):
        yield match, text.count("\n", 0, match.start()) + 1


def plain(heading):
    """Returns a heading as it is read: without marks of code, links and emphasis."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading.lstrip("#").strip())
    return re.sub(r"[`*]", "", text)


class Page:
    """A page with the anchors of its headings, as GitHub and as DocC make them."""

    def __init__(self, path):
        self.path, self.text = path, read(path)
        self.folder = os.path.dirname(path)
        self.anchors = {}
        for match, _ in tokens(self.text):
            if match["heading"]:
                text = plain(match["heading"])
                slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
                count = sum(re.fullmatch(re.escape(slug) + r"(-\d+)?", s) is not None for s in self.anchors)
                self.anchors[f"{slug}-{count}" if count else slug] = \
                    re.sub(r"[^\w\- ]", "", text).replace(" ", "-")

    @property
    def title(self):
        return plain(re.search(r"^# .*", self.text, re.M).group())

    @property
    def name(self):
        """The name of the article: of a folder's index, that of the folder."""
        stem = os.path.basename(self.path)[:-len(".md")]
        return os.path.basename(self.folder) if stem == "README" else stem

    @property
    def address(self):
        """The address of the article, which no module has, though it may have the name."""
        return f"/Guides/{self.name}"

    def resolve(self, target):
        """Returns the path and the anchor that a relative link leads to."""
        path, _, anchor = target.partition("#")
        return (os.path.normpath(os.path.join(self.folder, path)) if path else self.path), anchor


def pages():
    """Returns all pages by path."""
    paths = ["README.md"] + [
        path for folder in ("Guides", ".github")
        for path in glob.glob(f"{folder}/**/*.md", recursive=True)]
    return {path: Page(path) for path in sorted(paths)}


def is_external(target):
    return re.match(r"[a-z][a-z0-9+.-]*:", target) is not None


def broken_links(all_pages):
    """Returns a line for each relative link whose file, image or anchor does not exist."""
    for page in all_pages.values():
        for match, line in tokens(page.text):
            target = match["target"] if match["link"] else match["source"]
            if target is None or is_external(target):
                continue
            path, anchor = page.resolve(target)
            if not os.path.exists(path) or path.startswith(".."):
                yield f"{page.path}:{line}: error: {target} leads to no file"
            elif anchor and (path not in all_pages or anchor not in all_pages[path].anchors):
                yield f"{page.path}:{line}: error: {path} has no heading for #{anchor}"


def with_abstract(text, purpose=None):
    """Returns an article whose first paragraph is short and complete, or the purpose of the page.

    DocC shows the first paragraph as an abstract, apart from the blocks that follow it.
    """
    title, _, rest = text.partition("\n\n")
    first, _, after = rest.partition("\n\n")
    if re.match(r"```|[#|<@!]|- |\d+\. ", first):
        return "\n\n".join([title, purpose, rest]) if purpose else text
    sentences = re.split(r"(?<=[.?!])\s+(?=[A-Z`\[])", first)
    count = 1
    while count < len(sentences) and not sentences[count].endswith(":") \
            and sum(map(len, sentences[:count + 1])) <= ABSTRACT:
        count += 1
    abstract = re.sub(r":$", ".", " ".join(sentences[:count]))
    return "\n\n".join(part for part in [title, abstract, " ".join(sentences[count:]), after] if part)


class Articles:
    """The text of pages as DocC reads it.

    Links between pages become links between articles, names of public types and modules become links
    to them, and other files of the tree are links into the repository, or text if there is no address
    of it.
    """

    def __init__(self, all_pages, modules, types, repository, landing, sources):
        self.pages, self.repository = all_pages, repository
        self.symbols = {name: f"/{name}" for name in modules} | {
            name: f"/{module}/{name}" for name, module in types.items()}
        # The landing page, and the pages that it consists of.
        self.landing, self.sources = landing, sources

    def text(self, page, text=None):
        return TOKEN.sub(lambda match: self.token(page, match), text or page.text)

    def token(self, page, match):
        if match["link"] and not is_external(match["target"]):
            if match["mark"]:
                return f"![{match['text']}]({os.path.basename(match['target'])})"
            return self.link(page, match["text"], match["target"])
        if match["image"]:
            return f"![{match['alt']}]({os.path.basename(match['source'])})"
        if match["code"] and match["code"].strip("`") in self.symbols:
            return f"``{self.symbols[match['code'].strip('`')]}``"
        return match.group()

    def link(self, page, text, target):
        path, anchor = page.resolve(target)
        if path in self.pages and not path.startswith("."):
            name = self.landing if path in self.sources else self.pages[path].address
            fragment = "#" + self.pages[path].anchors[anchor] if anchor else ""
            return f"[{text}](doc:{name}{fragment})"
        if self.repository:
            return f"[{text}]({self.repository}/blob/main/{path}{'#' + anchor if anchor else ''})"
        return text
