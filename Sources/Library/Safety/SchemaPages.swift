import Glibc

/// The pages of a library that say which tables there are and where each begins: the first one, and those to which it leads. Where they
/// are spoiled, those of another file of the same kind do, since tables stay where they are (sqlite.org/fileformat.html).
struct SchemaPages {
    /// By number, from 1.
    private(set) var pages: [Int: [UInt8]] = [:]

    /// No more than this first page.
    init(first page: [UInt8]) { pages[1] = page }

    /// Those of a library that is whole; nil where it can't be read.
    init?(of path: String) {
        guard let file = PageFile(path), let first = file.page(1) else { return nil }
        pages[1] = first
        var waiting = Self.children(of: first, at: 100)
        while let number = waiting.popLast() {
            guard pages.count < 100, pages[number] == nil, let page = file.page(number) else { return nil }
            pages[number] = page
            waiting += Self.children(of: page, at: 0)
        }
        // The list of free pages and the number of pages are of another day.
        pages[1]?.replaceSubrange(28..<40, with: [UInt8](repeating: 0, count: 12))
    }

    /// Those of a new library, made for this at `path`, where the library at `other` was made by the same steps: each of its tables and indexes
    /// then begins where the new one's does. One that was brought up to date since has a backup of before.
    init?(ofNew path: String, like other: String) {
        defer { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
        for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
        guard let made = try? LibraryFile(path: path, busyMilliseconds: 0).open() else { return nil }
        let roots = try? made.all("SELECT rootpage FROM sqlite_schema WHERE rootpage > 1") { Int($0.int()) }
        made.close()
        guard let roots, let new = PageFile(path), let old = PageFile(other, pageSize: new.pageSize) else { return nil }
        for root in roots {
            guard let kind = new.page(root).flatMap(Self.isTable), old.page(root).flatMap(Self.isTable) == kind else { return nil }
        }
        self.init(of: path)
    }

    /// Writes them over those of the file at `path`, which is made where there is none. False where it can't be.
    func write(over path: String) -> Bool {
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 { return false }
        defer { Glibc.close(file) }
        return pages.allSatisfy { number, page in pwrite(file, page, page.count, off_t((number - 1) * page.count)) == page.count }
    }
}

extension SchemaPages {
    /// The pages to which an inner page of a table leads.
    private static func children(of page: [UInt8], at start: Int) -> [Int] {
        guard page[start] == 5 else { return [] }
        func number(_ place: Int, _ count: Int) -> Int {
            place + count <= page.count ? page[place..<place + count].reduce(0) { $0 << 8 | Int($1) } : 0
        }
        let cells = (0..<number(start + 3, 2)).map { number(number(start + 12 + 2 * $0, 2), 4) }
        return cells + [number(start + 8, 4)]
    }

    /// Whether a page is of a table or of an index; nil where it is of neither.
    private static func isTable(_ page: [UInt8]) -> Bool? {
        switch page[0] {
        case 5, 13: true
        case 2, 10: false
        default: nil
        }
    }
}

/// A database's file, read by its pages.
private final class PageFile {
    let pageSize: Int
    private let file: Int32

    /// The size of a page is read from the file where it isn't known.
    init?(_ path: String, pageSize: Int? = nil) {
        file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        var head = [UInt8](repeating: 0, count: 100)
        let isRead = file >= 0 && pread(file, &head, 100, 0) == 100
        let said = Int(head[16]) << 8 | Int(head[17])
        self.pageSize = pageSize ?? (said == 1 ? 65_536 : said)
        guard isRead, self.pageSize >= 512 else { return nil }
    }

    deinit { if file >= 0 { Glibc.close(file) } }

    func page(_ number: Int) -> [UInt8]? {
        guard (1...Int(UInt32.max)).contains(number) else { return nil }
        var page = [UInt8](repeating: 0, count: pageSize)
        return pread(file, &page, pageSize, off_t((number - 1) * pageSize)) == pageSize ? page : nil
    }
}
