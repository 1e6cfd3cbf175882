// Threads that divide loops among themselves, and wait in between. They are for loops of some hundred microseconds,
// each of which would lose a tenth of that if it started threads as parallel_for.hpp does.
#pragma once
#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>
#ifndef _WIN32
#include <unistd.h>
#endif

namespace uka {

inline int process_id() {
#ifdef _WIN32
    return 0;  // a process cannot fork there
#else
    return getpid();
#endif
}

// The threads of a team beside the caller's. Thread 0 is the caller's.
class Helpers {
public:
    explicit Helpers(int threads) {
        try {
            for (int i = 1; i < threads; i++) helpers.emplace_back([this, i] { serve(i); });
        } catch (...) {
            stop();
            throw;
        }
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() { stop(); }

    // Calls `work(i)` on each thread i, and returns when all have returned.
    void run(const std::function<void(int)>& work) {
        task = &work;
        busy = static_cast<int>(helpers.size());
        round++;
        round.notify_all();
        work(0);
        for (int now; (now = busy);) await_change(busy, now);
    }

private:
    // Waits until a number is no longer `old`. At first it looks again and again, since a thread that sleeps wakes up
    // late.
    template <class Number>
    static void await_change(const std::atomic<Number>& number, Number old) {
        constexpr int LOOKS = 100;
        for (int i = 0; i < LOOKS && number == old; i++) std::this_thread::yield();
        number.wait(old);
    }

    void serve(int i) {
        for (unsigned seen = 0;; seen++) {
            await_change(round, seen);
            if (!task) return;
            (*task)(i);
            if (!--busy) busy.notify_one();
        }
    }

    void stop() {
        task = nullptr;
        round++;
        round.notify_all();
        for (auto& helper : helpers) helper.join();
    }

    const std::function<void(int)>* task = nullptr;
    std::atomic<unsigned> round{0};  // the number of tasks so far
    std::atomic<int> busy{0};        // the number of helpers that have not yet done the last task
    std::vector<std::thread> helpers;
};

class ThreadTeam {
public:
    explicit ThreadTeam(int threads) : threads(threads) {
        if (threads < 1 || threads > 256) throw std::invalid_argument("there must be 1 to 256 threads");
    }
    ~ThreadTeam() { forget_lost(); }

    // Calls `work(begin, end)` for ranges that together make up the indexes below `size`. Each thread has a part of its
    // own, the same in every loop of a size, which is likely to be in its cache; when it is done, it helps the others.
    template <class Work>
    void loop(std::size_t size, Work work) {
        constexpr std::size_t CHUNK = 64;
        struct alignas(CHUNK) Part {
            std::atomic<std::size_t> next;
            std::size_t end;
        };
        const std::size_t count = std::min(static_cast<std::size_t>(threads), size / CHUNK + 1);
        if (count == 1) return work(std::size_t{0}, size);
        std::vector<Part> parts(count);
        for (std::size_t i = 0; i < count; i++) parts[i].next = size * i / count, parts[i].end = size * (i + 1) / count;
        started().run([&](int thread) {
            for (std::size_t i = 0; i < count; i++) {
                Part& part = parts[(static_cast<std::size_t>(thread) + i) % count];
                for (std::size_t begin; (begin = part.next.fetch_add(CHUNK)) < part.end;)
                    work(begin, std::min(begin + CHUNK, part.end));
            }
        });
    }

private:
    Helpers& started() {
        forget_lost();
        if (!helpers) helpers = std::make_unique<Helpers>(threads), owner = process_id();
        return *helpers;
    }

    // Threads are lost where the process has forked, so that nobody can wait for them.
    void forget_lost() {
        if (helpers && owner != process_id()) [[maybe_unused]]
            const Helpers* lost = helpers.release();
    }

    int threads, owner = 0;
    std::unique_ptr<Helpers> helpers;  // none before the first loop that needs them
};

}  // namespace uka
