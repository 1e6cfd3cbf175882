// The calls as Python sees them: a ruleset's book, and deals that go through its automaton action by action.
#include "calls.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "book.hpp"

namespace uka {
namespace {

namespace nb = nanobind;

std::vector<int> legal(const Book& book, const Hold& hold) {
    Move found[MOST_MOVES];
    std::vector<int> actions;
    const Automaton& a = book.facts().calls;
    for (int i = 0, count = moves(a, hold, found); i < count; i++) actions.push_back(action_of(a, hold, found[i]));
    std::ranges::sort(actions);
    return actions;
}

Hold stepped(const Book& book, const Hold& hold, int action) {
    Move found[MOST_MOVES];
    const Automaton& a = book.facts().calls;
    for (int i = 0, count = moves(a, hold, found); i < count; i++) {
        if (action_of(a, hold, found[i]) != action) continue;
        Hold after = hold;
        step(a, after, found[i]);
        return after;
    }
    throw std::invalid_argument("there is no such choice here");
}

int stage(const Book& book, const Hold& hold) { return state_of(book.facts().calls, hold).stage; }

// The seats of a state: in turn, maker, loner, lone defender, leader; then the mask of those that sit out.
std::tuple<int, int, int, int, int, int> seats(const Book& book, const Hold& hold) {
    const State& state = state_of(book.facts().calls, hold);
    const auto seat = [&](int counted) { return counted < 0 ? NOTHING : seat_of(hold, counted); };
    return {seat(state.turn),          seat(state.maker),  seat(state.loner),
            seat(state.lone_defender), seat(state.leader), sitting_of(book.facts().calls, hold)};
}

std::array<Mask, SEATS> four(const Mask (&masks)[SEATS]) { return {masks[0], masks[1], masks[2], masks[3]}; }

}  // namespace

void bind_calls(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Hold>(m, "Hold")
        .def_prop_ro("hands", [](const Hold& h) { return four(h.hands); })
        .def_prop_ro("away", [](const Hold& h) { return four(h.away); })
        .def_prop_ro("kitty", [](const Hold& h) { return std::vector<int>(h.kitty, h.kitty + h.kitty_size); })
        .def_ro("dealer", &Hold::dealer)
        .def_ro("upcard", &Hold::upcard)
        .def_ro("up", &Hold::up)
        .def_ro("trump", &Hold::trump)
        .def_ro("gift", &Hold::gift)
        .def_ro("state", &Hold::state);
    nb::class_<Book>(m, "Book")
        .def(nb::init<Mask, int, const Rules::Rows&, const std::vector<Rules::Rows>&, bool, bool, const Rules::Rows&,
                      const Rules::Rows&, const std::vector<std::vector<Mask>>&, const Rules::Rows&,
                      const std::vector<int>&, const std::vector<Rules::Rows>&, const std::vector<int>&>(),
             "pack"_a, "hand_size"_a, "suit"_a, "strength"_a, "must_head"_a, "first_lead_trump"_a, "states"_a, "edges"_a,
             "masks"_a, "relative"_a, "starts"_a, "scores"_a, "ends"_a)
        .def("start", &Book::start, "dealer"_a, "hands"_a, "upcard"_a, "kitty"_a)
        .def("at", &Book::at, "state"_a, "dealer"_a, "hands"_a, "upcard"_a, "up"_a, "trump"_a, "kitty"_a, "away"_a, "gift"_a)
        .def("legal", &legal, "hold"_a)
        .def("step", &stepped, "hold"_a, "action"_a)
        .def("stage", &stage, "hold"_a)
        .def("seats", &seats, "hold"_a);
}

}  // namespace uka
