import SluiceHTTP
import Testing

@testable import UserServices

@Suite struct NetworkOptionsTests {
    @Test func `only this program's own variables lead elsewhere`() {
        let options = NetworkOptions(environment: [
            "SLUICE_CA_FILE": "/ca.pem", "SLUICE_PROXY": "http://p.example:3128",
            "https_proxy": "http://other.example", "CURL_CA_BUNDLE": "/other.pem",
        ])
        #expect(options.transport.caFile == "/ca.pem")
        #expect(options.transport.proxy == "http://p.example:3128")
        let none = NetworkOptions(environment: ["SLUICE_CA_FILE": "", "all_proxy": "http://x"])
        #expect(none == NetworkOptions())
    }
}
