import Catalogue
import Library
import Session

/// The objects of `doctor`, `verify`, `backup` and `restore`.
enum JSONChecks {
    static func check(_ check: LibraryCheck) -> JSONLine {
        var line = JSONLine(type: "check")
        line.add("name", check.name.rawValue)
        line.add("ok", check.isGood || check.isMended)
        line.add("message", CheckText.words(check))
        return line
    }

    static func verified(_ file: VerifiedFile) -> JSONLine {
        var line = JSONLine(type: "check")
        line.add("name", file.record.id.description)
        line.add("title", file.record.title)
        line.add("ok", file.fault == nil)
        line.add("message", VerifyText.words(file))
        return line
    }

    static func rescued(_ report: RescueReport) -> JSONLine {
        var line = JSONLine(type: "check")
        line.add("name", CheckName.rescue.rawValue)
        line.add("ok", true)
        line.add("message", RescueText.line(report))
        return line
    }

    static func result(_ action: String, path: String) -> JSONLine {
        var line = JSONLine(type: "result")
        line.add("action", action)
        line.add("items", 1)
        line.add("path", path)
        return line
    }
}
