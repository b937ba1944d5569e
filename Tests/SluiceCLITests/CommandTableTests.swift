import Testing

@testable import SluiceCLI

/// The table is what parsing, help and completion read; these hold it together.
@Suite struct CommandTableTests {
    @Test(arguments: CommandName.allCases)
    func `C1: every command is in the table, in the help and in the completion`(
        _ name: CommandName
    ) throws {
        let spec = try #require(CommandTable.command(name))
        #expect(Help.overview().contains("  \(name.rawValue)"))
        #expect(Completion().complete("").candidates.contains(name.rawValue))
        let help = Help.command(name)
        for option in spec.options {
            #expect(help.contains("--\(option.name)"))
            #expect(
                Completion().complete("\(name.rawValue) --").candidates.contains(
                    "--" + option.name))
        }
    }

    @Test(arguments: CommandTable.globalOptions.map(\.name))
    func `C1: every global option is parsed, in the help and in the completion`(
        _ name: String
    ) throws {
        let option = try #require(CommandTable.option(name))
        #expect(Help.overview().contains("--\(name)"))
        #expect(Completion().complete("list --").candidates.contains("--" + name))
        let line = try LineParser.parse(["status", "--\(name)"] + sample(option))
        #expect(line.has(name))
    }

    @Test func `C1: every example of the help is accepted`() throws {
        for spec in CommandTable.commands {
            for example in spec.examples where !example.contains("|") && !example.contains("<") {
                let words = try LineSplitter.words(of: example)
                let request = try Request.parse(words, over: Settings())
                #expect(request.command != nil, "\(example)")
            }
        }
    }

    @Test func `what an option takes doesn't depend on the command it stands with`() {
        let global = CommandTable.globalOptions.map(\.name)
        for option in CommandTable.commands.flatMap(\.options) {
            #expect(CommandTable.option(option.name)?.value == option.value)
            #expect(!global.contains(option.name))
        }
    }

    /// A value that the option accepts.
    private func sample(_ option: OptionSpec) -> [String] {
        switch option.value {
        case .flag: []
        case .text: ["x"]
        case .count: ["1"]
        case .seconds, .duration: ["1.5"]
        case .choice(let words): [words[0]]
        case .assignment: ["a=b"]
        case .fields: ["state"]
        }
    }
}
