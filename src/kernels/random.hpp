// Random numbers, which a seed determines on every machine alike: the generator of the standard library, and numbers
// below a bound that are all equally likely.
#pragma once
#include <bit>
#include <cstdint>
#include <random>
#include <span>
#include <utility>

namespace uka {

class Random {
public:
    explicit Random(std::uint64_t seed) : bits(seed) {}

    // Returns a uniform number from 0 to `n` - 1; `n` must be positive (Lemire, Fast Random Integer Generation in an
    // Interval, 2019).
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t wide = (bits() >> 32) * n;
        if (static_cast<std::uint32_t>(wide) < n)
            for (const std::uint32_t least = -n % n; static_cast<std::uint32_t>(wide) < least;)
                wide = (bits() >> 32) * n;
        return static_cast<std::uint32_t>(wide >> 32);
    }

    std::uint64_t below(std::uint64_t n) {
        const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero((n - 1) | 1);
        for (;;)
            if (const std::uint64_t drawn = bits() & mask; drawn < n) return drawn;
    }

    // Returns a uniform number from 0 to 1; 1 is excluded.
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

    // Shuffles items in place. All orders are equally likely.
    template <class T>
    void shuffle(std::span<T> things) {
        for (std::size_t i = 0; i + 1 < things.size(); i++)
            std::swap(things[i], things[i + below(static_cast<std::uint32_t>(things.size() - i))]);
    }

private:
    std::mt19937_64 bits;
};

}  // namespace uka
