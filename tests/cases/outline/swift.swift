import Foundation

let limit = 10
var names: [String] = []
typealias Visitor = (Int) -> Void
infix operator +++ : AdditionPrecedence

@objc
public final class Store<T>: NSObject, Storing where T: Hashable {
    static let shared = Store()
    private(set) var items: [T] = []
    let first = 1, second = 2
    var count: Int { items.count }
    @Published var state: State = .idle {
        didSet {
            log(state)
        }
    }

    init?(size: Int) {
        super.init()
    }

    deinit {
        items.removeAll()
    }

    @discardableResult
    func push(_ item: T, at index: Int = 0) async throws -> Bool {
        guard index >= 0 else {
            return false
        }
        func helper() {}
        let double = { (x: Int) in x * 2 }
        return double(index) > 0
    }

    class func make() -> Store { Store() }
    static func == (a: Store, b: Store) -> Bool { true }

    subscript(index: Int) -> T {
        return items[index]
    }

    struct Entry {
        let key: String
    }
}

enum State: String {
    case idle
    case busy = "working", closed
    case failed(Error)
    var isOpen: Bool { self != .closed }
}

protocol Storing: AnyObject {
    associatedtype Item
    var count: Int { get }
    func push(_ item: Item)
    init?(size: Int)
}

extension Store: Codable {
    func encode(to encoder: Encoder) {}
}

actor Worker {
    func run() {
        for name in names {
            print(name)
        }
    }
}

#if DEBUG
func debug(_ text: String) {
    print(text)
}
#endif
