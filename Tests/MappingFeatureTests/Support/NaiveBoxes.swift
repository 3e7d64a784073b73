import EntityMapper

/// The expected result of a load of boxes, computed object by object and list by list.
struct NaiveBoxes {
    struct Item: Equatable {
        var id: Int64?
        var name: String?
        var note: String?
    }

    struct Box: Equatable {
        var label: String?
        /// The numbers of items, by relationship.
        var lists: [String: [Int]] = [:]
    }

    private(set) var items: [Int: Item] = [:]
    private(set) var boxes: [Int64: Box] = [:]
    /// The counts of the last load for boxes and for items.
    private(set) var counts = (boxes: MappingCounts(), items: MappingCounts())
    private var nextNumber = 0

    /// An element of a list, with the resulting item.
    private struct Entry {
        let item: BoxPayload.Item
        /// Its index in the list.
        let place: Int
        var number: Int
        var isDisallowed = false
    }

    private struct List {
        let box: Int
        let name: String
        var entries: [Entry] = []
        var hasBlank = false
    }

    mutating func load(_ payload: BoxPayload, _ rules: Boxes.Rules) {
        let before = self
        counts = (MappingCounts(), MappingCounts())
        var lists = listed(payload, rules)
        var isKnown = Set(items.keys)
        takeOver(payload, rules, &lists, isKnown)
        let boxIsAllowed = payload.boxes.map { box in
            rules.boxes.contains(before.boxes[box.id] == nil ? .insert : .update)
        }
        counts.boxes.disallowed = boxIsAllowed.count { !$0 }
        assignBoxes(payload, boxIsAllowed)
        for list in lists.indices {
            for entry in lists[list].entries.indices {
                assign(&lists[list].entries[entry], lists[list], rules, boxIsAllowed, isKnown)
            }
        }
        link(lists, payload, boxIsAllowed, rules)
        isKnown = Set(before.items.keys)
        prune(lists, payload, boxIsAllowed, rules, before)
        counts.boxes.inserted = boxes.keys.count { before.boxes[$0] == nil }
        counts.items.inserted = items.keys.count { before.items[$0] == nil }
        counts.items.deleted = before.items.keys.count { items[$0] == nil }
    }

    /// Returns the lists of a payload, with one number for each key, and a new one for every other
    /// element.
    private mutating func listed(_ payload: BoxPayload, _ rules: Boxes.Rules) -> [List] {
        var numbers: [Int64: Int] = [:]
        var lists: [List] = []
        for (place, box) in payload.boxes.enumerated() {
            for name in Boxes.relationships {
                guard let elements = box.lists[name] else { continue }
                var list = List(box: place, name: name)
                // `null` is no element.
                let present = (elements ?? []).filter { $0 != .null }
                for (place, element) in present.enumerated() {
                    guard case .item(var item) = element else {
                        if case .blank = element { list.hasBlank = true }
                        continue
                    }
                    if !rules.isIdentified { item.id = nil }
                    let known = item.id.flatMap { id in
                        numbers[id] ?? items.keys.sorted().first { items[$0]?.id == id }
                    }
                    let number = known ?? nextNumber
                    if known == nil { nextNumber += 1 }
                    if let id = item.id { numbers[id] = number }
                    list.entries.append(Entry(item: item, place: place, number: number))
                }
                lists.append(list)
            }
        }
        return lists
    }

    /// Assigns existing items to elements without identification or with a new key.
    private func takeOver(
        _ payload: BoxPayload, _ rules: Boxes.Rules, _ lists: inout [List], _ known: Set<Int>
    ) {
        guard rules.reuses else { return }
        var taken = Set(lists.flatMap(\.entries).map(\.number).filter(known.contains))
        var others: [Int: Int] = [:]
        var parts: [String: [Int]] = [:]
        let sets = lists.indices.filter { policy(lists[$0].name, rules) == .set }
        for list in sets where lists[list].entries.contains(where: { !known.contains($0.number) }) {
            // A repeated box has the same dependents.
            let own = lists[list].entries.filter { $0.item.id == nil }.map(\.number)
            let key = "\(payload.boxes[lists[list].box].id) \(lists[list].name)"
            let first = parts[key] ?? []
            for (one, other) in zip(first, own) { others[other] = one }
            parts[key] = first + own.dropFirst(first.count)
        }
        for list in sets {
            for entry in lists[list].entries.indices {
                let number = lists[list].entries[entry].number
                lists[list].entries[entry].number = others[number] ?? number
            }
        }
        others = [:]
        for list in sets {
            let id = payload.boxes[lists[list].box].id
            guard let box = boxes[id] else { continue }
            var present = box.lists[lists[list].name] ?? []
            present.removeAll { items[$0]?.id != nil && rules.isIdentified }
            var (missing, next) = (0, 0)
            for entry in lists[list].entries {
                if lists[list].hasBlank { missing += entry.place - next }
                next = entry.place + 1
                guard !known.contains(entry.number), others[entry.number] == nil else { continue }
                for _ in 0..<missing {
                    guard let place = present.firstIndex(where: { !taken.contains($0) }) else {
                        break
                    }
                    present.remove(at: place)
                }
                missing = 0
                guard let place = present.firstIndex(where: { !taken.contains($0) }) else {
                    continue
                }
                others[entry.number] = present[place]
                taken.insert(present[place])
            }
        }
        for list in lists.indices {
            for entry in lists[list].entries.indices {
                let number = lists[list].entries[entry].number
                lists[list].entries[entry].number = others[number] ?? number
            }
        }
    }

