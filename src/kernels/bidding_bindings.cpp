// The Python bindings of the bidding phase: the tables of a ruleset, and the states of deals in the automaton.
#include "bidding.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "rule_tables.hpp"
#include "trick_row.hpp"

namespace uka {
namespace {

using Hands = std::array<Mask, SEATS>;
using PointRow = std::tuple<int, int, int, int, int>;  // the fields of BiddingPoint
// the fields of BiddingTables
using BiddingRow = std::tuple<Rows, Rows, std::vector<std::vector<Mask>>, Rows, std::vector<int>>;
using ScoreRow = std::tuple<std::vector<Rows>, std::vector<int>>;  // ScoreTables

DealState at(const RuleTables& rule_tables, const PointRow& point, const Hands& hands, const std::vector<int>& kitty,
             const Hands& away, int gift) {
    return rule_tables.at(std::make_from_tuple<BiddingPoint>(point), hands, kitty, away, gift);
}

std::vector<int> legal(const RuleTables& rule_tables, const DealState& deal) {
    Move found[MAX_MOVES];
    std::vector<int> actions;
    const Automaton& a = rule_tables.data().bidding;
    for (int i = 0, count = moves(a, deal, found); i < count; i++) actions.push_back(action_of(a, deal, found[i]));
    std::ranges::sort(actions);
    return actions;
}

DealState stepped(const RuleTables& rule_tables, const DealState& deal, int action) {
    Move found[MAX_MOVES];
    const Automaton& a = rule_tables.data().bidding;
    for (int i = 0, count = moves(a, deal, found); i < count; i++) {
        if (action_of(a, deal, found[i]) != action) continue;
        DealState after = deal;
        step(a, after, found[i]);
        return after;
    }
    throw std::invalid_argument("there is no such choice here");
}

int stage(const RuleTables& rule_tables, const DealState& deal) {
    return state_of(rule_tables.data().bidding, deal).stage;
}

// Returns six numbers: the seat whose turn it is, the maker, the loner, the lone defender, the leader, and the bit mask
// of the seats that sit out.
std::tuple<int, int, int, int, int, int> seats(const RuleTables& rule_tables, const DealState& deal) {
    const State& state = state_of(rule_tables.data().bidding, deal);
    const auto seat = [&](int counted) { return counted < 0 ? NOTHING : seat_of(deal, counted); };
    return {seat(state.turn),          seat(state.maker),  seat(state.loner),
            seat(state.lone_defender), seat(state.leader), sitting_of(rule_tables.data().bidding, deal)};
}

std::array<Mask, SEATS> four(const Mask (&masks)[SEATS]) { return {masks[0], masks[1], masks[2], masks[3]}; }

}  // namespace

void bind_bidding(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<DealState>(m, "DealState")
        .def_prop_ro("hands", [](const DealState& d) { return four(d.hands); })
        .def_prop_ro("away", [](const DealState& d) { return four(d.away); })
        .def_prop_ro("kitty", [](const DealState& d) { return std::vector<int>(d.kitty, d.kitty + d.kitty_size); })
        .def_ro("dealer", &DealState::dealer)
        .def_ro("upcard", &DealState::upcard)
        .def_ro("up", &DealState::up)
        .def_ro("trump", &DealState::trump)
        .def_ro("gift", &DealState::gift)
        .def_ro("state", &DealState::state);
    nb::class_<RuleTables>(m, "RuleTables")
        .def(
            "__init__",
            [](RuleTables* made, const TrickRow& tricks, const BiddingRow& bidding, const ScoreRow& scores) {
                new (made)
                    RuleTables(std::make_from_tuple<TrickTables>(tricks), std::make_from_tuple<BiddingTables>(bidding),
                               std::make_from_tuple<ScoreTables>(scores));
            },
            "tricks"_a, "bidding"_a, "scores"_a)
        .def("start", &RuleTables::start, "dealer"_a, "hands"_a, "upcard"_a, "kitty"_a)
        .def("at", &at, "point"_a, "hands"_a, "kitty"_a, "away"_a, "gift"_a)
        .def("legal", &legal, "deal"_a)
        .def("step", &stepped, "deal"_a, "action"_a)
        .def("stage", &stage, "deal"_a)
        .def("seats", &seats, "deal"_a);
}

}  // namespace uka
