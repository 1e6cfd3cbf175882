#include "cardplay_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace uka {
namespace {

void demand(bool kept, const char* otherwise) {
    if (!kept) throw std::invalid_argument(otherwise);
}

constexpr double LN2_HIGH = 0.693147180369123816490, LN2_LOW = 1.90821492927058770002e-10;
// The factors of the powers of x squared in the series of x coth(x / 2).
constexpr std::array COTH{-691 / 653837184000.0, 1 / 23950080.0, -1 / 604800.0, 1 / 15120.0, -1 / 360.0, 1 / 6.0, 2.0};

// Returns e to the power x. std::exp rounds the last digit differently in different libraries, and weights must be the
// same everywhere.
double exponential(double x) {
    const double twos = std::round(x / LN2_HIGH), rest = x - twos * LN2_HIGH - twos * LN2_LOW;
    double even = 0;
    for (const double factor : COTH) even = even * (rest * rest) + factor;
    return std::ldexp(1 + 2 * rest / (even - rest), static_cast<int>(twos));
}

constexpr std::uint64_t bit(int card) { return std::uint64_t{1} << card; }

int next_active(int seat, int sitting) {
    do seat = (seat + 1) % SEATS;
    while (sitting >> seat & 1);
    return seat;
}

}  // namespace

CardTables::CardTables(const TrickTables& tables)
    : pack(tables.pack), must_head(tables.must_head), first_lead_trump(tables.first_lead_trump) {
    const auto& suits = tables.suits;
    const auto& strengths = tables.strengths;
    demand(pack && !(pack >> CARDS), "a pack is a mask of 33 cards at most");
    demand(suits.size() == STRAINS && strengths.size() == STRAINS, "there must be tables for four trumps and no trump");
    for (int trump = 0; trump < STRAINS; trump++) {
        demand(suits[trump].size() == CARDS && strengths[trump].size() == SUITS,
               "a table has too few or too many rows");
        for (int c = 0; c < CARDS; c++) {
            const int s = suits[trump][c];
            demand(s >= 0 && s <= SUITS, "a suit is 0 to 3, or 4 for none");
            suit[trump][c] = s;
            if (pack >> c & 1) follow[trump][s] |= bit(c);
        }
        for (int led = 0; led < SUITS; led++) {
            demand(strengths[trump][led].size() == CARDS, "a table has too few or too many cards");
            std::ranges::copy(strengths[trump][led], strength[trump][led].begin());
        }
    }
}

CardplayLikelihood::CardplayLikelihood(const CardTables& rules, const PlayHistory& history,
                                       const CardplayWeights& style)
    : rules(rules), history(history), any(style.any) {
    const PlayHistory& h = history;
    demand(h.trump >= 0 && h.trump < STRAINS, "trump must be 0 to 4");
    demand(h.sitting >= 0 && h.sitting < 1 << SEATS, "the seats that sit out must be a mask of four");
    demand((h.sitting & 5) != 5 && (h.sitting & 10) != 10, "both seats of a side sit out");
    demand(h.maker >= 0 && h.maker < SEATS && h.me >= NOTHING && h.me < SEATS, "a seat is 0 to 3");
    demand(h.leaders.size() == h.tricks.size() && h.tricks.size() <= CARDS, "each trick has a leader");
    demand(any > 0 && any <= 1, "the share of plays that are any card is above 0 and at most 1");
    demand(std::ranges::all_of(style.weights, [](double w) { return std::abs(w) <= 50; }), "a weight is -50 to 50");
    trumps = h.trump < SUITS ? rules.follow[h.trump][h.trump] : 0;

    const auto active = static_cast<std::size_t>(SEATS - std::popcount(static_cast<unsigned>(h.sitting)));
    std::uint64_t gone = h.gone, led = 0;
    for (std::size_t t = 0; t < h.tricks.size(); t++) {
        int seat = h.leaders[t];
        demand(seat >= 0 && seat < SEATS && !(h.sitting >> seat & 1), "a leader is one of the seats that play");
        demand(!h.tricks[t].empty() && h.tricks[t].size() <= active, "a trick has a card at most of each seat");
        std::vector<int> before;
        for (int card : h.tricks[t]) {
            demand(card >= 0 && card < CARDS && rules.pack >> card & 1, "a card is not in the pack");
            demand(!(gone >> card & 1), "a card is in two places");
            plays.push_back(asked(seat, card, h.leaders[t], before, gone, led));
            before.push_back(card);
            gone |= bit(card);
            seat = next_active(seat, h.sitting);
        }
        led |= bit(rules.suit[h.trump][before[0]]);
    }
    std::array<std::uint64_t, SEATS> later{};
    for (auto play = plays.rbegin(); play != plays.rend(); play++) play->later = later[play->seat] |= bit(play->card);
    for (Play& play : plays)
        for (int i = 0; i < SHORTS * ABOVE; i++)
            for (int c = 0; c < CARDS; c++) {
                const Part part{static_cast<Short>(i / ABOVE), i % ABOVE};
                const Row said = row(play, c, part);
                play.chance[i][c] =
                    exponential(std::inner_product(said.begin(), said.end(), style.weights.begin(), 0.0));
            }
}

