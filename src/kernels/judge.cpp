#include "judge.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>

namespace uka {

Hold Judge::hold(const Scene& scene, const std::uint64_t* hands) const {
    return book.at(scene.state, scene.dealer, {hands[0], hands[1], hands[2], hands[3]}, scene.upcard, scene.up, scene.trump, {}, {}, NOTHING);
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

std::vector<Judgement> Judge::judge(const Scene& scene, std::span<const std::uint64_t> hands, std::span<const double> weights,
                                    std::uint64_t seed) const {
    const Automaton& calls = book.facts().calls;
    const auto table = std::make_unique<Table>();
    std::vector<Judgement> found;
    Random random(seed);
    for (std::size_t i = 0; i < hands.size() / SEATS; i++) {
        const Hold h = hold(scene, &hands[SEATS * i]);
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
