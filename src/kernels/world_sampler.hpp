// Samples worlds (determinizations), which are layouts of the hidden cards that fit what a seat knows. All worlds are
// equally likely.
//
// Hidden cards lie in locations: hands, discards and the kitty. Cards with the same possible locations form a class.
// Only the number of cards of each class in each location matters. A directed graph represents all ways to split the
// classes over the locations, one class after the other. Each edge of the graph (an Arc) stores the number of worlds
// that can be reached through it. A random number below the number of all worlds selects a path, and a shuffle within
// each class selects the cards. So every world is equally likely, and no sample is rejected. The graph is smaller if
// more is known about the cards.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "random.hpp"
#include "trick_rules.hpp"

namespace uka {

// A place where hidden cards lie. Seats are indexes, or NOTHING.
struct CardLocation {
    int size;               // the number of hidden cards in the place
    std::uint64_t allowed;  // the cards that may lie there
    int hand;               // the seat that holds the cards now
    int away;               // the seat that discarded the cards face down
    int called;             // the seat that held the cards during the bidding
};

// The fact that at least `need` cards of the mask `cards` lie in certain locations. `places` is the bit mask of the
// indexes of these locations.
struct HoldingProof {
    std::uint64_t cards;
    std::uint32_t places;
    int need;
};

using Masks = std::array<std::uint64_t, SEATS>;

// A world: for each seat, its current hand, its discards, and its hand during the bidding.
struct World {
    Masks hands, away, called;
};

// One case of where the hidden cards may lie: their locations, and the part of the world that is certain. `uncalled`
// holds, for each seat, the cards that were certainly not in its hand during the bidding.
struct HiddenCardCase {
    std::vector<CardLocation> places;
    World known;
    Masks uncalled;
    HoldingProof proof;
};

class WorldSampler {
public:
    // Throws std::invalid_argument if a case is malformed or if no world is possible.
    WorldSampler(std::uint64_t unseen, const std::vector<HiddenCardCase>& cases);

    std::uint64_t count() const { return total; }

    // Samples `size` worlds, and calls `take(i, world)` for each of them.
    template <class Take>
    void draw(std::size_t size, std::uint64_t seed, Take take) const {
        Random random(seed);
        auto decks = shuffled;
        for (std::size_t i = 0; i < size; i++) take(i, one(random, decks));
    }

private:
    static constexpr int PLACES = 7;
    // Cards with the same possible locations. The proof (HoldingProof) concerns either all cards of a class or none.
    struct CardClass {
        std::uint64_t cards;
        std::vector<int> places;
        bool proving;
    };
    // The number of cards that each location still needs, with one byte for each location. The last byte is the number
    // of cards that the proof still needs.
    using Free = std::uint64_t;
    struct Arc {
        std::uint64_t until;         // the number of worlds of this edge and of all earlier edges of the node
        Free split;                  // the number of cards of one class that lie in each location
        std::uint64_t arrangements;  // the number of ways to assign the cards of the class to locations by `split`
        std::uint32_t to;
    };
    struct Node {
        std::uint32_t first, last;
        std::uint64_t ways;
    };
    struct Layout {
        HiddenCardCase known;
        std::vector<CardClass> classes;
        std::uint32_t root;
        std::uint64_t until;
        std::size_t decks;
    };
    using Decks = std::vector<std::array<std::uint64_t, CARDS>>;
    struct Builder;

    World one(Random& random, Decks& decks) const;

    std::vector<Layout> layouts;
    std::vector<Node> nodes;
    std::vector<Arc> arcs;
    Decks shuffled;  // the cards of each class of each case, which `draw` shuffles
    std::uint64_t total = 0;
};

}  // namespace uka
