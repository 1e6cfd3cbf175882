#include "deal_steps.hpp"

#include <cstring>

#include "rollout_policy.hpp"

namespace uka {
namespace {

constexpr int GO_UNDER = 118, ORDER_UP = 100, ORDER_UP_ALONE = 101;

// The phases in the order of uka.core.public_deal.Phase, by stage of the bidding. A contract is in play.
enum Phase { P_NAMING, P_CLAIMING, P_SHOWING, P_CALLING, P_DISCARDING, P_ASKING, P_GIVING, P_PLAYING };
constexpr std::int8_t PHASE[] = {P_NAMING,     P_CLAIMING, P_SHOWING, P_CALLING, P_CALLING, P_CALLING,
                                 P_DISCARDING, P_ASKING,   P_ASKING,  P_GIVING,  P_PLAYING};

std::int8_t small(int value) { return static_cast<std::int8_t>(value); }

void allow(SteppedDeal& d, int action) { d.legal[action >> 6] |= std::uint64_t{1} << (action & 63); }

bool calling(int stage) { return stage == FIRST || stage == SECOND || stage == STUCK; }

// Sets the legal actions of the bidding.
void list_moves(const RuleData& f, SteppedDeal& d) {
    Move found[MAX_MOVES];
    d.legal[0] = d.legal[1] = 0;
    for (int i = 0, count = moves(f.bidding, d.bidding, found); i < count; i++)
        allow(d, action_of(f.bidding, d.bidding, found[i]));
}

// Sets the legal actions of the play, which are the indexes of cards.
void list_plays(const RuleData& f, SteppedDeal& d) {
    const int seat = d.turn;
    const Cards hand = d.hands[seat], following = hand & d.led;
    Cards lawful = following ? following : hand;
    if (!d.led) {
        const Cards plain = hand & ~trumps_of(d.bidding.trump);
        if (!f.first_lead_trump && !d.tricks && plain) lawful = plain;
    } else if (f.must_head) {
        if (const Cards heading = following & above(d.best)) lawful = heading;
    }
    const SuitLanes& l = f.lanes[static_cast<int>(d.bidding.trump)];
    d.legal[0] = d.legal[1] = 0;
    for (; lawful; lawful &= lawful - 1) allow(d, l.card[__builtin_ctzll(lawful)]);
}

int next_active(const SteppedDeal& d, int seat) {
    do seat = (seat + 1) & (SEATS - 1);
    while (d.sitting >> seat & 1);
    return seat;
}

void begin_trick(SteppedDeal& d, int leader) {
    d.leader = d.taker = d.turn = small(leader);
    d.led = d.best = 0;
    for (auto& card : d.trick) card = NOTHING;
}

void begin_play(const RuleData& f, SteppedDeal& d) {
    const SuitLanes& l = f.lanes[static_cast<int>(d.bidding.trump)];
    d.playing = true;
    d.declined = 0;
    d.sitting = small(sitting_of(f.bidding, d.bidding));
    for (int seat = 0; seat < SEATS; seat++) d.hands[seat] = relabelled(l, d.bidding.hands[seat]);
    begin_trick(d, seat_of(d.bidding, state_of(f.bidding, d.bidding).leader));
}

// Follows the bidding to its next decision. Returns true if it has ended without a contract.
bool follow(const RuleData& f, SteppedDeal& d) {
    const State& state = state_of(f.bidding, d.bidding);
    if (state.stage > CONTRACT) return true;
    if (state.stage == CONTRACT) {
        begin_play(f, d);
        list_plays(f, d);
    } else {
        d.turn = small(turn_of(f.bidding, d.bidding));
        list_moves(f, d);
    }
    return false;
}

// Notes what an action means for the observations that the bidding automaton does not need.
void note_call(SteppedDeal& d, int stage, int action, const Edge& edge, Mask discarded) {
    const int seat = d.turn;
    if (calling(stage)) {
        if (action == PASS)
            d.passes++;
        else
            d.ordered = action == ORDER_UP || action == ORDER_UP_ALONE;
    } else if (action == PASS) {
        d.declined = small(d.declined | 1 << seat);
    }
    if (action == GO_UNDER) d.went_under = small(seat);
    if (stage == SHOWING) d.shown |= discarded;
    if (stage == GIVING) d.giver = small(seat);
    if (edge.upcard >= 0) d.picked_up = small(seat_of(d.bidding, edge.upcard));
    for (int i = 0; i < edge.under; i++) d.kitty_taken |= card(d.bidding.kitty[i]);
}

StepResult step_bidding(const RuleData& f, SteppedDeal& d, int action) {
    Move found[MAX_MOVES];
    const int stage = state_of(f.bidding, d.bidding).stage;
    int i = 0;
    for (moves(f.bidding, d.bidding, found); action_of(f.bidding, d.bidding, found[i]) != action;) i++;
    const Move move = found[i];
    note_call(d, stage, action, f.bidding.edges[move.edge], move.card < 0 ? 0 : card(move.card));
    step(f.bidding, d.bidding, move);
    if (!calling(stage) && calling(state_of(f.bidding, d.bidding).stage)) d.declined = 0;
    return {{}, follow(f, d)};
}

StepResult score(const RuleData& f, const SteppedDeal& d) {
    const State& state = state_of(f.bidding, d.bidding);
    const int makers = seat_of(d.bidding, state.maker) & 1;
    const int alone = (state.loner >= 0) + 2 * (state.lone_defender >= 0);
    const std::int8_t points = f.points[alone][d.taken[makers]];
    StepResult result{{}, true};
    result.points[points < 0 ? 1 - makers : makers] = small(points < 0 ? -points : points);
    return result;
}

StepResult step_play(const RuleData& f, SteppedDeal& d, int action) {
    const SuitLanes& l = f.lanes[static_cast<int>(d.bidding.trump)];
    const int seat = d.turn;
    const Cards one = relabelled(l, card(action));
    d.bidding.hands[seat] &= ~card(action);
    d.hands[seat] &= ~one;
    d.trick[seat] = small(action);
    if (!d.led) d.led = lane_of(one);
    if (const Cards worth = one & (d.led | trumps_of(d.bidding.trump)); worth > d.best)
        d.best = worth, d.taker = small(seat);
    d.turn = small(next_active(d, seat));
    if (d.turn == d.leader) {
        d.tricks++;
        d.taken[d.taker & 1]++;
        for (int s = 0; s < SEATS; s++)
            if (d.trick[s] >= 0) d.played[s][static_cast<int>(d.trick[s])] = static_cast<std::uint8_t>(d.tricks);
        if (d.tricks == f.hand_size) return score(f, d);
        begin_trick(d, d.taker);
    }
    list_plays(f, d);
    return {};
}

// Sets places of an array for one observing seat.
struct Writer {
    std::uint8_t* row;
    const ObservationLayout& layout;
    int me;

