// The worlds that a seat's knowledge allows, drawn with equal chance.
//
// Unseen cards lie in places: hands, discards, the kitty. Cards that may lie in the same places are one class, and what
// matters of a class is how many of its cards lie where. All such splits are laid out once as a graph, class by class,
// each arc with the number of worlds beyond it; a world is then one number below the count of all, read along the arcs,
// and a shuffle within each class. So every world is equally likely, none is drawn and thrown away, and where the
// knowledge is tight the graph is small.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "random.hpp"
#include "rules.hpp"

namespace uka {

// Where unseen cards lie: `size` of those in the mask `allowed`. By seat, or NOTHING: in whose hand they are now, who
// laid them away, and in whose hand they were at the calls.
struct Place {
    int size;
    std::uint64_t allowed;
    int hand, away, called;
};

// That of some cards so many at least lie in some places, which are a mask of indexes.
struct Proof {
    std::uint64_t cards;
    std::uint32_t places;
    int need;
};

using Masks = std::array<std::uint64_t, SEATS>;

// A world by seat: hands now, what was laid away, hands as they were at the calls.
struct World {
    Masks hands, away, called;
};

// One way that a seat's knowledge may have come about: the places, what is known of the world, and cards which were in
// nobody's hand, or in another's, at the calls.
struct Case {
    std::vector<Place> places;
    World known;
    Masks uncalled;
    Proof proof;
};

class Worlds {
public:
    // Throws std::invalid_argument for knowledge that no world fits, or that is malformed.
    Worlds(std::uint64_t unseen, const std::vector<Case>& cases);

    std::uint64_t count() const { return total; }

    // Calls `take(i, world)` for so many worlds.
    template <class Take>
    void draw(std::size_t size, std::uint64_t seed, Take take) const {
        Random random(seed);
        auto decks = shuffled;
        for (std::size_t i = 0; i < size; i++) take(i, one(random, decks));
    }

private:
    static constexpr int PLACES = 7;
    // Cards that may lie in the same places, and are or are not what a proof speaks of.
    struct Class {
        std::uint64_t cards;
        std::vector<int> places;
        bool proving;
    };
    // What is free yet in each place, a byte each, and how many cards a proof still wants in the last byte.
    using Free = std::uint64_t;
    struct Arc {
        std::uint64_t until;  // worlds by this arc and those before it
        Free split;
        std::uint64_t arrangements;  // of the class's cards with this split
        std::uint32_t to;
    };
    struct Node {
        std::uint32_t first, last;
        std::uint64_t ways;
    };
    struct Layout {
        Case known;
        std::vector<Class> classes;
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
    Decks shuffled;  // the cards of each class of each layout
    std::uint64_t total = 0;
};

}  // namespace uka
