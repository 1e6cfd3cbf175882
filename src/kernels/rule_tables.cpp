#include "rule_tables.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace uka {
namespace {

void demand(bool kept, const char* otherwise) {
    if (!kept) throw std::invalid_argument(otherwise);
}

std::int8_t small(int value, int least, int most, const char* otherwise) {
    demand(value >= least && value <= most, otherwise);
    return static_cast<std::int8_t>(value);
}

std::int8_t seat(int value) { return small(value, NOTHING, SEATS - 1, "a seat must be 0 to 3"); }

// an edge has 14 fields; the first one is the index of the state from which the edge starts
constexpr std::size_t STATE_FIELDS = 8, EDGE_FIELDS = 14;
constexpr std::size_t MAX_STATES = 8192, MAX_SUBSETS = 1 << 19;

}  // namespace

RuleTables::RuleTables(const TrickTables& tricks, const BiddingTables& bidding, const ScoreTables& scores)
    : rules(tricks) {
    plain.pack = tricks.pack;
    plain.cards = std::popcount(tricks.pack);
    plain.hand_size = tricks.hand_size;
    plain.must_head = tricks.must_head;
    plain.first_lead_trump = tricks.first_lead_trump;
    plain.joker = tricks.pack >> 32 & 1;
    demand(plain.cards > SEATS * plain.hand_size + plain.joker, "the pack is too small for four hands and an upcard");
    demand(!bidding.states.empty() && bidding.states.size() <= MAX_STATES && bidding.edges.size() <= MAX_STATES,
           "too few or too many states");
    read_masks(bidding);
    read_states(bidding.states);
    read_edges(bidding.edges, static_cast<int>(bidding.masks.size()));
    read_starts(bidding.starts);
    read_scores(scores);
    make_lanes();
    make_subsets();
}

void RuleTables::read_masks(const BiddingTables& tables) {
    const auto& kinds = tables.masks;
    demand(!kinds.empty() && kinds.size() < 100, "too few or too many kinds of cards");
    masks = std::make_unique<Mask[][UPS]>(kinds.size());
    for (std::size_t kind = 0; kind < kinds.size(); kind++) {
        demand(kinds[kind].size() == UPS, "a kind of cards must have a mask for each upcard's suit, and for none");
        std::ranges::copy(kinds[kind], masks[kind]);
    }
    const Rows& relative = tables.relative;
    demand(relative.size() == UPS, "suits must be counted from each suit, and from none");
    for (int up = 0; up < UPS; up++) {
        demand(relative[up].size() == STRAINS, "suits are five, with no trump");
        for (int suit = 0; suit < STRAINS; suit++)
            plain.bidding.suits[up][suit] = small(relative[up][suit], 0, STRAINS - 1, "a suit must be 0 to 4");
    }
}

void RuleTables::read_states(const Rows& rows) {
    for (const auto& row : rows) {
        demand(row.size() == STATE_FIELDS, "a state has too few or too many fields");
        State state{};
        state.stage = small(row[0], 0, STAGES - 1, "there is no such stage");
        state.turn = seat(row[1]);
        state.sees = small(row[2], 0, 1, "a hand is seen or not");
        state.maker = seat(row[3]), state.loner = seat(row[4]), state.lone_defender = seat(row[5]);
        state.sitting = small(row[6], 0, 15, "the seats that sit out must be a mask of four");
        state.leader = seat(row[7]);
        demand((state.stage < CONTRACT) == (state.turn != NOTHING),
               "somebody is in turn just where something is decided");
        demand(state.stage != CONTRACT || (state.maker != NOTHING && state.leader != NOTHING),
               "a contract needs its seats");
        demand(state.stage < DISCARDING || state.stage > CONTRACT || state.maker != NOTHING, "trump is made by nobody");
        demand(state.stage != CONTRACT || !(state.sitting >> state.leader & 1), "the leader may not sit out");
        demand(state.loner == NOTHING || state.maker != NOTHING, "nobody is alone before trump is made");
        state.open = true;
        states.push_back(state);
    }
}

void RuleTables::read_edges(const Rows& rows, int kinds) {
    const int size = static_cast<int>(states.size());
    int from = 0;
    // for each state, the greatest number of kitty cards that seats can have taken before the state is reached
    std::vector<int> taken(states.size());
    for (const auto& row : rows) {
        demand(row.size() == EDGE_FIELDS, "an edge has too few or too many fields");
        demand(row[0] >= from && row[0] < size, "edges must be in the order of their states");
        from = row[0];
        demand(row[13] > from && row[13] < size, "every edge must go up");
        State& state = states[from];
        demand(state.turn != NOTHING, "an end has no edges");
        if (!state.edges) state.first = static_cast<std::int16_t>(edges.size());
        demand(++state.edges <= MAX_EDGES, "a state has too many edges");
        const Edge edge = read_edge(row, kinds);
        check_edge(state, states[edge.next], edge);
        state.open = state.open && edge.cards == NOTHING && edge.guard == NOTHING;
        taken[edge.next] = std::max(taken[edge.next], taken[from] + edge.under);
        most_under = std::max(most_under, taken[edge.next]);
        edges.push_back(edge);
    }
    for (const auto& state : states) demand((state.stage < CONTRACT) == (state.edges > 0), "a decision needs edges");
    demand(most_under <= plain.cards - SEATS * plain.hand_size - 1 - plain.joker, "too few cards lie under the upcard");
}

