#include "learner.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "exact.hpp"
#include "usual.hpp"

namespace uka {
namespace {

using Strategy = std::array<float, MOST_EDGES>;

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
    Walk(const Book& book, const Bids& bids, const Pay& pay, Random& random, Table& table)
        : book(book), calls(book.facts().calls), bids(bids), pay(pay), random(random), table(table) {}

    // What the dealer's side gets.
    double paid(const Hold& h) {
        const State& end = state_of(calls, h);
        if (end.stage != CONTRACT) return 0;
        const int makers = end.maker & 1;  // the dealer is the first seat
        const int tricks = solved(book.position(h), makers);
        const Kind kind = end.lone_defender != NOTHING ? DEFENDED : end.loner != NOTHING ? LONE : PAIR;
        return makers ? -pay[kind][tricks] : pay[kind][tricks];
    }

    // Go on to where trump is called or passed; false at an end.
    bool go_on(Hold& h, Question& question) {
        while (state_of(calls, h).stage < CONTRACT) {
            if (bids.asked(h, question)) return true;
            step(calls, h, usual(book, h, random));
        }
        return false;
    }

    int drawn(const Strategy& chances, int size) {
        double left = random.unit();
        for (int i = 0; i + 1 < size; i++)
            if ((left -= chances[i]) < 0) return i;
        return size - 1;
    }

    const Book& book;
    const Automaton& calls;
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
        const int found = tricks(book.rules, p, makers, table);
        plays.push_back({p, makers, found});
        return found;
    }

    Table& table;
    std::vector<Solved> plays;
};

struct Traversal {
    Walk walk;
    std::span<float> regrets, sums;
    std::span<const float> fixed;
    int place;

    // What the learner's side gets.
    double worth(Hold hold) {
        Question question;
        while (walk.go_on(hold, question)) {
            const std::size_t at = question.row * WORDS;
            if (state_of(walk.calls, hold).turn == place) return explored(hold, question, at);
            const Strategy chances = proportional(fixed.empty() ? &regrets[at] : &fixed[at], question);
            if (fixed.empty()) add(chances, question, at);
            step(walk.calls, hold, question.words[walk.drawn(chances, question.size)].move);
        }
        const double paid = walk.paid(hold);
        return place & 1 ? -paid : paid;
    }

    double explored(const Hold& hold, const Question& question, std::size_t at) {
        const Strategy chances = proportional(&regrets[at], question);
        std::array<double, MOST_EDGES> worths;
        double mean = 0;
        for (int i = 0; i < question.size; i++) {
            Hold after = hold;
            step(walk.calls, after, question.words[i].move);
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

void Learner::learn(std::span<float> regrets, std::span<float> sums, std::span<const float> fixed, std::uint64_t seed,
                    long deals) const {
    const auto table = std::make_unique<Table>();
    Random random(seed);
    for (long i = 0; i < deals; i++) {
        const Hold start = dealt(book.facts(), random);
        Traversal one{Walk(book, bids, pay, random, *table), regrets, sums, fixed, 0};
        for (; one.place < SEATS; one.place++) one.worth(start);
    }
}

std::array<double, 2> Learner::match(const std::array<std::span<const float>, SEATS>& tables, std::uint64_t seed,
                                     long deals) const {
    const auto table = std::make_unique<Table>();
    std::array<double, 2> sums{};
    for (long i = 0; i < deals; i++) {
        Random random(seed + i);  // so that the same deals are met whatever is called
        Hold hold = dealt(book.facts(), random);
        Walk walk(book, bids, pay, random, *table);
        Question question;
        while (walk.go_on(hold, question)) {
            const auto& own = tables[state_of(walk.calls, hold).turn];
            const Strategy chances = proportional(&own[question.row * WORDS], question);
            step(walk.calls, hold, question.words[walk.drawn(chances, question.size)].move);
        }
        const double paid = walk.paid(hold);
        sums[0] += paid;
        sums[1] += paid * paid;
    }
    for (double& sum : sums) sum /= static_cast<double>(deals);
    return sums;
}

}  // namespace uka
