// The Python bindings of rollouts, which play many deals in one call and write the results to buffers.

#include <algorithm>
#include <bit>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "parallel_for.hpp"
#include "rollout_policy.hpp"
#include "rollouts.hpp"
#include "solver.hpp"

namespace uka {

extern const RolloutFunctions ROLLOUTS_PLAIN;
#ifdef UKA_V3
extern const RolloutFunctions ROLLOUTS_V3;
#endif

const RolloutFunctions& rollouts() {
#ifdef UKA_V3
    if (on_v3()) return ROLLOUTS_V3;
#endif
    return ROLLOUTS_PLAIN;
}

DealInPlay in_play(const RuleTables& rule_tables, int state, int dealer, const Position& at, Mask gone, int taken) {
    const RuleData& f = rule_tables.data();
    const auto demand = [](bool kept, const char* otherwise) {
        if (!kept) throw std::invalid_argument(otherwise);
    };
    demand(state >= 0 && state < rule_tables.size() && f.bidding.states[state].stage == CONTRACT,
           "there is no such contract");
    demand(dealer >= 0 && dealer < SEATS, "the dealer must be 0 to 3");
    DealState d{};
    d.state = static_cast<std::int16_t>(state), d.dealer = static_cast<std::int8_t>(dealer);
    const State& contract = f.bidding.states[state];
    demand(sitting_of(f.bidding, d) == at.sitting, "others sit out than the contract says");
    demand(!(at.trump == SUITS && f.joker), "a card belongs to no suit with this trump");
    rule_tables.rules.board(at);
    Mask held = 0;
    for (int seat = 0; seat < SEATS; seat++) held |= at.sitting >> seat & 1 ? 0 : at.hands[seat];
    for (int i = 0; i < at.played; i++) held |= card(at.plays[i]);
    const int done = f.hand_size - std::popcount(at.hands[at.leader]) - (at.played > 0);
    demand(!(gone & ~f.pack) && !(gone & held), "a card that was played is in two places, or not in the pack");
    demand(std::popcount(gone) == done * (SEATS - std::popcount(static_cast<unsigned>(at.sitting))),
           "the cards played are not as many as the tricks that are done");
    demand(taken >= 0 && taken <= done, "the makers took more tricks than there were");

    const SuitLanes& l = f.lanes[at.trump];
    DealInPlay p{};
    for (int seat = 0; seat < SEATS; seat++) p.hands[seat] = at.sitting >> seat & 1 ? 0 : relabelled(l, at.hands[seat]);
    for (int i = 0; i < at.played; i++) p.plays[i] = relabelled(l, card(at.plays[i]));
    p.gone = relabelled(l, gone);
    p.played = static_cast<std::int8_t>(at.played);
    p.leader = static_cast<std::int8_t>(at.leader);
    p.trump = static_cast<std::int8_t>(at.trump);
    p.sitting = static_cast<std::int8_t>(at.sitting);
    p.maker = static_cast<std::int8_t>(seat_of(d, contract.maker));
    p.alone = static_cast<std::int8_t>((contract.loner >= 0) + 2 * (contract.lone_defender >= 0));
    p.taken = static_cast<std::int8_t>(taken);
    return p;
}

int policy_card(const RuleTables& rule_tables, const DealInPlay& p) {
    const RuleData& f = rule_tables.data();
    const SuitLanes& l = f.lanes[static_cast<int>(p.trump)];
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
    const Cards one = policy_play({hand, lawful, led, best, trumps, l.all & ~gone & ~hand, !((taker ^ seat) & 1), last,
                                   place == 2, !((seat ^ p.maker) & 1)});
    return l.card[std::countr_zero(one)];
}

namespace {

RolloutPolicy policy(int number) {
    if (number < 0 || number >= POLICIES) throw std::invalid_argument("there is no such policy");
    return static_cast<RolloutPolicy>(number);
}

// Adds up the results of deals, and writes them to buffers if there are any. Several threads may share one object.
class Results {
public:
    Results(std::size_t size, const std::optional<Writable>& points, const std::optional<Writable>& tricks,
            const std::optional<Writable>& outcomes, const std::optional<Writable>& makers)
        : points(points ? cells<std::int8_t>(*points, "points", size, 2) : nullptr),
          tricks(tricks ? cells<std::int8_t>(*tricks, "tricks", size, 2) : nullptr),
          outcomes(outcomes ? cells<std::int8_t>(*outcomes, "outcomes", size, 0) : nullptr),
          makers(makers ? cells<std::int8_t>(*makers, "makers", size, 0) : nullptr) {}

