// The Python bindings of bidding policies: their training, their bids, how likely bids are in sampled worlds, and how
// deals end after a choice.

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>

#include "bidding_evaluator.hpp"
#include "bindings.hpp"
#include "buffers.hpp"
#include "cfr_trainer.hpp"

namespace uka {
namespace {

using PointRow = std::tuple<int, int, int, int, int>;                        // the fields of BiddingPoint
using CallsRow = std::tuple<PointRow, std::vector<int>, unsigned, double>;   // the fields of BiddingEvaluator::Calls
using EndingRow = std::tuple<int, int, int, int, int, int>;                  // the fields of Ending
using Evaluation = std::pair<int, std::vector<std::pair<EndingRow, Mass>>>;  // the fields of ChoiceOutcomes
using BidList = std::pair<std::size_t, std::vector<std::pair<int, int>>>;

std::vector<std::pair<EndingRow, Mass>> rows_of(const std::map<Ending, Mass>& endings) {
    std::vector<std::pair<EndingRow, Mass>> rows;
    rows.reserve(endings.size());
    for (const auto& [e, mass] : endings)
        rows.emplace_back(EndingRow{e.makers, e.alone, e.trump, e.tricks, e.least, e.most}, mass);
    return rows;
}

BiddingPoint point_of(const PointRow& row) { return std::make_from_tuple<BiddingPoint>(row); }

Payoffs payoffs_of(const std::vector<std::vector<double>>& rows) {
    Payoffs payoffs{};
    if (rows.size() != payoffs.size()) throw std::invalid_argument("there must be eight rows of pay");
    for (std::size_t i = 0; i < payoffs.size(); i++) {
        if (rows[i].size() != MAX_TRICKS + 1) throw std::invalid_argument("a row of pay is for 0 to 8 tricks");
        std::ranges::copy(rows[i], payoffs[i].begin());
    }
    return payoffs;
}

template <class T>
std::span<T> row(const auto& buffer, const char* name, std::size_t size) {
    return {cells<T>(buffer, name, size, 0), size};
}

void train(const CfrTrainer& trainer, const Writable& regrets, const Writable& sums, const std::optional<Buffer>& fixed,
           std::uint64_t seed, long deals) {
    const std::size_t size = trainer.cells();
    const auto into = row<float>(regrets, "regrets", size), said = row<float>(sums, "sums", size);
    const auto held = fixed ? row<const float>(*fixed, "fixed", size) : std::span<const float>();
    const nb::gil_scoped_release released;
    trainer.train(into, said, held, seed, deals);
}

std::array<double, 2> match(const CfrTrainer& trainer, const std::vector<Buffer>& tables, std::uint64_t seed,
                            long deals) {
    if (tables.size() != SEATS) throw std::invalid_argument("there must be four tables");
    if (deals < 1) throw std::invalid_argument("there must be a deal at least");
    std::array<std::span<const float>, SEATS> spans;
    for (int i = 0; i < SEATS; i++) spans[i] = row<const float>(tables[i], "a table", trainer.cells());
    const nb::gil_scoped_release released;
    return trainer.match(spans, seed, deals);
}

// Multiplies each cell of a table by `keep`, then adds `share` times the same cell of another table.
void blend(const Writable& table, double keep, const Buffer& other, double share) {
    const std::size_t size = table.ndim() ? table.shape(0) : 0;
    const auto into = row<float>(table, "a table", size);
    const auto from = row<const float>(other, "the other table", size);
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < size; i++) into[i] = static_cast<float>(keep * into[i] + share * from[i]);
}

// A bidding policy for deals played by one ruleset. The caller passes the table of the policy where it is needed.
struct BiddingPolicy {
    const RuleTables& rule_tables;
    BiddingInfoSets info_sets;

    BiddingPolicy(const RuleTables& rule_tables, Mask pack) : rule_tables(rule_tables), info_sets(rule_tables, pack) {}

    std::size_t size() const { return info_sets.cells(); }

