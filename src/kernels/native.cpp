// What Python sees: one ruleset's solver, for a position of plain integers or for many in buffers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "rules.hpp"

namespace nb = nanobind;

namespace uka {

extern const Search PLAIN;
#ifdef UKA_V3
extern const Search V3;
#endif

const Search& search() {
#ifdef UKA_V3
    static const bool v3 = !std::getenv("UKA_PORTABLE") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    if (v3) return V3;
#endif
    return PLAIN;
}

namespace {

// Tricks of the leader's side as those of a side, from a position in which `size` tricks are to come.
int of_side(int value, int size, int leader, int side) { return (leader ^ side) & 1 ? size - value : value; }

int to_come(const Position& p) { return std::popcount(p.hands[p.leader]) + (p.played > 0); }

Position position(const std::array<std::uint64_t, SEATS>& hands, int leader, int trump, const std::vector<int>& plays,
                  int sitting, int side) {
    if (plays.size() >= SEATS) throw std::invalid_argument("a trick in progress has three cards at most");
    if (side != 0 && side != 1) throw std::invalid_argument("a side is 0 or 1");
    Position p{hands, {}, static_cast<int>(plays.size()), leader, trump, sitting};
    std::ranges::copy(plays, p.plays.begin());
    return p;
}

using Buffer = nb::ndarray<nb::ro, nb::device::cpu, nb::c_contig>;
using Writable = nb::ndarray<nb::device::cpu, nb::c_contig>;

template <class T>
T* cells(const auto& buffer, const char* name, std::size_t rows, std::size_t columns) {
    const bool shaped = columns ? buffer.ndim() == 2 && buffer.shape(1) == columns : buffer.ndim() == 1;
    if (buffer.dtype() != nb::dtype<T>() || !shaped || buffer.shape(0) != rows) {
        const char* kind = std::is_unsigned_v<T> ? "uint" : "int";
        throw std::invalid_argument(std::string(name) + " must be of " + kind + std::to_string(8 * sizeof(T)) + ", " +
                                    std::to_string(rows) + (columns ? " by " + std::to_string(columns) : ""));
    }
    return static_cast<T*>(buffer.data());
}

// Positions in buffers: one a row.
struct Batch {
    std::size_t size;
    const std::uint64_t* hands;
    const std::uint8_t *leaders, *trumps, *sitting, *sides;
    const std::int8_t* plays;  // three a row, -1 for none; null: no trick is in progress

    Batch(const Buffer& hands, const Buffer& leaders, const Buffer& trumps, const Buffer& sitting, const Buffer& sides,
          const std::optional<Buffer>& plays)
        : size(hands.ndim() ? hands.shape(0) : 0),
          hands(cells<const std::uint64_t>(hands, "hands", size, SEATS)),
          leaders(cells<const std::uint8_t>(leaders, "leaders", size, 0)),
          trumps(cells<const std::uint8_t>(trumps, "trumps", size, 0)),
          sitting(cells<const std::uint8_t>(sitting, "sitting", size, 0)),
          sides(cells<const std::uint8_t>(sides, "sides", size, 0)),
          plays(plays ? cells<const std::int8_t>(*plays, "plays", size, SEATS - 1) : nullptr) {}

    Position operator[](std::size_t i) const {
        if (sides[i] > 1) throw std::invalid_argument("a side is 0 or 1");
        Position p{{}, {}, 0, leaders[i], trumps[i], sitting[i]};
        std::copy_n(hands + SEATS * i, SEATS, p.hands.begin());
        for (int k = 0; plays && k < SEATS - 1 && plays[(SEATS - 1) * i + k] >= 0; k++)
            p.plays[p.played++] = plays[(SEATS - 1) * i + k];
        return p;
    }
};

struct Threads : std::vector<std::thread> {
    ~Threads() {
        for (auto& thread : *this) thread.join();
    }
};

// Calls `solve(i, table)` for every position on some threads; throws for the first position that is malformed.
template <class Solve>
void spread(std::size_t size, int threads, Solve solve) {
    constexpr std::size_t CHUNK = 64;
    if (threads < 1 || threads > 256) throw std::invalid_argument("there must be 1 to 256 threads");
    threads = static_cast<int>(std::min<std::size_t>(threads, size / CHUNK + 1));
    std::vector<std::unique_ptr<Table>> tables;
    for (int i = 0; i < threads; i++) tables.push_back(std::make_unique<Table>());
    std::atomic<std::size_t> next{0}, wrong{std::numeric_limits<std::size_t>::max()};
    std::mutex lock;
    std::string why;
    const auto work = [&](Table& table) {
        for (std::size_t begin; (begin = next.fetch_add(CHUNK)) < size;)
            for (std::size_t i = begin; i < std::min(begin + CHUNK, size) && i < wrong; i++) try {
                    solve(i, table);
                } catch (const std::invalid_argument& error) {
                    const std::scoped_lock held(lock);
                    if (i < wrong) wrong = i, why = error.what();
                }
    };
    {
        Threads others;
        for (int i = 1; i < threads; i++) others.emplace_back([&, i] { work(*tables[i]); });
        work(*tables[0]);
    }
    if (wrong < size) throw std::invalid_argument("position " + std::to_string(wrong) + ": " + why);
}

class Solver : public Rules {
public:
    using Rules::Rules;
    using Hands = std::array<std::uint64_t, SEATS>;