Edge RuleTables::read_edge(const std::vector<int>& row, int kinds) const {
    demand(row[1] >= 0 && row[1] < 1000, "there is no such action");
    const auto kind = [&](int value) { return small(value, NOTHING, kinds - 1, "there is no such kind of cards"); };
    const auto suit = [](int value) { return small(value, NOTHING, STRAINS - 1, "a suit must be 0 to 4"); };
    Edge edge{};
    edge.action = static_cast<std::int16_t>(row[1]);
    edge.suit = suit(row[2]);
    edge.cards = kind(row[3]);
    edge.keeps = small(row[4], 0, 1, "the upcard is kept or not");
    edge.guard = kind(row[5]);
    edge.least = small(row[6], 0, CARDS, "cards are 0 to 33");
    edge.most = small(row[7], 0, CARDS, "cards are 0 to 33");
    edge.trump = suit(row[8]);
    edge.names = small(row[9], NOTHING, SUITS - 1, "a benny stands for one of four suits");
    edge.upcard = seat(row[10]);
    edge.under = small(row[11], 0, MAX_KITTY, "so many cards are never under the upcard");
    edge.given = seat(row[12]);
    edge.next = static_cast<std::int16_t>(row[13]);
    return edge;
}

void RuleTables::check_edge(const State& from, const State& to, const Edge& edge) const {
    demand((from.maker != NOTHING || edge.trump != NOTHING) == (to.maker != NOTHING), "trump is made by nobody");
    demand(from.edges == 1 || (edge.cards == NOTHING && edges[from.first].cards == NOTHING),
           "where a card is chosen nothing else is");
    demand((from.stage == NAMING) == (edge.names != NOTHING), "a benny is named where that is asked, and nowhere else");
}

void RuleTables::read_starts(const std::vector<int>& starts) {
    const int size = static_cast<int>(states.size());
    demand(starts.size() == 3 && starts[0] >= 0 && starts[0] < size && starts[1] >= NOTHING && starts[1] < size,
           "there must be a state to start from");
    demand(!plain.joker || starts[1] != NOTHING || starts[2], "what follows a benny turned up is not told");
    auto& a = plain.bidding;
    a.states = states.data(), a.edges = edges.data(), a.masks = masks.get();
    a.start = static_cast<std::int16_t>(starts[0]), a.benny = static_cast<std::int16_t>(starts[1]);
    a.next_up = starts[2], a.under = most_under > 0;
}

void RuleTables::read_scores(const ScoreTables& tables) {
    const auto& [scores, ends] = tables;
    demand(scores.size() == 4 && ends.size() == 2, "scores are by who plays alone");
    for (int alone = 0; alone < 4; alone++) {
        demand(std::ssize(scores[alone]) == plain.hand_size + 1, "scores are by the makers' tricks");
        for (int tricks = 0; tricks <= plain.hand_size; tricks++) {
            const auto& row = scores[alone][tricks];
            demand(row.size() == 2, "a score is an outcome and its points");
            plain.outcome[alone][tricks] = small(row[0], 0, OUTCOMES - 1, "there is no such outcome");
            plain.points[alone][tricks] = small(row[1], -100, 100, "an outcome is worth too much");
        }
    }
    plain.thrown_in = small(ends[0], 0, OUTCOMES - 1, "there is no such outcome");
    plain.redeal = small(ends[1], 0, OUTCOMES - 1, "there is no such outcome");
}

void RuleTables::make_lanes() {
    lanes.resize(STRAINS);
    for (int trump = 0; trump < STRAINS; trump++) {
        SuitLanes& made = lanes[trump];
        made = {};
        std::fill_n(made.card, 64, std::int8_t{NOTHING});
        for (int c = 0; c < CARDS; c++) {
            const int at = rules.bit_at(trump, c);
            if (at == NOTHING) continue;
            const Cards bit = Cards{1} << at;
            made.card[at] = static_cast<std::int8_t>(c);
            made.all |= bit;
            if (c == 32)
                made.joker = bit;
            else
                for (int bits = 0; bits < 256; bits++)
                    if (bits >> c % 8 & 1) made.of[c / 8][bits] |= bit;
        }
    }
    plain.lanes = lanes.data();
}