    private func policy(_ name: String, _ rules: Boxes.Rules) -> AssignmentPolicy {
        let policy = rules.relationships[name]?.policy ?? .set
        return policy == .replace && !rules.allowed(name).contains(.delete) ? .set : policy
    }

    private mutating func assignBoxes(_ payload: BoxPayload, _ isAllowed: [Bool]) {
        for (box, isAllowed) in zip(payload.boxes, isAllowed) where isAllowed {
            boxes[box.id, default: Box()].label = box.label ?? boxes[box.id]?.label
        }
    }

    private mutating func assign(
        _ entry: inout Entry, _ list: List, _ rules: Boxes.Rules, _ boxIsAllowed: [Bool],
        _ known: Set<Int>
    ) {
        let allowed = rules.allowed(list.name)
        let isInside = !boxIsAllowed[list.box]
        let isKnown = known.contains(entry.number)
        guard !isInside, allowed.contains(isKnown ? .update : .insert) else {
            entry.isDisallowed = true
            counts.items.disallowed += 1
            if isKnown, !isInside, entry.item.note == "gone", allowed.contains(.delete),
                rules.items.contains(.delete)
            {
                items[entry.number]?.note = "gone"
            }
            return
        }
        var item = items[entry.number] ?? Item()
        if let id = entry.item.id { item.id = id }
        item.name = entry.item.name
        item.note = entry.item.note ?? item.note
        items[entry.number] = item
    }

    private mutating func link(
        _ lists: [List], _ payload: BoxPayload, _ isAllowed: [Bool], _ rules: Boxes.Rules
    ) {
        for list in lists where isAllowed[list.box] {
            let box = payload.boxes[list.box].id
            let numbers = list.entries.map(\.number).filter { items[$0] != nil }
            let keeps = policy(list.name, rules) == .union || list.hasBlank
            let old = keeps ? boxes[box]?.lists[list.name] ?? [] : []
            set(list.name, of: box, to: old + numbers)
        }
    }

    private mutating func set(_ name: String, of box: Int64, to numbers: [Int]) {
        var unique: [Int] = []
        for number in numbers where !unique.contains(number) { unique.append(number) }
        // An item belongs to at most one bag.
        if name == "bag" {
            for other in boxes.keys { boxes[other]?.lists[name]?.removeAll(where: unique.contains) }
        }
        boxes[box]?.lists[name] = name == "bag" || name == "heap" ? unique.sorted() : unique
    }

    private mutating func prune(
        _ lists: [List], _ payload: BoxPayload, _ isAllowed: [Bool], _ rules: Boxes.Rules,
        _ before: NaiveBoxes
    ) {
        let named = Set(lists.flatMap(\.entries).map(\.number)).intersection(items.keys)
        var doomed: Set<Int> = []
        var preserved: Set<Int> = []
        for list in lists where isAllowed[list.box] {
            guard rules.relationships[list.name]?.policy == .replace else { continue }
            let box = payload.boxes[list.box].id
            let new = Set(boxes[box]?.lists[list.name] ?? [])
            let lost = Set(before.boxes[box]?.lists[list.name] ?? []).subtracting(new)
            guard rules.allowed(list.name).contains(.delete) else {
                preserved.formUnion(lost.subtracting(named))
                continue
            }
            doomed.formUnion(lost.subtracting(named))
            let parts = list.entries.filter { $0.item.id == nil }.map(\.number)
            doomed.formUnion(Set(parts).subtracting(new).intersection(items.keys))
        }
        let gone = items.keys.filter { items[$0]?.note == "gone" }
        if rules.items.contains(.delete) {
            doomed.formUnion(gone)
        } else {
            preserved.formUnion(gone)
        }
        counts.items.disallowed += preserved.subtracting(doomed).count
        for number in doomed {
            items[number] = nil
            for box in boxes.keys {
                for name in Boxes.relationships {
                    boxes[box]?.lists[name]?.removeAll { $0 == number }
                }
            }
        }
    }
}

extension NaiveBoxes {
    /// A line for each box, and one for each item.
    var lines: [String] {
        func text(_ number: Int) -> String {
            let item = items[number] ?? Item()
            return [item.id.map { "\($0)" }, item.name, item.note].map { $0 ?? "nil" }
                .joined(separator: "/")
        }
        let boxLines = boxes.sorted { $0.key < $1.key }.map { id, box in
            "\(id) \(box.label ?? "nil"): "
                + Boxes.relationships.map { name in
                    let texts = (box.lists[name] ?? []).map(text)
                    return (name == "row" ? texts : texts.sorted()).joined(separator: ",")
                }.joined(separator: " | ")
        }
        return boxLines + items.keys.map(text).sorted()
    }
}
