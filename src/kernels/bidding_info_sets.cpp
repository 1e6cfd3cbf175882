#include "bidding_info_sets.hpp"

#include <stdexcept>

namespace uka {
namespace {

constexpr int ORDER_UP = PASS + 1, CALL = ORDER_UP + 2, CALL_ALONE = CALL + STRAINS;

int column_of(const Edge& e, bool swapped) {
    const int suit = swapped && (e.suit == 2 || e.suit == 3) ? 5 - e.suit : e.suit;
    switch (e.action) {
        case PASS: return 0;
        case CALL: return 1 + 2 * suit;
        case CALL_ALONE: return 2 + 2 * suit;
        default: return 1 + e.action - ORDER_UP;
    }
}

}  // namespace

BiddingInfoSets::BiddingInfoSets(const RuleTables& rule_tables, std::uint64_t pack)
    : bidding(rule_tables.data().bidding), abstraction(pack, rule_tables.data().hand_size) {
    if (rule_tables.data().pack & ~pack & ~(std::uint64_t{1} << (CARDS - 1)))
        throw std::invalid_argument("a table of so small a pack has no hands with other cards");
}

bool BiddingInfoSets::find(const DealState& d, Decision& decision) const {
    const State& state = state_of(bidding, d);
    if (state.stage != FIRST && state.stage != SECOND && state.stage != STUCK) return false;
    const auto [number, swapped] = abstraction.of(d.hands[seat_of(d, state.turn)], d.upcard, d.up);
    const int place = (state.turn + SEATS - 1) % SEATS + (state.stage == FIRST ? 0 : SEATS);
    decision.row = static_cast<std::size_t>(place) * abstraction.size() + number;
    Move found[MAX_MOVES];
    decision.size = moves(bidding, d, found);
    for (int i = 0; i < decision.size; i++)
        decision.bids[i] = {column_of(bidding.edges[found[i].edge], swapped), found[i]};
    return true;
}

}  // namespace uka
