#include "bidding_walk.hpp"

#include <algorithm>

#include "rollout_policy.hpp"

namespace uka {

Strategy proportional(const float* row, const Decision& decision) {
    Strategy chances{};
    float total = 0;
    for (int i = 0; i < decision.size; i++) total += chances[i] = std::max(row[decision.bids[i].column], 0.0f);
    for (int i = 0; i < decision.size; i++)
        chances[i] = total > 0 ? chances[i] / total : 1.0f / static_cast<float>(decision.size);
    return chances;
}

int drawn(const Strategy& chances, int size, Random& random) {
    double left = random.unit();
    for (int i = 0; i + 1 < size; i++)
        if ((left -= chances[i]) < 0) return i;
    return size - 1;
}

bool BiddingWalk::advance(DealState& d, Decision& decision) const {
    while (state_of(bidding, d).stage < CONTRACT) {
        if (info_sets.find(d, decision)) return true;
        step(bidding, d, policy_move(rule_tables.data(), d));
    }
    return false;
}

Ending BiddingWalk::finish(DealState& d, std::span<const float> policy, Random& random) {
    Decision decision;
    while (advance(d, decision)) {
        const Strategy chances = proportional(&policy[decision.row * BIDS_PER_ROW], decision);
        step(bidding, d, decision.bids[drawn(chances, decision.size, random)].move);
    }
    return end(d);
}

Ending BiddingWalk::end(const DealState& d) {
    const State& state = state_of(bidding, d);
    if (state.stage != CONTRACT) return {NOTHING, 0, 0, 0, 0, 0};
    const int makers = seat_of(d, state.maker) & 1;
    const int alone = (state.loner != NOTHING) + 2 * (state.lone_defender != NOTHING);
    const Position position = rule_tables.position(d);
    const auto [tricks, least, most] = solved(position, makers);
    return {makers, alone, position.trump, tricks, least, most};
}

TricksWithBounds BiddingWalk::solved(const Position& p, int makers) {
    for (const Solved& known : contracts)
        if (known.makers == makers && known.position.trump == p.trump && known.position.sitting == p.sitting &&
            known.position.leader == p.leader && known.position.hands == p.hands)
            return known.found;
    const TricksWithBounds found = tricks_with_bounds(rule_tables.rules, p, makers, table);
    contracts.push_back({p, makers, found});
    return found;
}

}  // namespace uka
