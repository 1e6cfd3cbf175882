// The calling as learners and players see it: who is asked, with what kind of hand, and what may be said.
#pragma once
#include <cstddef>
#include <cstdint>

#include "book.hpp"
#include "classes.hpp"

namespace uka {

// What may be said, suits by what they are to the turn-up's: pass, then each trump with a partner and alone.
constexpr int WORDS = 1 + 2 * STRAINS;

// Who is asked: the four places from the dealer's left, in the first round and in the second.
constexpr int PLACES = 2 * SEATS;

struct Word {
    int word;  // among WORDS; the two suits of the other colour in the order of the hand's class
    Move move;
};

struct Question {
    std::size_t row;  // of tables with a row for every place and class
    int size;
    Word words[MOST_EDGES];
};

class Bids {
public:
    explicit Bids(const Book& book) : Bids(book, book.facts().pack) {}

    // With the classes of another pack, which has all cards of the book's but perhaps the joker; std::invalid_argument.
    Bids(const Book& book, std::uint64_t pack);

    std::size_t rows() const { return std::size_t{PLACES} * classes.size(); }

    // Whether trump is called or passed now; then who stands where in a table, and what they may say.
    bool asked(const Hold& hold, Question& question) const;

private:
    const Automaton& calls;
    Classes classes;
};

}  // namespace uka
