package org.example.store

import kotlin.math.max as larger
import java.util.*

const val LIMIT = 10
val names = listOf("a", "b")
var verbose: Boolean = false
val (left, right) = 1 to 2

typealias Visitor<T> = (T) -> Unit

annotation class Cached

@Cached
data class Entry<T>(val key: String, var value: T, hint: Int) : Comparable<Entry<T>> {
    companion object {
        const val EMPTY = ""
        fun <T> of(value: T): Entry<T> = Entry("", value, 0)
    }

    init {
        require(key.isNotEmpty())
    }

    constructor(key: String) : this(key, null, 0)

    val size: Int
        get() = key.length
    lateinit var owner: Any
    private val label by lazy { "entry $key" }

    override fun compareTo(other: Entry<T>): Int {
        val local = other.key
        return when {
            key < local -> -1
            else -> 1
        }
    }

    inner class Cursor

    object Named : Base() {
        fun reset() {}
    }
}

enum class Level(val weight: Int) {
    LOW(1),
    HIGH(2) {
        override fun weigh() = 20
    };

    open fun weigh() = weight
}

sealed interface Shape {
    fun area(): Double
}

fun interface Action {
    fun run()
}

fun String.shout(times: Int = 1) = uppercase().repeat(times)

suspend fun main(args: Array<String>) {
    fun helper() {}
    args.forEach {
        println(it)
    }
}

@Suppress("unused")
@Deprecated(
    "It is old",
    ReplaceWith("other(x)")
) // for good
// since 2.0
@JvmName("other")
public fun old(x: Int): Int {
    return x
}