    std::uint8_t* field(ObservationField name) const { return row + layout.at[name]; }
    void flag(ObservationField name, bool value) const { *field(name) = value; }
    void one(ObservationField name, int place) const { field(name)[place] = 1; }
    int relative(int seat) const { return (seat - me) & (SEATS - 1); }
    void seat(ObservationField name, int seat) const {
        if (seat >= 0) one(name, relative(seat));
    }
    void seats(ObservationField name, int mask) const {
        for (int s = 0; s < SEATS; s++)
            if (mask >> s & 1) one(name, relative(s));
    }
    void cards(ObservationField name, Mask mask) const {
        for (std::uint8_t* at = field(name); mask; mask &= mask - 1) at[__builtin_ctzll(mask)] = 1;
    }
};

void observe_bidding(const RuleData& f, const Writer& to, const SteppedDeal& d) {
    const DealState& b = d.bidding;
    const State& state = state_of(f.bidding, b);
    const int me = to.me;
    if (d.playing || state.sees) to.cards(F_HAND, b.hands[me]);
    to.one(F_UPCARD, b.upcard);
    if (b.up < SUITS) to.one(F_UP_SUIT, b.up);
    to.flag(F_BURIED, d.buried);
    to.one(F_PHASE, PHASE[static_cast<int>(state.stage)]);
    to.seat(F_TURN, me);
    to.seat(F_DEALER, b.dealer);
    std::memset(to.field(F_PASSES), 1, static_cast<std::size_t>(d.passes));
    to.seat(F_WENT_UNDER, d.went_under);
    to.cards(F_SHOWN, d.shown);
    to.seats(F_DECLINED, d.declined);
    if (d.went_under == me) to.cards(F_KITTY_TAKEN, d.kitty_taken);
}

void observe_contract(const RuleData& f, const Writer& to, const SteppedDeal& d) {
    const DealState& b = d.bidding;
    const State& state = state_of(f.bidding, b);
    if (state.maker < 0) return;
    const auto seat = [&](int counted) { return counted < 0 ? NOTHING : seat_of(b, counted); };
    to.seat(F_MAKER, seat(state.maker));
    to.one(F_TRUMP, b.trump);
    to.flag(F_ORDERED, d.ordered);
    to.seat(F_LONER, seat(state.loner));
    to.seat(F_LONE_DEFENDER, seat(state.lone_defender));
    to.seats(F_SITTING_OUT, sitting_of(f.bidding, b));
    to.seat(F_PICKED_UP, d.picked_up);
    to.flag(F_GIVEN, b.gift >= 0);
    to.cards(F_PUT_AWAY, b.away[to.me] & ~d.shown);
    if (d.giver == to.me) to.one(F_PUT_AWAY, b.gift);
    if (d.giver >= 0 && ((d.giver + 2) & (SEATS - 1)) == to.me) to.one(F_RECEIVED, b.gift);
}

void observe_play(const Writer& to, const SteppedDeal& d) {
    to.seat(F_LEADER, d.leader);
    for (int s = 0; s < SEATS; s++) {
        const int at = CARDS * to.relative(s);
        if (d.trick[s] >= 0) to.one(F_TRICK, at + d.trick[s]);
        std::memcpy(to.field(F_PLAYED) + at, d.played[s], CARDS);
    }
    to.field(F_TAKEN)[0] = static_cast<std::uint8_t>(d.taken[to.me & 1]);
    to.field(F_TAKEN)[1] = static_cast<std::uint8_t>(d.taken[1 - (to.me & 1)]);
}

}  // namespace

ShuffledDeal shuffled_deal(const RuleData& f, std::uint64_t seed, std::uint64_t number) {
    RandomStream chance = stream(seed, number);
    ShuffledDeal made{};
    int cards = 0;
    for (Mask left = f.pack; left; left &= left - 1) made.order[cards++] = small(__builtin_ctzll(left));
    for (int i = 0; i + 1 < cards; i++) {
        const int j = i + static_cast<int>(below(next(chance), static_cast<std::uint32_t>(cards - i)));
        const std::int8_t other = made.order[j];
        made.order[j] = made.order[i], made.order[i] = other;
    }
    for (int i = cards; i < CARDS; i++) made.order[i] = NOTHING;
    made.dealer = small(static_cast<int>(below(next(chance), SEATS)));
    return made;
}

void start_deal(const RuleData& f, const ShuffledDeal& shuffled, SteppedDeal& d) {
    d = {};
    d.start = shuffled;
    DealState& b = d.bidding;
    const std::int8_t* top = shuffled.order;
    for (auto& hand : b.hands)
        for (int i = 0; i < f.hand_size; i++) hand |= card(*top++);
    b.upcard = *top++;
    d.buried = f.bidding.next_up && b.upcard == CARDS - 1;
    if (d.buried) b.upcard = *top++;
    const std::int8_t* end = shuffled.order + f.cards;
    for (; f.bidding.under && top < end; top++) b.kitty[b.kitty_size++] = *top;
    b.up = small(b.upcard >> 3);  // the suit of the upcard; 4 for the joker
    b.dealer = shuffled.dealer;
    b.trump = b.gift = NOTHING;
    b.state = b.up < SUITS ? f.bidding.start : f.bidding.benny;
    d.went_under = d.picked_up = d.giver = d.leader = NOTHING;
    for (auto& card : d.trick) card = NOTHING;
    follow(f, d);
}

StepResult step_deal(const RuleData& f, SteppedDeal& d, int action) {
    if (d.actions < MAX_HISTORY) d.history[d.actions++] = static_cast<std::uint8_t>(action);
    return d.playing ? step_play(f, d, action) : step_bidding(f, d, action);
}

void observe_deal(const RuleData& f, const ObservationLayout& layout, const SteppedDeal& d, std::uint8_t* observation,
                  std::int8_t* mask) {
    std::memset(observation, 0, static_cast<std::size_t>(layout.size));
    const Writer to{observation, layout, d.turn};
    observe_bidding(f, to, d);
    observe_contract(f, to, d);
    if (d.playing) observe_play(to, d);
    std::memset(mask, 0, ACTIONS);
    for (int half = 0; half < 2; half++)
        for (std::uint64_t left = d.legal[half]; left; left &= left - 1) mask[64 * half + __builtin_ctzll(left)] = 1;
}

int random_action(const SteppedDeal& d, RandomStream& chance) {
    const int low = count(d.legal[0]);
    auto n = static_cast<int>(below(next(chance), static_cast<std::uint32_t>(low + count(d.legal[1]))));
    const int half = n >= low;
    if (half) n -= low;
    std::uint64_t left = d.legal[half];
    for (; n; n--) left &= left - 1;
    return 64 * half + __builtin_ctzll(left);
}

}  // namespace uka
