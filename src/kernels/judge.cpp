#include "judge.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <utility>

namespace uka {

Hold Judge::hold(const Scene& scene, const std::uint64_t* hands, const std::array<Mask, SEATS>& away,
                 const std::vector<int>& kitty) const {
    return book.at(scene.state, scene.dealer, {hands[0], hands[1], hands[2], hands[3]}, scene.upcard, scene.up, scene.trump, kitty, away, NOTHING);
}

std::vector<int> Judge::kitty(const Scene& scene, const std::uint64_t* hands, const std::array<Mask, SEATS>& away,
                              Random& random) const {
    std::vector<int> found;
    const Facts& facts = book.facts();
    if (!facts.calls.under) return found;
    if (scene.upcard < 0 || scene.upcard >= CARDS) throw std::invalid_argument("a card's index must be 0 to 32");
    Mask left = facts.pack & ~card(scene.upcard);
    for (int seat = 0; seat < SEATS; seat++) left &= ~(hands[seat] | away[seat]);
    for (; left; left &= left - 1) found.push_back(std::countr_zero(left));
    random.shuffle(std::span(found));
    return found;
}

void Judge::weigh(const Scene& start, const std::vector<int>& actions, unsigned others, double slip,
                  std::span<const std::uint64_t> hands, std::span<double> weights) const {
    const Automaton& calls = book.facts().calls;
    for (std::size_t i = 0; i < weights.size(); i++) {
        Hold h = hold(start, &hands[SEATS * i]);
        for (const int action : actions) {
            Question question;
            if (!bids.asked(h, question)) throw std::invalid_argument("nobody is asked there to call trump");
            const Strategy chances = proportional(&policy[question.row * WORDS], question);
            int said = 0;
            while (said < question.size && action_of(calls, h, question.words[said].move) != action) said++;
            if (said == question.size) {
                weights[i] = 0;  // it could not be said with that hand
                break;
            }
            if (others >> turn_of(calls, h) & 1) weights[i] *= (1 - slip) * chances[said] + slip / question.size;
            step(calls, h, question.words[said].move);
        }
    }
}

std::vector<Judgement> Judge::judge(const Scene& scene, const std::array<Mask, SEATS>& away, std::span<const std::uint64_t> hands,
                                    std::span<const double> weights, std::uint64_t seed) const {
    const Automaton& calls = book.facts().calls;
    const auto table = std::make_unique<Table>();
    std::vector<Judgement> found;
    Random random(seed);
    for (std::size_t i = 0; i < hands.size() / SEATS; i++) {
        const Hold h = hold(scene, &hands[SEATS * i], away, kitty(scene, &hands[SEATS * i], away, random));
        const double weight = weights.empty() ? 1.0 : weights[i];
        Walk walk(book, bids, *table);
        Move choices[MOST_MOVES];
        const int size = moves(calls, h, choices);
        if (found.empty())
            for (int k = 0; k < size; k++)
                found.push_back({action_of(calls, h, choices[k]), std::vector<double>(ENDS), std::vector<double>(ENDS)});
        if (static_cast<int>(found.size()) != size) throw std::invalid_argument("the seat in turn must hold the same in all worlds");
        const Random same = random;  // chance is the same for every choice
        for (int k = 0; k < size; k++) {
            Hold after = h;
            step(calls, after, choices[k]);
            random = same;
            const End end = walk.finish(after, policy, random);
            const int at = end.makers == NOTHING ? 0 : 1 + (end.makers * KINDS + end.alone) * (MOST_TRICKS + 1) + end.tricks;
            found[k].weights[at] += weight;
            found[k].squares[at] += weight * weight;
        }
    }
    return found;
}

}  // namespace uka
