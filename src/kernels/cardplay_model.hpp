// The likelihood of the cards played so far, given the hands of a world.
//
// A seat plays a lawful card with a chance proportional to the exponential of a weighted sum of its FEATURES (softmax),
// and now and then any lawful card. Almost all features of a card are the same in every world, so they are computed
// once for each play; a world then costs one lookup for each card that a seat may have played instead.
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
    double any;  // the share of plays that are random lawful cards
};

// The public history of the play: the leader and cards of each trick, who sits out, who made which trump, the seat that
// asks (its own plays are the same in all worlds), and the mask of the cards that went out of play unplayed and face
// up.
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

// A history prepared for computing the likelihood of worlds.
class CardplayLikelihood {
public:
    // Throws std::invalid_argument for a history that is malformed.
    CardplayLikelihood(const CardTables& rules, const PlayHistory& history, const CardplayWeights& style);

    // The probability of all that the others played, if these are the hands that are left now.
    double likelihood(const std::uint64_t* hands) const;

    // The features of each lawful card at each play with a choice, the card played first.
    std::vector<std::vector<Row>> rows(const Masks& hands) const;

private:
    // A card in a hand: whether it is the last of its suit, and trumps are held; how many unseen cards of its suit that
    // are not in the hand beat it.
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
        std::uint64_t gone;                // the cards that all had seen before
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
    // How high a card ranks among the unseen cards of its suit, and in the whole pack, 0 to 1.
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
