/// The one connection that changes a store's file, opened at the first change.
actor Writer {
    private let executor = WriterExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let opener: Opener
    private var connection: Connection?
    private var isClosed = false

    init(opener: Opener, connection: Connection?) {
        self.opener = opener
        self.connection = connection
    }

    /// Runs `body` as one transaction.
    func change<T: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        try using { connection throws(StoreError) in
            if Task.isCancelled { throw opener.error(.cancelled, "write to") }
            try opener.checkPresence()
            return try connection.change(body)
        }
    }

    /// Runs `body` outside of a transaction.
    func use<T: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        try using(body)
    }

    /// Closes the connection. A change after it fails with `closed`.
    func close() throws(StoreError) {
        isClosed = true
        guard let connection else { return }
        self.connection = nil
        try connection.checkpoint()
        try connection.close()
    }

    private func using<T>(
        _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        if isClosed { throw opener.error(.closed, "write to") }
        do throws(StoreError) {
            let connection = try opened()
            connection.rollBack()
            return try body(connection)
        } catch {
            throw opener.judged(error)
        }
    }

    private func opened() throws(StoreError) -> Connection {
        if let connection { return connection }
        let made = try opener.writer()
        connection = made
        return made
    }
}
