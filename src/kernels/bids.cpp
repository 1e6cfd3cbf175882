#include "bids.hpp"
