#include "bidding_evaluator.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <utility>

namespace uka {

// At least as many random numbers as the seats use to complete the bidding.
constexpr int NUMBERS_PER_WORLD = 32;

DealState BiddingEvaluator::deal_at(const BiddingPoint& point, const std::uint64_t* hands,
                                    const std::array<Mask, SEATS>& away, const std::vector<int>& kitty) const {
    return rule_tables.at(point, {hands[0], hands[1], hands[2], hands[3]}, kitty, away, NOTHING);
}

std::vector<int> BiddingEvaluator::kitty(const BiddingPoint& point, const std::uint64_t* hands,
                                         const std::array<Mask, SEATS>& away, Random& random) const {
    std::vector<int> found;
    const RuleData& data = rule_tables.data();
    if (!data.bidding.under) return found;
    if (point.upcard < 0 || point.upcard >= CARDS) throw std::invalid_argument("a card's index must be 0 to 32");
    Mask left = data.pack & ~card(point.upcard);
    for (int seat = 0; seat < SEATS; seat++) left &= ~(hands[seat] | away[seat]);
    for (; left; left &= left - 1) found.push_back(std::countr_zero(left));
    random.shuffle(std::span(found));
    return found;
}

void BiddingEvaluator::weigh(const Calls& calls, std::span<const std::uint64_t> hands,
                             std::span<double> weights) const {
    const Automaton& bidding = rule_tables.data().bidding;
    for (std::size_t i = 0; i < weights.size(); i++) {
        DealState d = deal_at(calls.start, &hands[SEATS * i]);
        for (const int action : calls.actions) {
            Move found[MAX_MOVES];
            const int size = moves(bidding, d, found);
            int chosen = 0;
            while (chosen < size && action_of(bidding, d, found[chosen]) != action) chosen++;
            if (chosen == size) {
                weights[i] = 0;  // the action is not legal with the hand that the seat has in this world
                break;
            }
            if (calls.seats >> turn_of(bidding, d) & 1) {
                Decision decision;  // its bids are in the order of `found`
                if (!info_sets.find(d, decision)) throw std::invalid_argument("nobody is asked there to call trump");
                const Strategy chances = proportional(&policy[decision.row * BIDS_PER_ROW], decision);
                weights[i] *= (1 - calls.tremble) * chances[chosen] + calls.tremble / size;
            }
            step(bidding, d, found[chosen]);
        }
    }
}

std::vector<ChoiceOutcomes> BiddingEvaluator::evaluate(const BiddingPoint& point, const std::array<Mask, SEATS>& away,
                                                       std::span<const std::uint64_t> hands,
                                                       std::span<const double> weights, std::uint64_t seed) const {
    const Automaton& bidding = rule_tables.data().bidding;
    const auto table = std::make_unique<TranspositionTable>();
    std::vector<ChoiceOutcomes> found;
    Random random(seed);
    for (std::size_t i = 0; i < hands.size() / SEATS; i++) {
        const DealState d = deal_at(point, &hands[SEATS * i], away, kitty(point, &hands[SEATS * i], away, random));
        const double weight = weights.empty() ? 1.0 : weights[i];
        BiddingWalk walk(rule_tables, info_sets, *table);
        Move choices[MAX_MOVES];
        const int size = moves(bidding, d, choices);
        if (found.empty())
            for (int k = 0; k < size; k++) found.push_back({action_of(bidding, d, choices[k]), {}});
        if (static_cast<int>(found.size()) != size)
            throw std::invalid_argument("the seat in turn must hold the same in all worlds");
        const Random same = random;  // every choice is evaluated with the same random numbers
        for (int k = 0; k < size; k++) {
            DealState after = d;
            step(bidding, after, choices[k]);
            random = same;
            Mass& mass = found[k].endings[walk.finish(after, policy, random)];
            mass.first += weight;
            mass.second += weight * weight;
        }
        // The last choice may need no random numbers. Each world must have other ones than the world before.
        random = same;
        for (int number = 0; number < NUMBERS_PER_WORLD; number++) random.unit();
    }
    return found;
}

}  // namespace uka
