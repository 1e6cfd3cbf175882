// A model of cardplay: the likelihood of the cards played so far, given the hands of a world.
//
// A seat plays a lawful card with a probability proportional to the exponential of a weighted sum of the card's
// FEATURES (softmax), and with a small probability a random lawful card. Most features of a card are the same in every
// world, so they are computed once for each play. A world then costs one table lookup for each lawful card of each
// play.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "trick_rules.hpp"
#include "world_sampler.hpp"

namespace uka {

constexpr int FEATURES = 36;
using Row = std::array<double, FEATURES>;

struct CardplayWeights {
    Row weights;
    double any;  // the probability of a random lawful card
};

// The public history of the play: the leader and cards of each trick, the seats that sit out, the maker and trump, the
// observing seat (its own plays are no evidence), and the mask of the cards that left the play face up without being
// played.
struct PlayHistory {
    int trump, sitting, maker, me;
    std::uint64_t gone;
    std::vector<int> leaders;
    std::vector<std::vector<int>> tricks;
};

// The tables of a ruleset by card index.
class CardTables {
public:
    // Throws std::invalid_argument for tables of the wrong shape.
    explicit CardTables(const TrickTables& tables);

private:
    friend class CardplayLikelihood;
    std::uint64_t pack;
    bool must_head, first_lead_trump;
    std::array<std::array<int, CARDS>, STRAINS> suit;
    std::array<std::array<std::uint64_t, SUITS + 1>, STRAINS> follow{};
    std::array<std::array<std::array<int, CARDS>, SUITS>, STRAINS> strength;
};

// A history, prepared for computing the likelihood of many worlds.
class CardplayLikelihood {
public:
    // Throws std::invalid_argument for a history that is malformed.
    CardplayLikelihood(const CardTables& rules, const PlayHistory& history, const CardplayWeights& style);

    // The likelihood of the others' plays, if these are the hands now.
    double likelihood(const std::uint64_t* hands) const;

    // The features of each lawful card at each play with a choice; the card that was played comes first.
    std::vector<std::vector<Row>> rows(const Masks& hands) const;

private:
    // What the features of a card depend on in a hand: whether it is the last of its suit and whether the hand holds
    // trumps, and how many unseen cards of its suit outside the hand beat it.
    enum Short { LONGER, LAST, LAST_WITH_TRUMPS, SHORTS };
    static constexpr int ABOVE = 3;  // none, one, more
    struct Part {
        Short how;
        int above;
        int index() const { return ABOVE * how + above; }
    };

    struct Play {
        int seat, card;
        std::uint64_t later;               // the cards that the seat played from here on
        std::uint64_t gone;                // the cards that were public before
        std::uint64_t following, heading;  // the cards that follow suit, and that beat the trick; 0 for a lead
        std::uint64_t leadable;            // the cards that may be led
        int led, best;                     // NOTHING for a lead; the strength to beat
        bool partner_wins, last, led_before[SUITS + 1];
        std::array<std::uint64_t, CARDS> beaters;  // by card: the unseen cards of its suit that beat it
        std::array<std::array<double, CARDS>, SHORTS * ABOVE> chance;
    };

    Play asked(int seat, int card, int leader, const std::vector<int>& before, std::uint64_t gone,
               std::uint64_t led) const;
    std::uint64_t lawful(const Play& play, std::uint64_t hand) const;
    std::uint64_t stronger(int card) const;  // the cards of its suit that beat a card
    Part part(const Play& play, std::uint64_t hand, int card) const;
    Row row(const Play& play, int card, Part part) const;
    // The rank of a card among the unseen cards of its suit, and among all cards of its suit, each from 0 to 1.
    struct Standing {
        double height, rank;
    };
    Standing standing(const Play& play, int card) const;
    void lead(const Play& play, int card, Part part, const Standing& at, Row& row) const;
    void follow(const Play& play, int card, Part part, const Standing& at, Row& row) const;

    const CardTables& rules;
    const PlayHistory& history;
    double any;
    std::uint64_t trumps;
    std::vector<Play> plays;
};

}  // namespace uka
