import SluiceFlow
import SluiceStore

let notes = try Notes(.memory)
for notice in notes.notices { print(notice) }
try await notes.add("Call Ana", stars: 3)
try await notes.add("Water the plants", stars: nil)
print(try notes.texts(stars: 1).joined(separator: ", "))

let counts = notes.count(on: ContinuousClock()).values
try await notes.add("Buy bread", stars: 1)
for await result in counts {
    // Two changes between two looks are one: what counts is the last.
    guard try result.get() == 3 else { continue }
    print("3 notes")
    break
}

for time: Int64 in [0, 3_599_000, 3_601_000] {
    let forecast = try await notes.forecast(for: "Bern", now: time) {
        print("asked at \(time)")
        return Notes.Forecast(text: "rain")
    }
    print(forecast.text)
}
try await notes.close()
do throws(StoreError) {
    _ = try notes.texts(stars: 0)
} catch {
    print(error.code)
}
