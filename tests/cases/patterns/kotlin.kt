package a.b
// c1
import x.y.Z // c2
import q.*
/** doc */
class A(val x: Int) : B(), C { override fun f(a: Int): Int = a + 1
 fun g() { when (x) { 1 -> y()
 else -> z() }; if (a) b else c; val (p, q) = r; l.map { it + 1 }; x?.y() ?: z } }
@Foo fun h() {}
class D(val x: Int) : E() { val y: Int = 1 }
fun k(a: Int): Int = a
