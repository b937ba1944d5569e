public import SluiceFlow

/// A timeline as a picture: a lane for each stream, time to the right, a marble for each event.
///
/// Made from the same timeline that a test asserts, so that a picture in the documentation can't be
/// wrong. Events of one instant stand beside each other, in order.
public struct MarbleDiagram: Sendable, Hashable {
    /// The picture, as an SVG document.
    public let svg: String

    private static let laneHeight = 44
    private static let marbleWidth = 96

    /// Draws a timeline.
    public init(_ timeline: Timeline) {
        // What causes stands above what is caused.
        var lanes: [String] = []
        for role in [Timeline.Role.input, .output] {
            for event in timeline.events where event.role == role && !lanes.contains(event.name) {
                lanes.append(event.name)
            }
        }
        let labelWidth = 24 + 8 * (lanes.map(\.count).max() ?? 0)
        let width = labelWidth + Self.marbleWidth * max(1, timeline.events.count) + 24
        let height = Self.laneHeight * (lanes.count + 1)

        var shapes: [String] = []
        for (index, lane) in lanes.enumerated() {
            let y = Self.laneHeight * index + Self.laneHeight
            shapes.append(Self.text(lane, x: 12, y: y + 4, anchor: "start"))
            shapes.append(
                #"<line x1="\#(labelWidth)" y1="\#(y)" x2="\#(width - 12)" y2="\#(y)" class="lane"/>"#
            )
        }
        var last: Duration?
        for (index, event) in timeline.events.enumerated() {
            let x = labelWidth + Self.marbleWidth * index + Self.marbleWidth / 2
            if event.time != last {
                last = event.time
                let time =
                    Timeline(events: [event]).description
                    .prefix { $0 != "m" }.drop { $0 == " " } + "ms"
                shapes.append(Self.text(String(time), x: x, y: 16, anchor: "middle", style: "time"))
            }
            let lane = lanes.firstIndex(of: event.name) ?? 0
            let y = Self.laneHeight * lane + Self.laneHeight
            let role = event.role == .input ? "input" : "output"
            shapes.append(#"<circle cx="\#(x)" cy="\#(y)" r="7" class="\#(role)"/>"#)
            shapes.append(Self.text(Self.short(event.text), x: x, y: y + 20, anchor: "middle"))
        }
        svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="monospace" font-size="11">
            <style>svg{background:#fff}.lane{stroke:#999}.input{fill:#fff;stroke:#06c;stroke-width:2}\
            .output{fill:#06c}.time{fill:#666}</style>
            \(shapes.joined(separator: "\n"))
            </svg>

            """
    }

    private static func text(
        _ text: String, x: Int, y: Int, anchor: String, style: String? = nil
    ) -> String {
        let style = style.map { #" class="\#($0)""# } ?? ""
        return
            #"<text x="\#(x)" y="\#(y)" text-anchor="\#(anchor)"\#(style)>\#(escaped(text))</text>"#
    }

    private static func short(_ text: String) -> String {
        text.count <= 14 ? text : text.prefix(13) + "…"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }
}