    int tricks(const Hands& hands, int leader, int trump, const std::vector<int>& plays, int sitting, int side) const {
        const Position p = position(hands, leader, trump, plays, sitting, side);
        return tricks_of(p, side, scratch());
    }

    std::vector<std::pair<int, int>> values(const Hands& hands, int leader, int trump, const std::vector<int>& plays,
                                            int sitting, int side) const {
        const Position p = position(hands, leader, trump, plays, sitting, side);
        std::int8_t row[CARDS];
        values_of(p, side, scratch(), row);
        std::vector<std::pair<int, int>> found;
        for (int c = 0; c < CARDS; c++)
            if (row[c] != NOTHING) found.emplace_back(c, row[c]);
        return found;
    }

    void all_tricks(const Batch& batch, std::int8_t* into, int threads) const {
        spread(batch.size, threads, [&](std::size_t i, Table& table) {
            into[i] = static_cast<std::int8_t>(tricks_of(batch[i], batch.sides[i], table));
        });
    }

    void all_values(const Batch& batch, std::int8_t* into, int threads) const {
        spread(batch.size, threads,
               [&](std::size_t i, Table& table) { values_of(batch[i], batch.sides[i], table, into + CARDS * i); });
    }

private:
    static Table& scratch() {
        thread_local const auto table = std::make_unique<Table>();
        return *table;
    }

    int tricks_of(const Position& p, int side, Table& table) const {
        const Board b = board(p);
        return of_side(search().tricks(b, table), to_come(p), p.leader, side);
    }

    void values_of(const Position& p, int side, Table& table, std::int8_t* row) const {
        const Board b = board(p);
        std::int8_t by_bit[64];
        search().values(b, table, by_bit);
        std::fill_n(row, CARDS, std::int8_t{NOTHING});
        for (Cards left = b.lawful; left; left &= left - 1) {
            const int at = std::countr_zero(left);
            row[card_at(p.trump, at)] = static_cast<std::int8_t>(of_side(by_bit[at], to_come(p), p.leader, side));
        }
    }
};

void solve_all(const Solver& solver, const Buffer& hands, const Buffer& leaders, const Buffer& trumps,
               const Buffer& sitting, const Buffer& sides, const std::optional<Buffer>& plays, const Writable& into,
               int threads) {
    const Batch batch(hands, leaders, trumps, sitting, sides, plays);
    const bool by_card = into.ndim() == 2;
    std::int8_t* out = cells<std::int8_t>(into, "into", batch.size, by_card ? CARDS : 0);
    const nb::gil_scoped_release released;
    if (by_card) solver.all_values(batch, out, threads);
    else solver.all_tricks(batch, out, threads);
}

}  // namespace
}  // namespace uka

NB_MODULE(_native, m) {
    using uka::Solver;
    using namespace nb::literals;
    m.attr("PORTABLE") = &uka::search() == &uka::PLAIN;
    nb::class_<Solver>(m, "Solver")
        .def(nb::init<std::uint64_t, int, const uka::Rules::Rows&, const std::vector<uka::Rules::Rows>&, bool, bool>(),
             "pack"_a, "hand_size"_a, "suit"_a, "strength"_a, "must_head"_a, "first_lead_trump"_a)
        .def("tricks", &Solver::tricks, "hands"_a, "leader"_a, "trump"_a, "plays"_a, "sitting"_a, "side"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("values", &Solver::values, "hands"_a, "leader"_a, "trump"_a, "plays"_a, "sitting"_a, "side"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("solve_all", &uka::solve_all, "hands"_a.noconvert(), "leaders"_a.noconvert(), "trumps"_a.noconvert(),
             "sitting"_a.noconvert(), "sides"_a.noconvert(), "plays"_a.noconvert().none(), "into"_a.noconvert(),
             "threads"_a);
}
