"""Symbol graphs of the public modules, from a debug build on Linux."""
import glob, json, subprocess


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout


def modules():
    """Returns the modules of library products that are part of the package on this machine."""
    package = json.loads(output("swift", "package", "describe", "--type", "json"))
    return sorted({
        target for product in package["products"] if "library" in product["type"]
        for target in product["targets"]})


def extract(module, folder):
    """Writes the symbol graphs of a module, with those of its extensions of other modules.

    They have public symbols without inherited and synthesized members. Returns the paths.
    """
    target = json.loads(output("swiftc", "-print-target-info"))["target"]["unversionedTriple"]
    maps = [
        word for path in glob.glob("Sources/MercatorC*/module.modulemap")
        for word in ("-Xcc", "-fmodule-map-file=" + path)]
    output(
        "swift-symbolgraph-extract", "-module-name", module, "-I", ".build/debug/Modules",
        "-target", target, "-output-dir", folder, "-minimum-access-level", "public",
        "-skip-synthesized-members", "-skip-inherited-docs", "-Xcc", "-I/usr/include/postgresql",
        *maps)
    return glob.glob(f"{folder}/{module}.symbols.json") + glob.glob(f"{folder}/{module}@*.json")
