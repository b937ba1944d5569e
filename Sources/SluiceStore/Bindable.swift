/// A value that a statement's parameter can take.
public protocol Bindable {
    /// Binds the value to parameter `index`, from 1.
    func bind(to statement: Statement, at index: Int32) throws(StoreError)
}

extension String: Bindable {
    /// Binds a text.
    public func bind(to statement: Statement, at index: Int32) throws(StoreError) {
        try statement.bind(self, at: index)
    }
}

extension Int64: Bindable {
    /// Binds an integer.
    public func bind(to statement: Statement, at index: Int32) throws(StoreError) {
        try statement.bind(self, at: index)
    }
}

extension Int: Bindable {
    /// Binds an integer.
    public func bind(to statement: Statement, at index: Int32) throws(StoreError) {
        try statement.bind(Int64(self), at: index)
    }
}

extension Bool: Bindable {
    /// Binds 1 or 0.
    public func bind(to statement: Statement, at index: Int32) throws(StoreError) {
        try statement.bind(Int64(self ? 1 : 0), at: index)
    }
}

extension Double: Bindable {
    /// Binds a floating-point number.
    public func bind(to statement: Statement, at index: Int32) throws(StoreError) {
        try statement.bind(self, at: index)
    }
}

extension [UInt8]: Bindable {
    /// Binds a blob.
    public func bind(to statement: Statement, at index: Int32) throws(StoreError) {
        try statement.bind(self, at: index)
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    /// Binds the value, or NULL.
    public func bind(to statement: Statement, at index: Int32) throws(StoreError) {
        switch self {
        case .some(let value): try value.bind(to: statement, at: index)
        case .none: try statement.bindNull(at: index)
        }
    }
}