    // Returns the information set of `seat`, which holds `hand`: the index of its first cell in the table, and its
    // bids. A bid is a column and an index in uka.core.actions.ACTIONS. The information set does not depend on the
    // hands of the other seats.
    BidList bids(const PointRow& row, int seat, Mask hand) const {
        const BiddingPoint point = point_of(row);
        const RuleData& data = rule_tables.data();
        if (seat < 0 || seat >= SEATS) throw std::invalid_argument("a seat is 0 to 3");
        if (point.upcard < 0 || point.upcard >= CARDS) throw std::invalid_argument("a card is not in the pack");
        if (std::popcount(hand) != data.hand_size) throw std::invalid_argument("a hand has too few or too many cards");
        std::array<Mask, SEATS> hands{};
        hands[seat] = hand;
        Mask rest = data.pack & ~hand & ~(Mask{1} << point.upcard);
        for (int other = 0; other < SEATS; other++)
            for (int k = 0; other != seat && k < data.hand_size; k++, rest &= rest - 1) hands[other] |= rest & -rest;
        const DealState d = rule_tables.at(point, hands, {}, {}, NOTHING);
        Decision decision;
        if (!info_sets.find(d, decision) || turn_of(data.bidding, d) != seat)
            throw std::invalid_argument("the seat is not asked there to call trump");
        BidList found{decision.row * BIDS_PER_ROW, {}};
        for (int i = 0; i < decision.size; i++)
            found.second.emplace_back(decision.bids[i].column, action_of(data.bidding, d, decision.bids[i].move));
        return found;
    }

    void weigh(const Buffer& table, const CallsRow& calls, const Buffer& hands, const Writable& weights) const {
        const std::size_t size = weights.ndim() ? weights.shape(0) : 0;
        const auto policy = row<const float>(table, "a table", this->size());
        const std::span held(cells<const std::uint64_t>(hands, "hands", size, SEATS), SEATS * size);
        const auto into = row<double>(weights, "weights", size);
        const auto& [start, actions, seats, tremble] = calls;
        const nb::gil_scoped_release released;
        BiddingEvaluator(rule_tables, info_sets, policy).weigh({point_of(start), actions, seats, tremble}, held, into);
    }

    std::vector<Evaluation> evaluate(const Buffer& table, const PointRow& point, const std::array<Mask, SEATS>& away,
                                     const Buffer& hands, const std::optional<Buffer>& weights,
                                     std::uint64_t seed) const {
        const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
        const auto policy = row<const float>(table, "a table", this->size());
        const std::span held(cells<const std::uint64_t>(hands, "hands", size, SEATS), SEATS * size);
        const auto counted = weights ? row<const double>(*weights, "weights", size) : std::span<const double>();
        std::vector<Evaluation> listed;
        const nb::gil_scoped_release released;
        const BiddingEvaluator evaluator(rule_tables, info_sets, policy);
        for (const auto& [action, endings] : evaluator.evaluate(point_of(point), away, held, counted, seed))
            listed.emplace_back(action, rows_of(endings));
        return listed;
    }
};

}  // namespace

void bind_policy(nb::module_& m) {
    using namespace nb::literals;
    m.def("blend_tables", &blend, "table"_a.noconvert(), "keep"_a, "other"_a.noconvert(), "share"_a);
    nb::class_<CfrTrainer>(m, "CfrTrainer")
        .def(
            "__init__",
            [](CfrTrainer* made, const RuleTables& rule_tables, const std::vector<std::vector<double>>& payoffs) {
                new (made) CfrTrainer(rule_tables, payoffs_of(payoffs));
            },
            "rule_tables"_a, "payoffs"_a, nb::keep_alive<1, 2>())
        .def("size", &CfrTrainer::cells)
        .def("train", &train, "regrets"_a.noconvert(), "sums"_a.noconvert(), "fixed"_a.noconvert().none(), "seed"_a,
             "deals"_a)
        .def("match", &match, "tables"_a, "seed"_a, "deals"_a);
    nb::class_<BiddingPolicy>(m, "BiddingPolicy")
        .def(nb::init<const RuleTables&, Mask>(), "rule_tables"_a, "pack"_a, nb::keep_alive<1, 2>())
        .def("size", &BiddingPolicy::size)
        .def("bids", &BiddingPolicy::bids, "point"_a, "seat"_a, "hand"_a)
        .def("weigh", &BiddingPolicy::weigh, "table"_a.noconvert(), "calls"_a, "hands"_a.noconvert(),
             "weights"_a.noconvert())
        .def("evaluate", &BiddingPolicy::evaluate, "table"_a.noconvert(), "point"_a, "away"_a, "hands"_a.noconvert(),
             "weights"_a.noconvert().none(), "seed"_a);
}

}  // namespace uka
