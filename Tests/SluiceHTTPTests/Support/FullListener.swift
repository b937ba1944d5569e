import Glibc

/// A port on 127.0.0.1 on which a connection neither comes about nor is refused: its queue is full.
final class FullListener {
    let port: Int
    private var descriptors: [Int32] = []

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // With no room asked for, the kernel queues one connection, and drops what comes then.
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 0) == 0
                    ? getsockname(listener, address, &size) : -1
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard code == 0 else { throw POSIXFault(code: errno) }
        for _ in 0..<4 {
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let filler = socket(AF_INET, kind, 0)
            descriptors.append(filler)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = connect(filler, address, size)
                }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
