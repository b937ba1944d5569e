// Measures every figure of the budgets, and its bare baseline in the same run.
// Prints one line each, tab-separated: name, value, unit, baseline, ratio, budget, ok or over.
// Arguments choose figures by a part of their name.
import Glibc

let words = Array(CommandLine.arguments.dropFirst())
if let role = words.first.flatMap(Role.init) {
    try await role.play(Array(words.dropFirst()))
    exit(0)
}
let areas: [() throws -> [Figure]] = [
    { FlowFigures.all }, { AllocationFigures.all }, HTTPFigures.all, MappingFigures.all,
    StoreFigures.all, SyncFigures.all, ProgramFigures.all, LargeFigures.all,
]
for area in areas {
    for figure in try area()
    where words.isEmpty || words.contains(where: { figure.name.contains($0) }) {
        print(try await figure.line())
        fflush(nil)
    }
}
