#include "bids.hpp"

#include <stdexcept>

namespace uka {
namespace {

constexpr int ORDER_UP = PASS + 1, CALL = ORDER_UP + 2, CALL_ALONE = CALL + STRAINS;

int word_of(const Edge& e, bool swapped) {
    const int suit = swapped && (e.suit == 2 || e.suit == 3) ? 5 - e.suit : e.suit;
    switch (e.action) {
        case PASS: return 0;
        case CALL: return 1 + 2 * suit;
        case CALL_ALONE: return 2 + 2 * suit;
        default: return 1 + e.action - ORDER_UP;
    }
}

}  // namespace

Bids::Bids(const Book& book, std::uint64_t pack) : calls(book.facts().calls), classes(pack, book.facts().hand_size) {
    if (book.facts().pack & ~pack & ~(std::uint64_t{1} << (CARDS - 1))) throw std::invalid_argument("a table of so small a pack has no hands with other cards");
}

bool Bids::asked(const Hold& h, Question& question) const {
    const State& state = state_of(calls, h);
    if (state.stage != FIRST && state.stage != SECOND && state.stage != STUCK) return false;
    const auto [number, swapped] = classes.of(h.hands[seat_of(h, state.turn)], h.upcard, h.up);
    const int place = (state.turn + SEATS - 1) % SEATS + (state.stage == FIRST ? 0 : SEATS);
    question.row = static_cast<std::size_t>(place) * classes.size() + number;
    Move found[MOST_MOVES];
    question.size = moves(calls, h, found);
    for (int i = 0; i < question.size; i++) question.words[i] = {word_of(calls.edges[found[i].edge], swapped), found[i]};
    return true;
}

}  // namespace uka
