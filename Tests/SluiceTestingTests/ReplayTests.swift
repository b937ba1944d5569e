import SluiceFlow
import Testing

@testable import SluiceTesting

/// T7: a recorded session is a test.
@MainActor
@Suite struct ReplayTests {
    private static let text = """
        sluice recording 1
            0 ms  ~ user(7) 120 ms Ana
          200 ms  ~ user(8) 80.5 ms Bo of "x"
            0 ms  user    idle
            0 ms  isBusy  false
            0 ms  > show 7
            0 ms  user    loading
            0 ms  isBusy  true
          120 ms  user    loaded "Ana"
          120 ms  isBusy  false
          200 ms  > show 8
          200 ms  user    loading, was "Ana"
          200 ms  isBusy  true
        280.5 ms  user    loaded "Bo of "x""
        280.5 ms  isBusy  false

        """

    private func replay(_ text: String) async throws {
        let recording = try #require(SessionRecording(text))
        try await VirtualTime.replay(recording) { replay in
            let show = PublishRelay<Int>()
            let activity = ActivityTracker(clock: replay.time.clock)
            let user = replay.input("show", show) { Int($0) }.flatMapLatest { number in
                Single<String, CancellationError>("user") {
                    () async throws(CancellationError) in
                    guard let answer = await replay.answer(to: "user(\(number))") else {
                        throw CancellationError()
                    }
                    return answer
                }.trackActivity(activity)
            }
            replay.time.recorder.output("user", user)
            replay.time.recorder.output("isBusy", activity.isActive)
        }
    }

    @Test func `T7: a recording replays to the same events at the same times`() async throws {
        try await replay(Self.text)
    }

    @Test func `T7: a replay that gives other events fails with the first difference`() async throws
    {
        let changed = Self.text.replacing("120 ms  isBusy  false", with: "120 ms  isBusy  true")
        let error = await #expect(throws: TestFailure.self) { try await replay(changed) }
        #expect(error?.description.hasPrefix("the timeline differs: line 7") == true)
    }

    @Test func `T7: an input that the replay doesn't know fails, and is named`() async throws {
        let changed = Self.text.replacing("> show 8", with: "> hide 8")
        let error = await #expect(throws: TestFailure.self) { try await replay(changed) }
        #expect(error?.description == "the recording has an input “hide”, the replay has none")
    }

    @Test func `T7: the text of a recording reads back as it was written`() throws {
        let recording = try #require(SessionRecording(Self.text))
        #expect(recording.description == Self.text)
        #expect(SessionRecording(recording.description) == recording)
    }

    @Test(arguments: ["", "sluice recording 2\n", "sluice recording 1\nnonsense\n"])
    func `T7: what is no recording, or of another version, isn't read`(text: String) {
        #expect(SessionRecording(text) == nil)
    }

    @Test func `a timeline is drawn with a lane for each stream`() throws {
        let recording = try #require(SessionRecording(Self.text))
        let svg = MarbleDiagram(recording.timeline).svg
        #expect(svg.hasPrefix("<svg "))
        #expect(svg.split(separator: "class=\"lane\"").count == 4)
        #expect(svg.split(separator: "<circle").count == 13)
        #expect(svg.contains(">280.5 ms<"))
        #expect(MarbleDiagram(Timeline()).svg.hasPrefix("<svg "))
        let markup = Timeline(events: [.init(time: .zero, role: .input, name: "a", text: "<&>")])
        #expect(MarbleDiagram(markup).svg.contains("&lt;&amp;&gt;"))
    }
}
