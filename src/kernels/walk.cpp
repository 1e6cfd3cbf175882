#include "walk.hpp"

#include <algorithm>

#include "playouts.hpp"

namespace uka {

Strategy proportional(const float* row, const Question& question) {
    Strategy chances{};
    float total = 0;
    for (int i = 0; i < question.size; i++) total += chances[i] = std::max(row[question.words[i].word], 0.0f);
    for (int i = 0; i < question.size; i++) chances[i] = total > 0 ? chances[i] / total : 1.0f / static_cast<float>(question.size);
    return chances;
}

int drawn(const Strategy& chances, int size, Random& random) {
    double left = random.unit();
    for (int i = 0; i + 1 < size; i++)
        if ((left -= chances[i]) < 0) return i;
    return size - 1;
}

bool Walk::go_on(Hold& h, Question& question) const {
    while (state_of(calls, h).stage < CONTRACT) {
        if (bids.asked(h, question)) return true;
        step(calls, h, cheap_call(book, h));
    }
    return false;
}

End Walk::finish(Hold h, std::span<const float> policy, Random& random) {
    Question question;
    while (go_on(h, question)) {
        const Strategy chances = proportional(&policy[question.row * WORDS], question);
        step(calls, h, question.words[drawn(chances, question.size, random)].move);
    }
    return end(h);
}

End Walk::end(const Hold& h) {
    const State& state = state_of(calls, h);
    if (state.stage != CONTRACT) return {NOTHING, 0, 0};
    const int makers = seat_of(h, state.maker) & 1;
    const int alone = (state.loner != NOTHING) + 2 * (state.lone_defender != NOTHING);
    return {makers, alone, solved(book.position(h), makers)};
}

int Walk::solved(const Position& p, int makers) {
    for (const Solved& known : plays)
        if (known.makers == makers && known.position.trump == p.trump && known.position.sitting == p.sitting &&
            known.position.leader == p.leader && known.position.hands == p.hands)
            return known.tricks;
    const int found = tricks(book.rules, p, makers, table);
    plays.push_back({p, makers, found});
    return found;
}

}  // namespace uka
