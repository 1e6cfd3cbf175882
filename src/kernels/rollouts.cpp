// Playouts as Python sees them: many at once, into buffers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "cheap.hpp"
#include "exact.hpp"
#include "playouts.hpp"
#include "spread.hpp"

namespace uka {

extern const Playouts PLAYOUTS_PLAIN;
#ifdef UKA_V3
extern const Playouts PLAYOUTS_V3;
#endif

const Playouts& playouts() {
#ifdef UKA_V3
    if (on_v3()) return PLAYOUTS_V3;
#endif
    return PLAYOUTS_PLAIN;
}

Play in_play(const Book& book, int state, int dealer, const Position& at, Mask gone, int taken) {
    const Facts& f = book.facts();
    const auto demand = [](bool kept, const char* otherwise) {
        if (!kept) throw std::invalid_argument(otherwise);
    };
    demand(state >= 0 && state < book.size() && f.calls.states[state].stage == CONTRACT, "there is no such contract");
    demand(dealer >= 0 && dealer < SEATS, "the dealer must be 0 to 3");
    Hold h{};
    h.state = static_cast<std::int16_t>(state), h.dealer = static_cast<std::int8_t>(dealer);
    const State& contract = f.calls.states[state];
    demand(sitting_of(f.calls, h) == at.sitting, "others sit out than the contract says");
    demand(!(at.trump == SUITS && f.joker), "a card belongs to no suit with this trump");
    book.rules.board(at);
    Mask held = 0;
    for (int seat = 0; seat < SEATS; seat++) held |= at.sitting >> seat & 1 ? 0 : at.hands[seat];
    for (int i = 0; i < at.played; i++) held |= card(at.plays[i]);
    const int done = f.hand_size - std::popcount(at.hands[at.leader]) - (at.played > 0);
    demand(!(gone & ~f.pack) && !(gone & held), "a card that was played is in two places, or not in the pack");
    demand(std::popcount(gone) == done * (SEATS - std::popcount(static_cast<unsigned>(at.sitting))),
           "the cards played are not as many as the tricks that are done");
    demand(taken >= 0 && taken <= done, "the makers took more tricks than there were");

    const Lanes& l = f.lanes[at.trump];
    Play p{};
    for (int seat = 0; seat < SEATS; seat++) p.hands[seat] = at.sitting >> seat & 1 ? 0 : relabelled(l, at.hands[seat]);
    for (int i = 0; i < at.played; i++) p.plays[i] = relabelled(l, card(at.plays[i]));
    p.gone = relabelled(l, gone);
    p.played = static_cast<std::int8_t>(at.played);
    p.leader = static_cast<std::int8_t>(at.leader);
    p.trump = static_cast<std::int8_t>(at.trump);
    p.sitting = static_cast<std::int8_t>(at.sitting);
    p.maker = static_cast<std::int8_t>(seat_of(h, contract.maker));
    p.alone = static_cast<std::int8_t>((contract.loner >= 0) + 2 * (contract.lone_defender >= 0));
    p.taken = static_cast<std::int8_t>(taken);
    return p;
}

int cheap_play(const Book& book, const Play& p) {
    const Facts& f = book.facts();
    const Lanes& l = f.lanes[static_cast<int>(p.trump)];
    const Cards trumps = trumps_of(p.trump), led = p.played ? lane_of(p.plays[0]) : 0;
    Cards best = 0, gone = p.gone;
    int place = 0, taker = p.leader;
    for (int done = 0;; place++) {
        const int seat = (p.leader + place) % SEATS;
        if (p.sitting >> seat & 1) continue;
        if (done == p.played) break;
        const Cards one = p.plays[done++];
        gone |= one;
        if ((one & (led | trumps)) > best) best = one, taker = seat;
    }
    const int seat = (p.leader + place) % SEATS;
    const Cards hand = p.hands[seat], following = hand & led, heading = f.must_head ? following & above(best) : 0;
    Cards lawful = heading ? heading : following ? following : hand;
    const bool first = !p.played && count(hand) == f.hand_size;
    if (first && !f.first_lead_trump && (hand & ~trumps)) lawful = hand & ~trumps;
    bool last = true;
    for (int later = place + 1; later < SEATS; later++) last = last && !p.hands[(p.leader + later) % SEATS];
    const Cards one = cheap_card({hand, lawful, led, best, trumps, l.all & ~gone & ~hand, !((taker ^ seat) & 1), last,
                                  place == 2, !((seat ^ p.maker) & 1)});
    return l.card[std::countr_zero(one)];
}

Move cheap_call(const Book& book, const Hold& hold) { return cheap_move(book.facts(), hold); }

namespace {

Policy policy(int number) {
    if (number < 0 || number >= POLICIES) throw std::invalid_argument("there is no such policy");
    return static_cast<Policy>(number);
}

// Where results go: buffers that may each be left out, and sums of them all.
class Results {
public:
    Results(std::size_t size, const std::optional<Writable>& points, const std::optional<Writable>& tricks,
            const std::optional<Writable>& outcomes, const std::optional<Writable>& makers)
        : points(points ? cells<std::int8_t>(*points, "points", size, 2) : nullptr),
          tricks(tricks ? cells<std::int8_t>(*tricks, "tricks", size, 2) : nullptr),
          outcomes(outcomes ? cells<std::int8_t>(*outcomes, "outcomes", size, 0) : nullptr),
          makers(makers ? cells<std::int8_t>(*makers, "makers", size, 0) : nullptr) {}

