import SluiceHTTP

extension DirectoryAPI {
    /// The URL of the list, which links are relative to.
    var listURL: HTTPURL {
        client.baseURL.appending(path(of: profile.list.call, variables))
    }

    /// The parameters of the list that show who asks.
    var secretParameters: [NamedTemplate] {
        (profile.query + profile.list.call.query).filter { profile.auth.isSecret($0.template) }
    }

    /// A URL as it may be kept: a server may have written our token into the link to its next page, under
    /// the name that we have for it or another.
    private func withoutSecrets(_ url: HTTPURL, in call: APICall) -> HTTPURL {
        let names = secretParameters.map(\.name) + [profile.auth.query].compactMap(\.self)
        guard let query = url.query else { return url }
        var url = url
        let kept = query.split(separator: "&").filter { item in
            let name = item.prefix { $0 != "=" }
            return !names.contains(PercentEncoding.decode(name))
                && !call.isCredential(PercentEncoding.decode(item.dropFirst(name.count + 1)))
        }
        url.query = kept.isEmpty ? nil : kept.joined(separator: "&")
        return url
    }

    /// What an answer to a call says of the next page, as it may be kept.
    func withoutSecrets(_ facts: PageFacts, _ paging: Paging, in call: APICall) -> PageFacts {
        guard paging.isLinked, let link = facts.link, let url = listURL.resolving(link) else {
            return facts
        }
        let clean = withoutSecrets(url, in: call)
        guard clean.query != url.query else { return facts }
        var facts = facts
        facts.link = clean.text
        return facts
    }

    /// Whether that still shows a secret, where it can't be left out: it is followed, and never written.
    func showsSecret(_ facts: PageFacts, in call: APICall) -> Bool {
        facts.link.map(call.isSecret) ?? false
    }
}
