#include "train.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace uka {
namespace {

using Strategy = std::array<float, 2 * WORDS>;

// Chances in proportion to what is above zero; even ones where nothing is.
Strategy proportional(const float* row, const Question& question) {
    Strategy chances{};
    float total = 0;
    for (int i = 0; i < question.size; i++) total += chances[i] = std::max(row[question.words[i].word], 0.0f);
    for (int i = 0; i < question.size; i++) chances[i] = total > 0 ? chances[i] / total : 1.0f / question.size;
    return chances;
}

// One deal under way, whose plays are solved once each.
class Walk {
public:
    Walk(const Calls& calls, const Rules& rules, const Bids& bids, const Pay& pay, Random& random, Table& table)
        : calls(calls), rules(rules), bids(bids), pay(pay), random(random), table(table) {}

    // What the dealer's side gets.
    double paid(const Hold& hold) {
        const State& end = calls.state(hold);
        if (end.stage != Stage::CONTRACT) return 0;
        const Position position = calls.position(hold);
        const int makers = end.maker & 1;
        const int tricks = solved(position, makers);
        const Kind kind = end.lone_defender != NOTHING ? DEFENDED : end.loner != NOTHING ? LONE : PAIR;
        const double points = pay[kind][tricks];
        return makers ? -points : points;
    }

    // Go on to where trump is called or passed, or to the end; false at the end.
    bool go_on(Hold& hold, Question& question) {
        while (!calls.over(hold)) {
            if (bids.asked(hold, question)) return true;
            calls.step_by_habit(hold, random);
        }
        return false;
    }

    int drawn(const Strategy& chances, int size) {
        float left = random.unit();
        for (int i = 0; i + 1 < size; i++)
            if ((left -= chances[i]) < 0) return i;
        return size - 1;
    }

    const Calls& calls;
    const Rules& rules;
    const Bids& bids;
    const Pay& pay;
    Random& random;

private:
    struct Solved {
        Position position;
        int makers, tricks;
    };

    int solved(const Position& p, int makers) {
        for (const Solved& known : plays)
            if (known.makers == makers && known.position.trump == p.trump && known.position.sitting == p.sitting &&
                known.position.leader == p.leader && known.position.hands == p.hands)
                return known.tricks;
        const int tricks = uka::tricks(rules, p, makers, table);
        plays.push_back({p, makers, tricks});
        return tricks;
    }

    Table& table;
    std::vector<Solved> plays;
};

struct Learner {
    Walk walk;
    std::span<float> regrets, sums;
    std::span<const float> fixed;
    int place;

    // What the learner's side gets.
    double worth(Hold hold) {
        Question question;
        while (walk.go_on(hold, question)) {
            const std::size_t at = question.row * WORDS;
            if (walk.calls.state(hold).turn == place) return explored(hold, question, at);
            const Strategy chances = proportional(fixed.empty() ? &regrets[at] : &fixed[at], question);
            if (fixed.empty()) add(chances, question, at);
            walk.calls.step(hold, question.words[walk.drawn(chances, question.size)].edge);
        }
        const double paid = walk.paid(hold);
        return place & 1 ? -paid : paid;
    }

    double explored(const Hold& hold, const Question& question, std::size_t at) {
        const Strategy chances = proportional(&regrets[at], question);
        std::array<double, 2 * WORDS> worths;
        double mean = 0;
        for (int i = 0; i < question.size; i++) {
            Hold after = hold;
            walk.calls.step(after, question.words[i].edge);
            mean += chances[i] * (worths[i] = worth(after));
        }
        for (int i = 0; i < question.size; i++) regrets[at + question.words[i].word] += static_cast<float>(worths[i] - mean);
        if (!fixed.empty()) add(chances, question, at);
        return mean;
    }

    void add(const Strategy& chances, const Question& question, std::size_t at) {
        for (int i = 0; i < question.size; i++) sums[at + question.words[i].word] += chances[i];
    }
};

}  // namespace

void Trainer::learn(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed, std::uint64_t seed,
                    long deals) const {
    const auto table = std::make_unique<Table>();
    Random random(seed);
    for (long i = 0; i < deals; i++) {
        const Hold start = calls.dealt(random);
        Learner learner{Walk(calls, rules, bids, pay, random, *table), regrets, sums, fixed, 0};
        for (; learner.place < SEATS; learner.place++) learner.worth(start);
    }
}

std::array<double, 2> Trainer::match(const std::array<std::span<const float>, SEATS>& tables, std::uint64_t seed,
                                     long deals) const {
    const auto table = std::make_unique<Table>();
    std::array<double, 2> sums{};
    for (long i = 0; i < deals; i++) {
        Random random(seed + i);  // so that the same deals are met whatever is called
        Hold hold = calls.dealt(random);
        Walk walk(calls, rules, bids, pay, random, *table);
        Question question;
        while (walk.go_on(hold, question)) {
            const auto& own = tables[calls.state(hold).turn];
            const Strategy chances = proportional(&own[question.row * WORDS], question);
            calls.step(hold, question.words[walk.drawn(chances, question.size)].edge);
        }
        const double paid = walk.paid(hold);
        sums[0] += paid;
        sums[1] += paid * paid;
    }
    for (double& sum : sums) sum /= static_cast<double>(deals);
    return sums;
}

}  // namespace uka
