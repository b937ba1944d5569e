extension Paging {
    /// By the URL of the relation `next` in the header `Link` (RFC 8288).
    public static let link = Paging(.link)

    /// By the URL that stands in a header field: `Next-Page`.
    public static func next(header: String) -> Paging { Paging(.next(.header(header))) }

    /// By the URL that stands in the body: `links.next`.
    public static func next(at path: String) -> Paging {
        described(by: path) { Paging(.next(.path($0))) }
    }

    /// By number, the first page being `base`.
    public static func numbered(from base: Int = 1, parameter: String = "page") -> Paging {
        Paging(.page(base: base), parameter: parameter)
    }

    /// By how many elements come before.
    public static func offset(parameter: String = "offset") -> Paging {
        Paging(.offset, parameter: parameter)
    }

    /// By the number of the page's first element, from 1 (RFC 7644 §3.4.2.4).
    public static func startIndex(parameter: String = "startIndex") -> Paging {
        Paging(.startIndex, parameter: parameter)
    }

    /// By a word that the page before gave in its body: `meta.next_cursor`.
    public static func cursor(at path: String, parameter: String = "cursor") -> Paging {
        described(by: path) { Paging(.cursor(.path($0)), parameter: parameter) }
    }

    /// By a word that the page before gave in a header field.
    public static func cursor(header: String, parameter: String = "cursor") -> Paging {
        Paging(.cursor(.header(header)), parameter: parameter)
    }

    /// By the id of the last element before; `path` leads to it from the element.
    public static func lastID(at path: String = "id", parameter: String = "after") -> Paging {
        described(by: path) { Paging(.lastID($0), parameter: parameter) }
    }

    /// Asks for pages of this many elements, by this parameter.
    public func sized(_ size: Int, by parameter: String) -> Paging {
        with { ($0.size, $0.sizeParameter) = (max(1, size), parameter) }
    }

    /// Takes a page with fewer elements than were asked for as the last one.
    ///
    /// Else a list without a total ends at an empty page, as a server may give fewer than were asked for.
    public func endingShort() -> Paging { with { $0.endsShort = true } }

    /// Reads in the body whether there is more: `has_more`.
    public func more(at path: String) -> Paging { reading(path) { $0.more = $1 } }

    /// Reads in the body how many pages there are: `meta.total_pages`.
    public func pages(at path: String) -> Paging { reading(path) { $0.pages = $1 } }

    /// Reads in the body how many elements there are in all: `meta.total`.
    public func total(at path: String) -> Paging { reading(path) { $0.total = .path($1) } }

    /// Reads in a header field how many elements there are in all: `X-Total-Count`.
    public func total(header: String) -> Paging { with { $0.total = .header(header) } }

    private func with(_ change: (inout Paging) -> Void) -> Paging {
        var paging = self
        change(&paging)
        return paging
    }

    private func reading(
        _ path: String, _ change: (inout Paging, JSONPath) -> Void
    ) -> Paging {
        with { paging in
            do throws(JSONPathError) { change(&paging, try JSONPath(path)) } catch {
                paging.mistake = Self.mistake(path, error)
            }
        }
    }

    private static func described(by path: String, _ make: (JSONPath) -> Paging) -> Paging {
        do throws(JSONPathError) { return make(try JSONPath(path)) } catch {
            var paging = Paging(.none)
            paging.mistake = mistake(path, error)
            return paging
        }
    }

    private static func mistake(_ path: String, _ error: JSONPathError) -> String {
        "the path \"\(path)\" of the paging can't be read: \(error.reason)"
    }
}
