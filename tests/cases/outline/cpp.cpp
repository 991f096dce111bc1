#include <map>
#include <vector>

#define CACHE_LIMIT 100

namespace store::detail {

template <typename K, typename V = int>
class Cache final : public Base<K> {
public:
    using Map = std::map<K, V>;
    enum class Policy : char { Lru, Fifo = 'f' };

    Cache() = default;
    explicit Cache(size_t size) : size_(size), hits_{0} {}
    virtual ~Cache();
    Cache& operator=(const Cache&) = delete;
    bool operator==(const Cache& other) const;
    operator bool() const { return size_ > 0; }

    template <class F>
    void each(F visit) const
    {
        for (const auto& [key, value] : map_) {
            visit(key, value);
        }
    }

    virtual const V* find(const K& key) const = 0;
    friend void swap(Cache& a, Cache& b) { a.map_.swap(b.map_); }

private:
    static constexpr int kShards = 4;
    size_t size_ = CACHE_LIMIT, hits_;
    Map map_;
    struct Entry { V value; };
};

template <typename K, typename V>
Cache<K, V>::~Cache()
{
}

template <>
struct Traits<int> { static const bool cheap = true; };

template <typename T>
concept Hashable = requires(T value) { value.hash(); };

template <class T> using List = std::vector<T>;
typedef unsigned long Size;
constexpr Size kDefault = 10;
int counter = 0, *cursor = nullptr;
auto twice = [](int x) { return x * 2; };
class Forward;

namespace {
void helper(int depth);
}

}  // namespace store::detail

namespace sd = store::detail;

std::ostream& operator<<(std::ostream& out, const sd::Forward& f)
{
    std::string text(make(f));
    return out << text;
}

int sd::Registry::count() const { return 0; }
sd::Registry::Registry() = default;

extern "C" int plugin_main(int argc, char** argv);

struct EXPORT Options {
    bool verbose = false;
};

TEST(CacheTest, Evicts)
{
    ASSERT_TRUE(true);
}