CardplayLikelihood::Play CardplayLikelihood::asked(int seat, int card, int leader, const std::vector<int>& before,
                                                   std::uint64_t gone, std::uint64_t led) const {
    Play play{};
    play.seat = seat;
    play.card = card;
    play.gone = gone;
    play.led = play.best = NOTHING;
    for (int c = 0; c < CARDS; c++) play.beaters[c] = stronger(c) & ~gone;
    for (int s = 0; s <= SUITS; s++) play.led_before[s] = led >> s & 1;
    const bool first = plays.empty() && !rules.first_lead_trump;
    play.leadable = first ? ~trumps : ~std::uint64_t{0};
    if (before.empty()) return play;

    play.led = rules.suit[history.trump][before[0]];
    demand(play.led < SUITS, "a card of no suit is led");
    const auto& strength = rules.strength[history.trump][play.led];
    int winner = leader, at = leader;
    for (int c : before) {
        if (strength[c] > play.best) play.best = strength[c], winner = at;
        at = next_active(at, history.sitting);
    }
    play.following = rules.follow[history.trump][play.led];
    for (int c = 0; c < CARDS; c++)
        if (rules.pack >> c & 1 && strength[c] > play.best) play.heading |= bit(c);
    play.partner_wins = winner == (seat ^ 2);
    play.last = next_active(seat, history.sitting) == leader;
    return play;
}

std::uint64_t CardplayLikelihood::lawful(const Play& play, std::uint64_t hand) const {
    if (play.led == NOTHING) return hand & play.leadable ? hand & play.leadable : hand;
    const std::uint64_t following = hand & play.following;
    if (!following) return hand;
    return rules.must_head && following & play.heading ? following & play.heading : following;
}

std::uint64_t CardplayLikelihood::stronger(int card) const {
    const int suit = rules.suit[history.trump][card];
    if (suit == SUITS) return 0;
    const auto& strength = rules.strength[history.trump][suit];
    std::uint64_t found = 0;
    for (std::uint64_t left = rules.follow[history.trump][suit]; left; left &= left - 1)
        if (const int c = std::countr_zero(left); strength[c] > strength[card]) found |= bit(c);
    return found;
}

CardplayLikelihood::Part CardplayLikelihood::part(const Play& play, std::uint64_t hand, int card) const {
    const std::uint64_t suit = rules.follow[history.trump][rules.suit[history.trump][card]];
    const Short how = (hand & suit) != bit(card) ? LONGER : hand & trumps ? LAST_WITH_TRUMPS : LAST;
    return {how, std::min(std::popcount(play.beaters[card] & ~hand), ABOVE - 1)};
}

