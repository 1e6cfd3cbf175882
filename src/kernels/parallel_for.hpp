// A loop over many items, which several threads divide among themselves.
#pragma once
#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#ifndef __wasm__
#include <mutex>
#include <thread>
#endif

namespace uka {

#ifdef __wasm__
// WebAssembly has no threads here, so that the items are done in order and nothing is locked.
template <class Own, class Work>
void parallel_for(std::size_t size, int threads, const char* item, Work work) {
    if (threads < 1 || threads > 256) throw std::invalid_argument("there must be 1 to 256 threads");
    const auto own = std::make_unique<Own>();
    for (std::size_t i = 0; i < size; i++) try {
            work(i, *own);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(std::string(item) + " " + std::to_string(i) + ": " + error.what());
        }
}
#else
struct Threads : std::vector<std::thread> {
    ~Threads() {
        for (auto& thread : *this) thread.join();
    }
};

// Calls `work(i, own)` for every index `i` below `size`. Each thread has an object `own` of the type Own. If an item is
// malformed, throws std::invalid_argument with the index of the first such item, in a message that calls it `item`.
template <class Own, class Work>
void parallel_for(std::size_t size, int threads, const char* item, Work work) {
    constexpr std::size_t CHUNK = 64;
    if (threads < 1 || threads > 256) throw std::invalid_argument("there must be 1 to 256 threads");
    threads = static_cast<int>(std::min<std::size_t>(threads, size / CHUNK + 1));
    std::vector<std::unique_ptr<Own> > own;
    own.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; i++) own.push_back(std::make_unique<Own>());
    std::atomic<std::size_t> next{0}, wrong{std::numeric_limits<std::size_t>::max()};
    std::mutex lock;
    std::string why;
    const auto share = [&](Own& mine) {
        for (std::size_t begin; (begin = next.fetch_add(CHUNK)) < size;)
            for (std::size_t i = begin; i < std::min(begin + CHUNK, size) && i < wrong; i++) try {
                    work(i, mine);
                } catch (const std::invalid_argument& error) {
                    const std::scoped_lock held(lock);
                    if (i < wrong) wrong = i, why = error.what();
                }
    };
    {
        Threads others;
        for (int i = 1; i < threads; i++) others.emplace_back([&, i] { share(*own[i]); });
        share(*own[0]);
    }
    if (wrong < size) throw std::invalid_argument(std::string(item) + " " + std::to_string(wrong) + ": " + why);
}

#endif

}  // namespace uka
