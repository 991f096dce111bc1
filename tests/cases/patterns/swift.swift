switch x { case .a: foo(); case .b(let y): bar(y); default: break }
func f(a: Int, _ b: String) -> Int { guard let x = y else { return } ; if let z = w { q() }; foo(a: 1) { x in y }; return try! z() }
class A: B, C { @objc var x: Int = 1; let y = [String: Int](); override func g() {} }
enum E { case a, b(Int) }
class F: G { var z: Int = 1 }
