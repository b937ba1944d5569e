import Users

let ana = User(id: "1", username: "ana", displayName: "Ana Brandt")
let dana = User(id: "2", username: "dana", displayName: "Dana Ito")
let bo = User(id: "3", username: "bo", displayName: "Bo Vargas")

let unreachable = ServiceError(.unreachable, "no connection to the directory")
let expired = ServiceError(.sessionExpired, "the session has expired", status: 666)

extension Answer {
    static func fresh(_ value: Value) -> Answer { Answer(value, source: .server) }
}
