// How likely the cards played so far were, had the hands been those of a world.
//
// A seat is taken to play a lawful card with a chance that grows with the exponential of a weighted sum of what can be
// said of the card (FEATURES), and now and then any lawful card. Almost all that is said of a card is the same in every
// world, so it is worked out once a play; a world costs a look at each card that a seat may have played instead.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "rules.hpp"
#include "worlds.hpp"

namespace uka {

constexpr int FEATURES = 36;
using Row = std::array<double, FEATURES>;

struct Style {
    Row weights;
    double any;  // the share of plays that are any lawful card
};

// The public side of a play: each trick's leader and cards, who sits out, who made what trump, the seat that asks (its
// own plays are the same in all worlds), and the mask of the cards that all saw go out of play unplayed.
struct History {
    int trump, sitting, maker, me;
    std::uint64_t gone;
    std::vector<int> leaders;
    std::vector<std::vector<int>> tricks;
};

// The tables of a ruleset by card index.
class Cardplay {
public:
    using Rows = std::vector<std::vector<int>>;

    // Throws std::invalid_argument for tables of a wrong shape.
    Cardplay(std::uint64_t pack, const Rows& suits, const std::vector<Rows>& strengths, bool must_head,
             bool first_lead_trump);

private:
    friend class Plays;
    std::uint64_t pack;
    bool must_head, first_lead_trump;
    std::array<std::array<int, CARDS>, STRAINS> suit;
    std::array<std::array<std::uint64_t, SUITS + 1>, STRAINS> follow{};
    std::array<std::array<std::array<int, CARDS>, SUITS>, STRAINS> strength;
};

// A history made ready to be asked about worlds.
class Plays {
public:
    // Throws std::invalid_argument for a history that is malformed.
    Plays(const Cardplay& rules, const History& history, const Style& style);

    // The chance of all that the others played, had these been the hands that are left now.
    double likelihood(const std::uint64_t* hands) const;

    // What can be said of each lawful card at each play where there was a choice, the played one first.
    std::vector<std::vector<Row>> rows(const Masks& hands) const;

private:
    // What a card is in a hand: the last of its suit or not, and trumps held; how many of its suit that are out, and
    // not in the hand, beat it.
    enum Short { LONGER, LAST, LAST_WITH_TRUMPS, SHORTS };
    static constexpr int ABOVE = 3;  // none, one, more
    struct Part {
        Short how;
        int above;
        int index() const { return ABOVE * how + above; }
    };

    struct Play {
        int seat, card;
        std::uint64_t later;                // what the seat played from here on
        std::uint64_t gone;                 // what all had seen before
        std::uint64_t following, heading;   // the cards that follow suit, and that beat those played; 0 for a lead
        std::uint64_t leadable;             // what may be led while it is held
        int led, best;                      // NOTHING for a lead; the strength to beat
        bool partner_wins, last, led_before[SUITS + 1];
        std::array<std::uint64_t, CARDS> beaters;  // by card: what is out of its suit and beats it
        std::array<std::array<double, CARDS>, SHORTS * ABOVE> chance;
    };

    Play asked(int seat, int card, int leader, const std::vector<int>& before, std::uint64_t gone,
               std::uint64_t led) const;
    std::uint64_t lawful(const Play& play, std::uint64_t hand) const;
    std::uint64_t stronger(int card) const;  // the cards of its suit that beat a card
    Part part(const Play& play, std::uint64_t hand, int card) const;
    Row row(const Play& play, int card, Part part) const;
    // How high a card stands among those of its suit that are out, and in the whole pack, 0 to 1.
    struct Standing {
        double height, rank;
    };
    Standing standing(const Play& play, int card) const;
    void lead(const Play& play, int card, Part part, const Standing& at, Row& row) const;
    void follow(const Play& play, int card, Part part, const Standing& at, Row& row) const;

    const Cardplay& rules;
    const History& history;
    double any;
    std::uint64_t trumps;
    std::vector<Play> plays;
};

}  // namespace uka