    void put(std::size_t begin, const Result* from, std::size_t size) {
        std::vector<std::int64_t> own(SUMS);
        for (std::size_t k = 0; k < size; k++) {
            const Result& r = from[k];
            if (r.outcome < 0) throw std::invalid_argument("a seat could do nothing, or held too few or too many cards");
            const std::size_t i = begin + k;
            const int gain = r.points[0] - r.points[1];
            own[0] += r.points[0], own[1] += r.points[1], own[2] += gain * gain, own[3 + r.outcome]++;
            if (r.maker >= 0) own[3 + OUTCOMES + r.maker]++;
            if (points) points[2 * i] = r.points[0], points[2 * i + 1] = r.points[1];
            if (tricks) tricks[2 * i] = r.tricks[0], tricks[2 * i + 1] = r.tricks[1];
            if (outcomes) outcomes[i] = r.outcome;
            if (makers) makers[i] = r.maker;
        }
        const std::scoped_lock held(lock);
        for (std::size_t k = 0; k < SUMS; k++) sums[k] += own[k];
    }

    // Points of both sides, the squares of their differences, deals by outcome and by maker.
    std::vector<std::int64_t> totals() const { return sums; }

private:
    static constexpr std::size_t SUMS = 3 + OUTCOMES + SEATS;
    std::int8_t *points, *tricks, *outcomes, *makers;
    std::vector<std::int64_t> sums = std::vector<std::int64_t>(SUMS);
    std::mutex lock;
};

constexpr std::size_t CHUNK = 512;
struct Own {
    Result results[CHUNK];
};

using Into = std::optional<Writable>;

std::vector<std::int64_t> deals(const Book& book, std::size_t size, int dealer, int calls, int play, std::uint64_t seed,
                                int threads, const Into& points, const Into& tricks, const Into& outcomes,
                                const Into& makers) {
    if (dealer < 0 || dealer >= SEATS) throw std::invalid_argument("the dealer must be 0 to 3");
    const Policy by_calls = policy(calls), by_play = policy(play);
    Results results(size, points, tricks, outcomes, makers);
    const nb::gil_scoped_release released;
    spread<Own>((size + CHUNK - 1) / CHUNK, threads, "chunk", [&](std::size_t chunk, Own& own) {
        const std::size_t begin = chunk * CHUNK, end = std::min(begin + CHUNK, size);
        playouts().deals(book.facts(), dealer, by_calls, by_play, seed, begin, end, own.results);
        results.put(begin, own.results, end - begin);
    });
    return results.totals();
}

template <class Run>
std::vector<std::int64_t> each(std::size_t size, int threads, Results& results, Run run) {
    const nb::gil_scoped_release released;
    spread<Own>(size, threads, "world", [&](std::size_t i, Own& own) {
        own.results[0] = run(i);
        results.put(i, own.results, 1);
    });
    return results.totals();
}

std::array<Mask, SEATS> row(const Mask* hands, std::size_t i) {
    return {hands[SEATS * i], hands[SEATS * i + 1], hands[SEATS * i + 2], hands[SEATS * i + 3]};
}

std::vector<std::int64_t> on_from_calls(const Book& book, int state, int dealer, int upcard, int up, int trump,
                                        const std::array<Mask, SEATS>& away, const Buffer& hands,
                                        const std::optional<Buffer>& kitties, int calls, int play, std::uint64_t seed,
                                        int threads, const Into& points, const Into& tricks, const Into& outcomes,
                                        const Into& makers) {
    const Policy by_calls = policy(calls), by_play = policy(play);
    const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
    const Mask* held = cells<const Mask>(hands, "hands", size, SEATS);
    const std::size_t under = kitties && kitties->ndim() == 2 ? kitties->shape(1) : 0;
    const std::int8_t* kitty = under ? cells<const std::int8_t>(*kitties, "kitties", size, under) : nullptr;
    if (kitties && !under) throw std::invalid_argument("kitties must be of int8, a row of cards for each world");
    Results results(size, points, tricks, outcomes, makers);
    return each(size, threads, results, [&](std::size_t i) {
        const std::vector<int> cards = kitty ? std::vector<int>(kitty + under * i, kitty + under * (i + 1)) : std::vector<int>();
        const Hold h = book.at(state, dealer, row(held, i), upcard, up, trump, cards, away, NOTHING);
        Chance own = chance(seed, i);
        return playouts().from_calls(book.facts(), h, by_calls, by_play, own);
    });
}

std::vector<std::int64_t> on_from_play(const Book& book, int state, int dealer, const Buffer& hands, int leader, int trump,
                                       const std::vector<int>& plays, int sitting, Mask gone, int taken, int play,
                                       std::uint64_t seed, int threads, const Into& points, const Into& tricks,
                                       const Into& outcomes, const Into& makers) {
    const Policy by = policy(play);
    const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
    const Mask* held = cells<const Mask>(hands, "hands", size, SEATS);
    if (plays.size() >= SEATS) throw std::invalid_argument("a trick in progress has three cards at most");
    Position at{{}, {}, static_cast<int>(plays.size()), leader, trump, sitting};
    std::ranges::copy(plays, at.plays.begin());
    Results results(size, points, tricks, outcomes, makers);
    return each(size, threads, results, [&](std::size_t i) {
        Position here = at;
        here.hands = row(held, i);
        Chance own = chance(seed, i);
        return playouts().from_play(book.facts(), in_play(book, state, dealer, here, gone, taken), by, own);
    });
}

int cheap_action(const Book& book, const Hold& hold) {
    const Automaton& a = book.facts().calls;
    if (state_of(a, hold).stage >= CONTRACT) throw std::invalid_argument("nothing is decided here");
    const Move move = cheap_call(book, hold);
    if (move.edge < 0) throw std::invalid_argument("the seat in turn can do nothing");
    return action_of(a, hold, move);
}

int cheap_card_of(const Book& book, int state, int dealer, const std::array<Mask, SEATS>& hands, int leader, int trump,
                  const std::vector<int>& plays, int sitting, Mask gone, int taken) {
    if (plays.size() >= SEATS) throw std::invalid_argument("a trick in progress has three cards at most");
    Position at{hands, {}, static_cast<int>(plays.size()), leader, trump, sitting};
    std::ranges::copy(plays, at.plays.begin());
    return cheap_play(book, in_play(book, state, dealer, at, gone, taken));
}

}  // namespace

void bind_playouts(nb::module_& m) {
    using namespace nb::literals;
    m.def("deals", &deals, "book"_a, "size"_a, "dealer"_a, "calls"_a, "play"_a, "seed"_a, "threads"_a,
          "points"_a.noconvert().none(), "tricks"_a.noconvert().none(), "outcomes"_a.noconvert().none(),
          "makers"_a.noconvert().none());
    m.def("on_from_calls", &on_from_calls, "book"_a, "state"_a, "dealer"_a, "upcard"_a, "up"_a,
          "trump"_a, "away"_a, "hands"_a.noconvert(), "kitties"_a.noconvert().none(),
          "calls"_a, "play"_a, "seed"_a, "threads"_a, "points"_a.noconvert().none(), "tricks"_a.noconvert().none(),
          "outcomes"_a.noconvert().none(), "makers"_a.noconvert().none());
    m.def("on_from_play", &on_from_play, "book"_a, "state"_a, "dealer"_a, "hands"_a.noconvert(), "leader"_a, "trump"_a,
          "plays"_a, "sitting"_a, "gone"_a, "taken"_a, "play"_a, "seed"_a, "threads"_a, "points"_a.noconvert().none(),
          "tricks"_a.noconvert().none(), "outcomes"_a.noconvert().none(), "makers"_a.noconvert().none());
    m.def("cheap_action", &cheap_action, "book"_a, "hold"_a);
    m.def("cheap_card", &cheap_card_of, "book"_a, "state"_a, "dealer"_a, "hands"_a, "leader"_a, "trump"_a, "plays"_a,
          "sitting"_a, "gone"_a, "taken"_a);
}

}  // namespace uka
