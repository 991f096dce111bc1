/// Orders. void notReal() {} is only a comment.
module shop.orders;

import std.stdio, std.range : take;
public import core.time;

enum maxLines = 20;
immutable string currency = "int fake() { }";
private __gshared int counter, total = 3;
alias Prices = double[string];
alias int Quantity;

enum Status : ubyte { draft, placed = 2, cancelled }

struct Line
{
    string sku;
    int quantity = 1, weight;

    this(string sku) { this.sku = sku; }
    this(this) {}
    ~this() {}

    int opBinary(string op)(Line other) if (op == "+")
    {
        return quantity;
    }

    invariant { assert(quantity >= 0); }
}

interface Store
{
    Line load(int id);
}

abstract class Basket(T) : Base, Store
{
    private T[] items;
    static shared this() {}

    override Line load(int id) const
    in (id > 0)
    out (r; r.quantity > 0)
    do
    {
        if (id == 1)
            return Line("a");
        else if (id == 2)
        {
            return Line("b");
        }
        foreach (i, item; items)
        {
            writeln(item);
        }
        switch (id)
        {
        case 1:
            break;
        default:
            break;
        }
        try
        {
            load(3);
        }
        catch (Exception e)
        {
        }
        finally
        {
        }
        return Line.init;
    }

    @property size_t length() const pure @safe => items.length;
    abstract void clear();
}

union Bits { int i; float f; }

template Pair(A, B)
{
    struct Pair { A a; B b; }
}

mixin template Logging()
{
    void log() {}
}

extern (C) int puts(const char* s);

version (Windows)
{
    void platform() {}
}
else
{
    void platform() {}
}

auto twice(alias f, T)(T x) { return f(f(x)); }
bool isOdd(int x) => x % 2 == 1;

unittest
{
    assert(twice!(x => x + 1)(1) == 3);
}
