// The calling as Python sees it: what is asked, calls learned, worlds weighed and choices judged by a table of calls.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>

#include "bindings.hpp"
#include "buffers.hpp"
#include "judge.hpp"
#include "learner.hpp"

namespace uka {
namespace {

using Places = std::tuple<int, int, int, int, int>;  // the fields of a Scene

Scene scene_of(const Places& p) { return {std::get<0>(p), std::get<1>(p), std::get<2>(p), std::get<3>(p), std::get<4>(p)}; }

Pay pay_of(const std::vector<std::vector<double>>& rows) {
    Pay pay{};
    if (rows.size() != pay.size()) throw std::invalid_argument("there must be eight rows of pay");
    for (std::size_t i = 0; i < pay.size(); i++) {
        if (rows[i].size() != MOST_TRICKS + 1) throw std::invalid_argument("a row of pay is for 0 to 8 tricks");
        std::ranges::copy(rows[i], pay[i].begin());
    }
    return pay;
}

template <class T>
std::span<T> row(const auto& buffer, const char* name, std::size_t size) {
    return {cells<T>(buffer, name, size, 0), size};
}

void learn(const Learner& learner, const Writable& regrets, const Writable& sums, const std::optional<Buffer>& fixed,
           std::uint64_t seed, long deals) {
    const std::size_t size = learner.cells();
    const auto into = row<float>(regrets, "regrets", size), said = row<float>(sums, "sums", size);
    const auto held = fixed ? row<const float>(*fixed, "fixed", size) : std::span<const float>();
    const nb::gil_scoped_release released;
    learner.learn(into, said, held, seed, deals);
}

std::array<double, 2> match(const Learner& learner, const std::vector<Buffer>& tables, std::uint64_t seed, long deals) {
    if (tables.size() != SEATS) throw std::invalid_argument("there must be four tables");
    if (deals < 1) throw std::invalid_argument("there must be a deal at least");
    std::array<std::span<const float>, SEATS> spans;
    for (int i = 0; i < SEATS; i++) spans[i] = row<const float>(tables[i], "a table", learner.cells());
    const nb::gil_scoped_release released;
    return learner.match(spans, seed, deals);
}

// Make each cell of a table `keep` times itself and `share` times another's.
void blend(const Writable& table, double keep, const Buffer& other, double share) {
    const std::size_t size = table.ndim() ? table.shape(0) : 0;
    const auto into = row<float>(table, "a table", size);
    const auto from = row<const float>(other, "the other table", size);
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < size; i++) into[i] = static_cast<float>(keep * into[i] + share * from[i]);
}

// A book and its bids, for judges whose tables Python holds.
struct Caller {
    const Book& book;
    Bids bids;

    Caller(const Book& book, Mask pack) : book(book), bids(book, pack) {}

    std::size_t size() const { return bids.rows() * WORDS; }

    // Where a question of the calling stands in a table, and what may be said: words, and actions by core's index. Only the
    // hand of the seat that is asked is looked at.
    std::pair<std::size_t, std::vector<std::pair<int, int>>> asked(const Places& places, int seat, Mask hand) const {
        const Scene s = scene_of(places);
        const Facts& facts = book.facts();
        if (seat < 0 || seat >= SEATS) throw std::invalid_argument("a seat is 0 to 3");
        if (s.upcard < 0 || s.upcard >= CARDS) throw std::invalid_argument("a card is not in the pack");
        if (std::popcount(hand) != facts.hand_size) throw std::invalid_argument("a hand has too few or too many cards");
        std::array<Mask, SEATS> hands{};
        hands[seat] = hand;
        Mask rest = facts.pack & ~hand & ~(Mask{1} << s.upcard);
        for (int other = 0; other < SEATS; other++)
            for (int k = 0; other != seat && k < facts.hand_size; k++, rest &= rest - 1) hands[other] |= rest & -rest;
        const Hold h = book.at(s.state, s.dealer, hands, s.upcard, s.up, s.trump, {}, {}, NOTHING);
        Question question;
        if (!bids.asked(h, question) || turn_of(facts.calls, h) != seat)
            throw std::invalid_argument("the seat is not asked there to call trump");
        std::pair<std::size_t, std::vector<std::pair<int, int>>> found{question.row * WORDS, {}};
        for (int i = 0; i < question.size; i++)
            found.second.emplace_back(question.words[i].word, action_of(facts.calls, h, question.words[i].move));
        return found;
    }

    void weigh(const Buffer& table, const Places& start, const std::vector<int>& actions, unsigned others, double slip,
               const Buffer& hands, const Writable& weights) const {
        const std::size_t size = weights.ndim() ? weights.shape(0) : 0;
        const auto policy = row<const float>(table, "a table", this->size());
        const std::span held(cells<const std::uint64_t>(hands, "hands", size, SEATS), SEATS * size);
        const auto into = row<double>(weights, "weights", size);
        const nb::gil_scoped_release released;
        Judge(book, bids, policy).weigh(scene_of(start), actions, others, slip, held, into);
    }

    std::vector<std::tuple<int, std::vector<double>, std::vector<double>>> judge(
        const Buffer& table, const Places& scene, const std::array<Mask, SEATS>& away, const Buffer& hands,
        const std::optional<Buffer>& weights, std::uint64_t seed) const {
        const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
        const auto policy = row<const float>(table, "a table", this->size());
        const std::span held(cells<const std::uint64_t>(hands, "hands", size, SEATS), SEATS * size);
        const auto counted = weights ? row<const double>(*weights, "weights", size) : std::span<const double>();
        std::vector<std::tuple<int, std::vector<double>, std::vector<double>>> listed;
        const nb::gil_scoped_release released;
        for (auto& [action, sums, squares] : Judge(book, bids, policy).judge(scene_of(scene), away, held, counted, seed))
            listed.emplace_back(action, std::move(sums), std::move(squares));
        return listed;
    }
};

}  // namespace

void bind_bids(nb::module_& m) {
    using namespace nb::literals;
    m.def("blend", &blend, "table"_a.noconvert(), "keep"_a, "other"_a.noconvert(), "share"_a);
    nb::class_<Learner>(m, "Learner")
        .def("__init__", [](Learner* made, const Book& book, const std::vector<std::vector<double>>& pay) { new (made) Learner(book, pay_of(pay)); },
             "book"_a, "pay"_a, nb::keep_alive<1, 2>())
        .def("size", &Learner::cells)
        .def("learn", &learn, "regrets"_a.noconvert(), "sums"_a.noconvert(), "fixed"_a.noconvert().none(), "seed"_a, "deals"_a)
        .def("match", &match, "tables"_a, "seed"_a, "deals"_a);
    nb::class_<Caller>(m, "Caller")
        .def(nb::init<const Book&, Mask>(), "book"_a, "pack"_a, nb::keep_alive<1, 2>())
        .def("size", &Caller::size)
        .def("asked", &Caller::asked, "scene"_a, "seat"_a, "hand"_a)
        .def("weigh", &Caller::weigh, "table"_a.noconvert(), "start"_a, "actions"_a, "others"_a, "slip"_a, "hands"_a.noconvert(),
             "weights"_a.noconvert())
        .def("judge", &Caller::judge, "table"_a.noconvert(), "scene"_a, "away"_a, "hands"_a.noconvert(), "weights"_a.noconvert().none(), "seed"_a);
}

}  // namespace uka
