using System;
using static System.Math;
using Map = System.Collections.Generic.Dictionary<string, int>;

namespace Store.Core
{
    /// <summary>A bounded store.</summary>
    [Serializable]
    public abstract partial class Cache<T> : Base<T>, ICache
        where T : class
    {
        private const int Limit = 10, Spare = 2;
        public static readonly string Name = "cache";
        private int hits, misses;

        public int Count { get; private set; } = 0;
        public bool Empty => Count == 0;
        public event EventHandler Changed, Closed;
        public event EventHandler Moved
        {
            add { }
            remove { }
        }

        static Cache() { }

        protected Cache(int size) : base(size)
        {
        }

        ~Cache() { }

        public T this[int index]
        {
            get { return Items[index]; }
        }

        public static Cache<T> operator +(Cache<T> a, T b) => a;
        public static implicit operator int(Cache<T> c) => c.Count;

        [Fact]
        public async Task<T> Load<U>(string key)
        {
            int Square(int x) => x * x;
            foreach (var item in Items)
            {
                Console.WriteLine(item);
            }
            return await Task.FromResult(Items[Square(2)]);
        }

        void ICache.Clear() { }

        public delegate int Compare(T a, T b);

        private enum Level : byte
        {
            Low,
            [Obsolete] High = 2,
        }

        private struct Entry
        {
            public T Value;
        }
    }

    public interface ICache
    {
        int Count { get; }
        void Clear();
    }

    public record Point(int X, int Y);

#if DEBUG
    public record struct Size
    {
        public int Width;
    }
#endif
}
