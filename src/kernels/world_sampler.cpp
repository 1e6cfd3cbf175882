#include "world_sampler.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

namespace uka {
namespace {

void demand(bool kept, const char* otherwise) {
    if (!kept) throw std::invalid_argument(otherwise);
}

// The position of the last byte of a `Free` value, in bits. This byte counts the cards that the proof still needs.
constexpr int OWED = 56;

constexpr auto CHOOSE = [] {
    std::array<std::array<std::uint64_t, CARDS + 1>, CARDS + 1> rows{};
    for (int n = 0; n <= CARDS; n++) {
        rows[n][0] = 1;
        for (int k = 1; k <= n; k++) rows[n][k] = rows[n - 1][k - 1] + (k < n ? rows[n - 1][k] : 0);
    }
    return rows;
}();

// Returns true if the number of worlds fits in 64 bits even if every card may lie in every location.
bool countable(const std::vector<CardLocation>& places) {
    double digits = 0;
    int cards = 0;
    for (const CardLocation& place : places) {
        cards += place.size;
        digits += std::lgamma(1.0 + place.size);
    }
    return std::lgamma(1.0 + cards) - digits < 63 * std::log(2.0);
}

bool seat_or_nothing(int seat) { return seat >= NOTHING && seat < SEATS; }

void check(std::uint64_t unseen, const std::vector<CardLocation>& places, std::size_t most) {
    demand(places.size() <= most, "unseen cards lie in seven places at most");
    int room = 0;
    for (const CardLocation& place : places) {
        demand(place.size >= 0 && place.size <= CARDS, "a place has room for 0 to 33 cards");
        demand(seat_or_nothing(place.hand) && seat_or_nothing(place.away) && seat_or_nothing(place.called),
               "a seat is 0 to 3, or -1 for none");
        room += place.size;
    }
    demand(room == std::popcount(unseen), "the places do not have room for just the unseen cards");
    demand(countable(places), "there are too many worlds to count");
}

}  // namespace

struct WorldSampler::Builder {
    WorldSampler& into;
    const HiddenCardCase& given;
    std::vector<CardClass> classes;
    std::vector<std::unordered_map<Free, std::uint32_t>> known;

    Builder(WorldSampler& into, std::uint64_t unseen, const HiddenCardCase& given) : into(into), given(given) {
        std::map<std::pair<std::uint32_t, bool>, std::uint64_t> kinds;
        for (std::uint64_t left = unseen; left; left &= left - 1) {
            const std::uint64_t card = left & -left;
            std::uint32_t places = 0;
            for (std::size_t i = 0; i < given.places.size(); i++)
                if (given.places[i].size && given.places[i].allowed & card) places |= 1u << i;
            kinds[{places, given.proof.need > 0 && given.proof.cards & card}] |= card;
        }
        for (const auto& [kind, cards] : kinds) {
            CardClass made{cards, {}, kind.second};
            for (int i = 0; i < PLACES; i++)
                if (kind.first >> i & 1) made.places.push_back(i);
            classes.push_back(made);
        }
        // The class with the most choices comes last, because the splits of the other classes determine its split.
        std::ranges::stable_sort(classes, {},
                                 [](const CardClass& c) { return std::popcount(c.cards) * c.places.size(); });
        known.resize(classes.size() + 1);
    }

    std::uint32_t root() {
        Free free = static_cast<Free>(given.proof.need) << OWED;
        for (std::size_t i = 0; i < given.places.size(); i++) free |= static_cast<Free>(given.places[i].size) << 8 * i;
        return node(0, free);
    }

    std::uint32_t node(std::size_t layer, Free free) {
        if (const auto at = known[layer].find(free); at != known[layer].end()) return at->second;
        std::vector<Arc> found;
        std::uint64_t ways = 0;
        if (layer == classes.size())
            ways = !(free >> OWED);
        else {
            const CardClass& c = classes[layer];
            splits(c, free, 0, std::popcount(c.cards), 0, 1, [&](Free split, std::uint64_t arrangements) {
                const std::uint32_t to = node(layer + 1, after(c, free, split));
                if (!into.nodes[to].ways) return;
                ways += arrangements * into.nodes[to].ways;
                found.push_back({ways, split, arrangements, to});
            });
        }
        const auto first = static_cast<std::uint32_t>(into.arcs.size());
        into.arcs.insert(into.arcs.end(), found.begin(), found.end());
        into.nodes.push_back({first, static_cast<std::uint32_t>(into.arcs.size()), ways});
        return known[layer][free] = static_cast<std::uint32_t>(into.nodes.size() - 1);
    }

