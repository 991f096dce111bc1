package org.example.store

import scala.collection.{immutable, mutable => mut}
import scala.util._

/** A bounded store. */
@deprecated("old", "1.0")
sealed abstract class Store[K, V](val size: Int, name: String)
    extends Base(size)
    with Storing[K] {
  val limit, spare = 10
  var hits: Int = 0
  lazy val (low, high) = (1, 2)
  type Key = K

  def this(size: Int) = this(size, "store")

  def get(key: K)(implicit ord: Ordering[K]): Option[V] = {
    val local = 1
    def helper(x: Int) = x * 2
    key match {
      case null => None
      case _    => Some(null.asInstanceOf[V])
    }
  }

  def evict(): Unit
  val codec: String
}

object Store {
  def apply[K](size: Int): Store[K, K] =
    for {
      a <- List(1)
      b <- List(2)
    } yield a + b

  private object Empty
}

case class Entry(key: String, value: Int = 0)

trait Storing[K] { self: Base =>
  def contains(key: K): Boolean
}

package object syntax {
  implicit class RichInt(val x: Int) extends AnyVal
}

enum Level(val weight: Int) {
  case Low extends Level(1)
  case Middle, High
  def double = weight * 2
}

def top(x: Int): Int =
  x + 1

val greeting = "hello"
given ordering: Ordering[Entry] = Ordering.by(_.key)