    void put(std::size_t begin, const DealResult* from, std::size_t size) {
        std::vector<std::int64_t> own(SUMS);
        for (std::size_t k = 0; k < size; k++) {
            const DealResult& r = from[k];
            if (r.outcome < 0)
                throw std::invalid_argument("a seat could do nothing, or held too few or too many cards");
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

    // Returns the points of both sides and the sum of the squared differences of points. Then follow the numbers of
    // deals by outcome and the numbers of deals by maker.
    std::vector<std::int64_t> totals() const { return sums; }

private:
    static constexpr std::size_t SUMS = 3 + OUTCOMES + SEATS;
    std::int8_t *points, *tricks, *outcomes, *makers;
    std::vector<std::int64_t> sums = std::vector<std::int64_t>(SUMS);
    std::mutex lock;
};

constexpr std::size_t CHUNK = 512;
struct Own {
    DealResult results[CHUNK];
};

using Into = std::optional<Writable>;
using IntoRow = std::tuple<Into, Into, Into, Into>;                      // points, tricks, outcomes, makers
using OptionsRow = std::tuple<int, int, std::uint64_t, int>;             // the fields of RolloutOptions
using PointRow = std::tuple<int, int, int, int, int>;                    // the fields of BiddingPoint
using ContractRow = std::tuple<int, int>;                                // the state of the contract, the dealer
using PlayRow = std::tuple<int, int, std::vector<int>, int, Mask, int>;  // the fields of PlayRow in _native.pyi
using Hands = std::array<Mask, SEATS>;

RolloutOptions options_of(const OptionsRow& row) {
    const auto [bidding, play, seed, threads] = row;
    return {policy(bidding), policy(play), seed, threads};
}

Results results_of(std::size_t size, const IntoRow& row) {
    const auto& [points, tricks, outcomes, makers] = row;
    return Results(size, points, tricks, outcomes, makers);
}

std::vector<std::int64_t> rollout_deals(const RuleTables& rule_tables, std::size_t size, int dealer,
                                        const OptionsRow& row, const IntoRow& into) {
    if (dealer < 0 || dealer >= SEATS) throw std::invalid_argument("the dealer must be 0 to 3");
    const RolloutOptions options = options_of(row);
    Results results = results_of(size, into);
    const nb::gil_scoped_release released;
    parallel_for<Own>((size + CHUNK - 1) / CHUNK, options.threads, "chunk", [&](std::size_t chunk, Own& own) {
        const std::size_t begin = chunk * CHUNK, end = std::min(begin + CHUNK, size);
        rollouts().deals(rule_tables.data(), dealer, options, begin, end, own.results);
        results.put(begin, own.results, end - begin);
    });
    return results.totals();
}

template <class Run>
std::vector<std::int64_t> each(std::size_t size, int threads, Results& results, Run run) {
    const nb::gil_scoped_release released;
    parallel_for<Own>(size, threads, "world", [&](std::size_t i, Own& own) {
        own.results[0] = run(i);
        results.put(i, own.results, 1);
    });
    return results.totals();
}

Hands hands_of(const Mask* hands, std::size_t i) {
    return {hands[SEATS * i], hands[SEATS * i + 1], hands[SEATS * i + 2], hands[SEATS * i + 3]};
}

std::vector<std::int64_t> rollout_from_bidding(const RuleTables& rule_tables, const PointRow& point, const Hands& away,
                                               const std::tuple<Buffer, std::optional<Buffer>>& worlds,
                                               const OptionsRow& row, const IntoRow& into) {
    const auto& [hands, kitties] = worlds;
    const RolloutOptions options = options_of(row);
    const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
    const Mask* held = cells<const Mask>(hands, "hands", size, SEATS);
    const std::size_t under = kitties && kitties->ndim() == 2 ? kitties->shape(1) : 0;
    const std::int8_t* kitty = kitties && under ? cells<const std::int8_t>(*kitties, "kitties", size, under) : nullptr;
    if (kitties && !under) throw std::invalid_argument("kitties must be of int8, a row of cards for each world");
    Results results = results_of(size, into);
    const auto start = std::make_from_tuple<BiddingPoint>(point);
    return each(size, options.threads, results, [&](std::size_t i) {
        const auto cards = kitty ? std::vector<int>(kitty + under * i, kitty + under * (i + 1)) : std::vector<int>();
        const DealState d = rule_tables.at(start, hands_of(held, i), cards, away, NOTHING);
        RandomStream own = stream(options.seed, i);
        return rollouts().from_bidding(rule_tables.data(), d, options, own);
    });
}

Position position_of(const PlayRow& row, const Hands& hands) {
    const auto& [leader, trump, plays, sitting, gone, taken] = row;
    if (plays.size() >= SEATS) throw std::invalid_argument("a trick in progress has three cards at most");
    Position at{hands, {}, static_cast<int>(plays.size()), leader, trump, sitting};
    std::ranges::copy(plays, at.plays.begin());
    return at;
}

DealInPlay deal_of(const RuleTables& rule_tables, const ContractRow& contract, const Position& at, const PlayRow& row) {
    return in_play(rule_tables, std::get<0>(contract), std::get<1>(contract), at, std::get<4>(row), std::get<5>(row));
}

std::vector<std::int64_t> rollout_from_play(const RuleTables& rule_tables, const ContractRow& contract,
                                            const PlayRow& play, const Buffer& hands, const OptionsRow& row,
                                            const IntoRow& into) {
    const RolloutOptions options = options_of(row);
    const std::size_t size = hands.ndim() ? hands.shape(0) : 0;
    const Mask* held = cells<const Mask>(hands, "hands", size, SEATS);
    const Position at = position_of(play, {});
    Results results = results_of(size, into);
    return each(size, options.threads, results, [&](std::size_t i) {
        Position here = at;
        here.hands = hands_of(held, i);
        RandomStream own = stream(options.seed, i);
        return rollouts().from_play(rule_tables.data(), deal_of(rule_tables, contract, here, play), options.play, own);
    });
}

int policy_action(const RuleTables& rule_tables, const DealState& deal) {
    const Automaton& a = rule_tables.data().bidding;
    if (state_of(a, deal).stage >= CONTRACT) throw std::invalid_argument("nothing is decided here");
    const Move move = policy_move(rule_tables.data(), deal);
    if (move.edge < 0) throw std::invalid_argument("the seat in turn can do nothing");
    return action_of(a, deal, move);
}

int policy_card_of(const RuleTables& rule_tables, const ContractRow& contract, const PlayRow& play,
                   const Hands& hands) {
    return policy_card(rule_tables, deal_of(rule_tables, contract, position_of(play, hands), play));
}

}  // namespace

void bind_rollouts(nb::module_& m) {
    using namespace nb::literals;
    m.def("rollout_deals", &rollout_deals, "rule_tables"_a, "size"_a, "dealer"_a, "options"_a, "into"_a.noconvert());
    m.def("rollout_from_bidding", &rollout_from_bidding, "rule_tables"_a, "point"_a, "away"_a, "worlds"_a.noconvert(),
          "options"_a, "into"_a.noconvert());
    m.def("rollout_from_play", &rollout_from_play, "rule_tables"_a, "contract"_a, "play"_a, "hands"_a.noconvert(),
          "options"_a, "into"_a.noconvert());
    m.def("policy_action", &policy_action, "rule_tables"_a, "deal"_a);
    m.def("policy_card", &policy_card_of, "rule_tables"_a, "contract"_a, "play"_a, "hands"_a);
}

}  // namespace uka
