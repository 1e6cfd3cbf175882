// A deal dealt, and what is usually done around the calls: the turn-up's suit named, a card laid away, a gift to a loner.
#pragma once
#include "book.hpp"
#include "random.hpp"

namespace uka {

// A shuffled deal; the first seat deals.
Hold dealt(const Facts& facts, Random& random);

// What the seat in turn usually does where trump is not called.
Move usual(const Book& book, const Hold& hold, Random& random);

}  // namespace uka
