// A model of how seats play cards. It computes how likely the cards played so far are in a world, which is a sampled
// layout of the hidden cards.
//
// The probability that a seat plays a lawful card is proportional to the exponential of a weighted sum of the card's
// FEATURES (softmax). Besides, a seat plays a random lawful card with a small probability. Most features of a card
// are the same in every world, so they are computed only once for each play. A world then costs one table lookup for
// each lawful card of each play.
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
    double any;  // the probability that a seat plays a random lawful card
};

// The cards played so far, and what else everybody knows of the play.
struct PlayHistory {
    int trump;
    int sitting;  // the seats that sit out, as a bit mask
    int maker;
    int me;              // the observing seat, whose own plays are not weighed
    std::uint64_t gone;  // the cards that everybody saw and nobody can play, such as an upcard that was turned down
    std::vector<int> leaders;  // the seat that led to each trick
    std::vector<std::vector<int>> tricks;
};

// The tables of trick taking, indexed by trump and card.
class CardTables {
public:
    // Throws std::invalid_argument if the tables have the wrong shape.
    explicit CardTables(const TrickTables& tables);

private:
    friend class CardplayLikelihood;
    std::uint64_t pack;
    bool must_head, first_lead_trump;
    std::array<std::array<int, CARDS>, STRAINS> suit;
    std::array<std::array<std::uint64_t, SUITS + 1>, STRAINS> follow{};
    std::array<std::array<std::array<int, CARDS>, SUITS>, STRAINS> strength;
};

// Computes how likely one history of the play is in many worlds.
class CardplayLikelihood {
public:
    // Throws std::invalid_argument if the history is malformed.
    CardplayLikelihood(const CardTables& rules, const PlayHistory& history, const CardplayWeights& style);

    // Returns the probability of the other seats' plays in a world with the current hands `hands`.
    double likelihood(const std::uint64_t* hands) const;

    // Returns, for each play at which a seat other than `me` had a choice of cards, the features of each lawful card.
    // The card that was played comes first.
    std::vector<std::vector<Row>> rows(const Masks& hands) const;

private:
    // Whether a card is the last of its suit in the hand, and if so, whether the hand also holds trumps.
    enum Short { LONGER, LAST, LAST_WITH_TRUMPS, SHORTS };
    static constexpr int ABOVE = 3;  // the number of values of Part::above: none, one, or more

    // The part of a card's features that depends on the hand. `above` is the number of unseen cards outside the hand
    // that are higher in the card's suit.
    struct Part {
        Short how;
        int above;
        int index() const { return ABOVE * how + above; }
    };

    struct Play {
        int seat, card;
        std::uint64_t later;  // the cards that the seat played in this trick and in later tricks
        std::uint64_t gone;   // the cards that were face up or played before this play
        // `following`: the cards that follow suit; `heading`: the cards that beat the best card of the trick; both are
        // 0 for a lead
        std::uint64_t following, heading;
        std::uint64_t leadable;  // the cards that the seat may lead
        // `led`: the suit led; `best`: the strength of the best card of the trick; both are NOTHING if the seat leads
        int led, best;
        bool partner_wins, last, led_before[SUITS + 1];
        std::array<std::uint64_t, CARDS> beaters;  // for each card, the unseen cards that beat it in its suit
        std::array<std::array<double, CARDS>, SHORTS * ABOVE> chance;
    };

    Play asked(int seat, int card, int leader, const std::vector<int>& before, std::uint64_t gone,
               std::uint64_t led) const;
    std::uint64_t lawful(const Play& play, std::uint64_t hand) const;
    std::uint64_t stronger(int card) const;  // returns the cards that beat `card` in the suit of `card`
    Part part(const Play& play, std::uint64_t hand, int card) const;
    Row row(const Play& play, int card, Part part) const;
    // The rank of a card, from 0 to 1. `height` is the rank among the unseen cards of its suit, and `rank` among all
    // cards of its suit.
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
