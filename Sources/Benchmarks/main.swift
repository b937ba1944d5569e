// Measures every figure of the budgets, and its bare baseline in the same run.
// Prints one line each, tab-separated: name, value, unit, baseline, ratio, budget, ok or over.
// Arguments choose figures by a part of their name.

let wanted = CommandLine.arguments.dropFirst()
let figures = FlowFigures.all
for figure in figures
where wanted.isEmpty || wanted.contains(where: { figure.name.contains($0) }) {
    print(try await figure.line())
}
