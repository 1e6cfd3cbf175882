// One deal that goes on by a policy of calling, what else is decided by the cheap player, to a contract whose play is solved.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "bids.hpp"
#include "exact.hpp"
#include "random.hpp"

namespace uka {

using Strategy = std::array<float, MOST_EDGES>;

// Chances in proportion to what is above zero in a table's row; even ones where nothing is.
Strategy proportional(const float* row, const Question& question);

// Who plays alone: 1 a loner, 2 a lone defender, 3 both.
constexpr int KINDS = 4;

// How a deal ends: the makers' partnership, NOTHING where nobody makes trump, who plays alone, and the tricks that the
// makers take by best play.
struct End {
    int makers, alone, tricks;
};

class Walk {
public:
    Walk(const Book& book, const Bids& bids, Table& table) : calls(book.facts().calls), book(book), bids(bids), table(table) {}

    // Go on to where trump is called or passed; false at an end.
    bool go_on(Hold& h, Question& question) const;

    // Go on to an end, by a table with a row of WORDS for each of the bids' rows.
    End finish(Hold h, std::span<const float> policy, Random& random);

    End end(const Hold& h);

    const Automaton& calls;

private:
    struct Solved {
        Position position;
        int makers, tricks;
    };

    int solved(const Position& position, int makers);

    const Book& book;
    const Bids& bids;
    Table& table;
    std::vector<Solved> plays;  // those of one deal
};

int drawn(const Strategy& chances, int size, Random& random);

}  // namespace uka
