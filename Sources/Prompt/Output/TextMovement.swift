import Library
import Terminal

/// How something has moved in a chart, in a few columns.
enum TextMovement {
    /// `▲2` up, `▼1` down, `=` where it was, `new`; nothing where it isn't known.
    static func text(_ movement: ChartPlace.Movement?) -> String {
        switch movement {
        case .by(0): "="
        case .by(let ranks): ranks > 0 ? "▲\(ranks)" : "▼\(ranks.magnitude)"
        case .new: "new"
        case nil: ""
        }
    }

    static func style(_ movement: ChartPlace.Movement?) -> Style {
        switch movement {
        case .by(0), nil: .dim
        case .by(let ranks): ranks > 0 ? .green : .red
        case .new: .yellow
        }
    }
}