double CardplayLikelihood::likelihood(const std::uint64_t* hands) const {
    double all = 1;
    for (const Play& play : plays) {
        if (play.seat == history.me) continue;
        const std::uint64_t hand = (hands[play.seat] | play.later) & rules.pack;
        const std::uint64_t cards = lawful(play, hand) | bit(play.card);
        if (std::has_single_bit(cards)) continue;
        double sum = 0;
        for (std::uint64_t left = cards; left; left &= left - 1) {
            const int c = std::countr_zero(left);
            sum += play.chance[part(play, hand, c).index()][c];
        }
        const double chosen = play.chance[part(play, hand, play.card).index()][play.card] / sum;
        all *= any / std::popcount(cards) + (1 - any) * chosen;
    }
    return all;
}

std::vector<std::vector<Row>> CardplayLikelihood::rows(const Masks& hands) const {
    std::vector<std::vector<Row>> found;
    for (const Play& play : plays) {
        const std::uint64_t hand = (hands[play.seat] | play.later) & rules.pack;
        const std::uint64_t cards = lawful(play, hand) | bit(play.card);
        if (play.seat == history.me || std::has_single_bit(cards)) continue;
        auto& rows = found.emplace_back();
        rows.push_back(row(play, play.card, part(play, hand, play.card)));
        for (std::uint64_t left = cards & ~bit(play.card); left; left &= left - 1) {
            const int c = std::countr_zero(left);
            rows.push_back(row(play, c, part(play, hand, c)));
        }
    }
    return found;
}

Row CardplayLikelihood::row(const Play& play, int card, Part part) const {
    Row made{};
    if (!(rules.pack >> card & 1) || rules.suit[history.trump][card] == SUITS) return made;
    if (play.led == NOTHING)
        lead(play, card, part, standing(play, card), made);
    else
        follow(play, card, part, standing(play, card), made);
    return made;
}

CardplayLikelihood::Standing CardplayLikelihood::standing(const Play& play, int card) const {
    const std::uint64_t suit = rules.follow[history.trump][rules.suit[history.trump][card]] & ~bit(card);
    const std::uint64_t lower = suit & ~stronger(card), out = suit & ~play.gone;
    const auto share = [](std::uint64_t of, std::uint64_t all) {
        return all ? static_cast<double>(std::popcount(of & all)) / std::popcount(all) : 1;
    };
    return {share(lower, out), share(lower, suit)};
}

void CardplayLikelihood::lead(const Play& play, int card, Part part, const Standing& at, Row& row) const {
    if (bit(card) & trumps) {
        const int role = play.seat == history.maker ? 0 : play.seat == (history.maker ^ 2) ? 1 : 2;
        row[role] = 1;
        row[3 + (role == 2)] = at.height;
        row[5] = part.above == 0;
        row[27] = part.how != LONGER;
        row[33] = part.above == 1;
    } else {
        row[6] = part.above == 0;
        row[7] = at.height;
        row[8] = play.led_before[rules.suit[history.trump][card]];
        row[9] = part.how != LONGER;
        row[10] = part.how == LAST_WITH_TRUMPS;
        row[28] = at.rank;
        row[34] = part.above == 1;
    }
}

void CardplayLikelihood::follow(const Play& play, int card, Part part, const Standing& at, Row& row) const {
    const bool wins = play.heading >> card & 1, follows = play.following >> card & 1, trump = bit(card) & trumps;
    const bool ours = play.partner_wins;
    if (follows && wins) {
        row[11 + ours] = 1;
        row[13] = play.last ? at.height : 0;
        row[14] = play.last ? 0 : at.height;
        row[15] = part.above == 0 && !play.last;
        row[16] = part.above == 0 && ours;
        row[29] = play.last && !ours;
    } else if (follows) {
        row[17 + trump] = at.height;
    } else if (trump) {
        row[19 + ours] = wins;
        row[21] = !wins;
        row[22] = at.height;
        row[30] = wins && play.last && !ours;
    } else {
        row[23] = at.height;
        row[24] = part.above == 0;
        row[25] = part.how != LONGER;
        row[26] = part.how == LAST_WITH_TRUMPS;
        row[31] = at.rank;
        row[32] = play.led_before[rules.suit[history.trump][card]];
        row[35] = part.above == 1;
    }
}

}  // namespace uka
