// The calling as learners and players see it: who is asked, with what kind of hand, and what may be said.
#pragma once
#include <array>
#include <cstdint>

#include "calls.hpp"
#include "classes.hpp"

namespace uka {

// What may be said, suits by what they are to the turn-up's: pass, then each trump with a partner and alone.
constexpr int WORDS = 1 + 2 * STRAINS;

// Who is asked: the four places from the dealer's left, in the first round and in the second.
constexpr int STAGES = 2 * SEATS;

struct Word {
    int word;  // among WORDS; the two suits of the other colour in the order of the hand's class
    int edge;  // of the automaton
};

struct Question {
    std::size_t row;  // of tables with a row for every stage and class
    int size;
    std::array<Word, 2 * WORDS> words;
};

class Bids {
public:
    Bids(const Calls& calls, std::uint64_t pack, int hand_size) : calls(calls), classes(pack, hand_size) {}

    std::size_t rows() const { return std::size_t{STAGES} * classes.size(); }

    // Whether trump is called or passed now; then who stands where in a table, and what they may say.
    bool asked(const Hold& hold, Question& question) const;

private:
    const Calls& calls;
    Classes classes;
};

}  // namespace uka
