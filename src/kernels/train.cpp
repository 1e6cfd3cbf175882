// The learner of calls as Python sees it; its tables are buffers of float32.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <stdexcept>

#include "bindings.hpp"
#include "buffers.hpp"
#include "learner.hpp"

namespace uka {
namespace {

Pay pay_of(const std::vector<std::vector<double>>& rows) {
    Pay pay{};
    if (rows.size() != KINDS) throw std::invalid_argument("there must be three rows of pay");
    for (int kind = 0; kind < KINDS; kind++) {
        if (rows[kind].size() != MOST_TRICKS + 1) throw std::invalid_argument("a row of pay is for 0 to 8 tricks");
        std::ranges::copy(rows[kind], pay[kind].begin());
    }
    return pay;
}

void learn(const Learner& learner, const Writable& regrets, const Writable& sums, const std::optional<Buffer>& fixed,
           std::uint64_t seed, long deals) {
    const std::size_t size = learner.cells();
    const std::span into(cells<float>(regrets, "regrets", size, 0), size), said(cells<float>(sums, "sums", size, 0), size);
    std::span<const float> held;
    if (fixed) held = {cells<const float>(*fixed, "fixed", size, 0), size};
    const nb::gil_scoped_release released;
    learner.learn(into, said, held, seed, deals);
}

std::array<double, 2> match(const Learner& learner, const std::vector<Buffer>& tables, std::uint64_t seed, long deals) {
    if (tables.size() != SEATS) throw std::invalid_argument("there must be four tables");
    std::array<std::span<const float>, SEATS> spans;
    for (int i = 0; i < SEATS; i++) spans[i] = {cells<const float>(tables[i], "a table", learner.cells(), 0), learner.cells()};
    const nb::gil_scoped_release released;
    return learner.match(spans, seed, deals);
}

// Where a question of the calling stands in a table, and what may be said: words, and their actions by core's index.
std::pair<std::size_t, std::vector<std::pair<int, int>>> asked(const Book& book, int state, Mask hand, int upcard, int up) {
    const Facts& facts = book.facts();
    if (state < 0) throw std::invalid_argument("there is no such state");
    if (hand & ~facts.pack || std::popcount(hand) != facts.hand_size) throw std::invalid_argument("that is not a hand of this pack");
    if (upcard < 0 || upcard >= CARDS || up < 0 || up >= SUITS) throw std::invalid_argument("that is not a turn-up");
    Hold h{};
    h.state = static_cast<std::int16_t>(state);
    h.upcard = static_cast<std::int8_t>(upcard);
    h.up = static_cast<std::int8_t>(up);
    const int turn = facts.calls.states[state].turn;
    Question question;
    if (turn == NOTHING) throw std::invalid_argument("nobody is asked there");
    h.hands[turn] = hand;
    if (!Bids(book).asked(h, question)) throw std::invalid_argument("nobody is asked there to call trump");
    std::pair<std::size_t, std::vector<std::pair<int, int>>> found{question.row, {}};
    for (int i = 0; i < question.size; i++)
        found.second.emplace_back(question.words[i].word, action_of(facts.calls, h, question.words[i].move));
    return found;
}

}  // namespace

void bind_train(nb::module_& m) {
    using namespace nb::literals;
    m.def("asked", &asked, "book"_a, "state"_a, "hand"_a, "upcard"_a, "up"_a);
    nb::class_<Learner>(m, "Learner")
        .def("__init__", [](Learner* made, const Book& book, const std::vector<std::vector<double>>& pay) { new (made) Learner(book, pay_of(pay)); },
             "book"_a, "pay"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("cells", &Learner::cells)
        .def("learn", &learn, "regrets"_a.noconvert(), "sums"_a.noconvert(), "fixed"_a.noconvert().none(), "seed"_a, "deals"_a)
        .def("match", &match, "tables"_a, "seed"_a, "deals"_a);
}

}  // namespace uka