void RuleTables::make_subsets() {
    for (int n = 0; n <= CARDS; n++) {
        double hands = 1;
        for (int k = 0; k < plain.hand_size; k++) hands = hands * (n - k) / (k + 1);
        if (n <= plain.cards) demand(hands < MAX_SUBSETS, "hands are too large for the pack");
        plain.hands[n] = static_cast<std::uint32_t>(n < plain.hand_size || n > plain.cards ? 0 : hands + 0.5);
    }
    Mask hand = (Mask{1} << plain.hand_size) - 1;
    for (std::uint32_t i = 0; i < plain.hands[plain.cards]; i++) {
        subsets.push_back(hand);
        // These lines change `hand` to the next greater number with the same number of set bits.
        const Mask low = hand & -hand, carried = hand + low;
        hand = carried | (((hand ^ carried) >> 2) / low);
    }
    plain.subsets = subsets.data();
}

DealState RuleTables::start(int dealer, const std::array<Mask, SEATS>& hands, int upcard,
                            const std::vector<int>& kitty) const {
    const Automaton& a = plain.bidding;
    const bool benny = upcard == CARDS - 1;
    demand(!benny || a.benny != NOTHING, "the benny is not turned up under these rules");
    demand(upcard >= 0 && upcard < CARDS, "a card's index must be 0 to 32");
    const BiddingPoint point{benny ? a.benny : a.start, dealer, upcard, benny ? SUITS : upcard / 8, NOTHING};
    return at(point, hands, kitty, {}, NOTHING);
}

DealState RuleTables::at(const BiddingPoint& point, const std::array<Mask, SEATS>& hands, const std::vector<int>& kitty,
                         const std::array<Mask, SEATS>& away, int gift) const {
    demand(point.state >= 0 && point.state < std::ssize(states), "there is no such state");
    demand(kitty.size() <= MAX_KITTY, "so many cards are never under the upcard");
    DealState d{};
    std::ranges::copy(hands, d.hands);
    std::ranges::copy(away, d.away);
    for (std::size_t i = 0; i < kitty.size(); i++)
        d.kitty[i] = small(kitty[i], 0, CARDS - 1, "a card's index must be 0 to 32");
    d.kitty_size = static_cast<std::int8_t>(kitty.size());
    d.dealer = small(point.dealer, 0, SEATS - 1, "the dealer must be 0 to 3");
    d.upcard = small(point.upcard, 0, CARDS - 1, "a card's index must be 0 to 32");
    d.up = small(point.up, 0, UPS - 1, "the upcard's suit must be 0 to 4");
    d.trump = small(point.trump, NOTHING, STRAINS - 1, "trump must be 0 to 4");
    d.gift = small(gift, NOTHING, CARDS - 1, "a card's index must be 0 to 32");
    d.state = static_cast<std::int16_t>(point.state);
    check(d);
    return d;
}

void RuleTables::check(const DealState& d) const {
    const State& state = states[d.state];
    demand((d.trump == NOTHING) == (state.maker == NOTHING), "trump must be known once it is made, and not before");
    demand((d.up == SUITS) == (state.stage == NAMING), "the upcard's suit must be known once it is named");
    demand(!(d.trump == SUITS && plain.joker), "a card belongs to no suit with this trump");
    demand(plain.pack >> d.upcard & 1, "a card is not in the pack");
    Mask seen = 0;
    for (int i = 0; i < d.kitty_size; i++) demand(d.kitty[i] != d.upcard, "a card is in two places");
    const auto add = [&](Mask cards) {
        demand(!(cards & ~plain.pack), "a card is not in the pack");
        demand(!(cards & seen), "a card is in two places");
        seen |= cards;
    };
    for (int seat = 0; seat < SEATS; seat++) {
        const bool turn = state.turn != NOTHING && seat == seat_of(d, state.turn);
        const int more = turn && state.stage == DISCARDING ? 1
                         : turn && state.stage == SHOWING  ? -std::popcount(d.away[seat])
                                                           : 0;
        const int held = std::popcount(d.hands[seat]) - more;
        // A seat that sits out may hold one card fewer, because it passed a card to its partner.
        const bool gave = sitting_of(plain.bidding, d) >> seat & 1;
        demand(held == plain.hand_size || (gave && held == plain.hand_size - 1),
               "a hand has too few or too many cards");
        add(d.hands[seat]);
        add(d.away[seat]);
    }
    for (int i = 0; i < d.kitty_size; i++) add(card(d.kitty[i]));
    if (state.stage < FIRST) {
        demand(!(seen >> d.upcard & 1), "a card is in two places");
        demand(d.kitty_size >= most_under, "the cards under the upcard must be told, for they may be taken");
    }
    Move any[MAX_MOVES];
    demand(state.stage >= CONTRACT || moves(plain.bidding, d, any), "the seat in turn can do nothing");
}

Position RuleTables::position(const DealState& d) const {
    const State& state = states[d.state];
    demand(state.stage == CONTRACT, "nobody has led before the contract is made");
    Position p{{}, {}, 0, seat_of(d, state.leader), d.trump, sitting_of(plain.bidding, d)};
    std::ranges::copy(d.hands, p.hands.begin());
    return p;
}

}  // namespace uka