    // Calls the function `take` for every way to distribute `left` cards of a class over its locations, starting at
    // location `from`.
    template <class Take>
    void splits(const CardClass& c, Free free, std::size_t from, int left, Free split, std::uint64_t arrangements,
                const Take& take) {
        if (from == c.places.size()) {
            if (!left) take(split, arrangements);
            return;
        }
        const int shift = 8 * c.places[from], room = free >> shift & 255;
        const bool last = from + 1 == c.places.size();
        for (int k = last ? left : 0; k <= std::min(room, left); k++)
            splits(c, free, from + 1, left - k, split | static_cast<Free>(k) << shift, arrangements * CHOOSE[left][k],
                   take);
    }

    Free after(const CardClass& c, Free free, Free split) const {
        int owed = free >> OWED;
        if (c.proving)
            for (int i : c.places)
                if (given.proof.places >> i & 1) owed -= split >> 8 * i & 255;
        const Free room = free & ((Free{1} << OWED) - 1);
        return (room - split) | static_cast<Free>(std::max(owed, 0)) << OWED;
    }
};

WorldSampler::WorldSampler(std::uint64_t unseen, const std::vector<HiddenCardCase>& cases) {
    demand(!(unseen >> CARDS), "unseen cards are a mask of 33 cards at most");
    for (const HiddenCardCase& given : cases) {
        check(unseen, given.places, PLACES);
        demand(given.proof.need >= 0 && given.proof.need <= CARDS, "a proof is of 0 to 33 cards");
        Builder builder(*this, unseen, given);
        const std::uint32_t root = builder.root();
        if (!nodes[root].ways) continue;
        total += nodes[root].ways;
        layouts.push_back({given, builder.classes, root, total, shuffled.size()});
        for (const CardClass& c : builder.classes) {
            auto& deck = shuffled.emplace_back();
            std::size_t at = 0;
            for (std::uint64_t left = c.cards; left; left &= left - 1) deck[at++] = left & -left;
        }
    }
    demand(total, "no cards fit what is known: the unseen ones cannot be laid out so that all that was shown is so");
}

World WorldSampler::one(Random& random, Decks& decks) const {
    std::uint64_t number = random.below(total);
    const Layout* layout = layouts.data();
    while (number >= layout->until) layout++;
    if (layout != layouts.data()) number -= layout[-1].until;

    std::uint64_t laid[PLACES]{};
    std::uint32_t at = layout->root;
    for (std::size_t k = 0; k < layout->classes.size(); k++) {
        const CardClass& c = layout->classes[k];
        const Arc *first = arcs.data() + nodes[at].first, *last = arcs.data() + nodes[at].last;
        const Arc* arc = std::upper_bound(first, last, number, [](auto n, const Arc& a) { return n < a.until; });
        number = (number - (arc == first ? 0 : arc[-1].until)) / arc->arrangements;
        at = arc->to;

        auto& deck = decks[layout->decks + k];
        const auto size = static_cast<std::uint32_t>(std::popcount(c.cards));
        std::uint64_t rest = c.cards;
        std::uint32_t done = 0;
        for (std::size_t p = 0; p + 1 < c.places.size(); p++) {
            std::uint64_t cards = 0;
            for (int n = arc->split >> 8 * c.places[p] & 255; n; n--, done++) {
                std::swap(deck[done], deck[done + random.below(size - done)]);
                cards |= deck[done];
            }
            laid[c.places[p]] |= cards;
            rest &= ~cards;
        }
        laid[c.places.back()] |= rest;
    }

    World world = layout->known.known;
    for (std::size_t i = 0; i < layout->known.places.size(); i++) {
        const CardLocation& place = layout->known.places[i];
        if (place.hand != NOTHING) world.hands[place.hand] |= laid[i];
        if (place.away != NOTHING) world.away[place.away] |= laid[i];
        if (place.called != NOTHING) world.called[place.called] |= laid[i];
    }
    for (int s = 0; s < SEATS; s++) world.called[s] &= ~layout->known.uncalled[s];
    return world;
}

}  // namespace uka
