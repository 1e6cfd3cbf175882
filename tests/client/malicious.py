"""A server that cheats: it deals the pack that it wants, and shows the players a history that looks fair.

North is an honest person, Ana. East is Ben, who works with the server. South and west are bots.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from tests.client.fake import Fake
from uka import ruleset
from uka.client.table_session import ShareChain
from uka.core.cards import Rank
from uka.core.deal import Deal
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import Dealt
from uka.records.fair import ChainLink, Shares, deal_key, key_cut, next_packet_pattern, share_hash
from uka.table import Table, TableEntry, TableLine, TableTransition, append_entries
from uka.table import entries as en
from uka.table.table import shares_of

TRIES = 2_000
RULES = ruleset("bicycle", {"draw": "random"})


def wanted(deal: Deal, seat: Seat = Seat.WEST) -> bool:
    """Return whether a seat holds both bowers of the suit turned up."""
    suit = deal.upcard.suit
    jacks = {card.suit for card in deal.hand(seat) if card.suit and card.rank is Rank.JACK}
    return suit is not None and jacks >= {suit, suit.next}


def made(table: Table, shares: Shares) -> tuple[Dealt, Deal]:
    """Return the pack that complete shares determine, and its deal."""
    assert table.game is not None
    secret = bytes.fromhex(table.secrets[shares.number])
    key = deal_key(secret, shares.number, shares.values(secret))
    cut = key_cut(table.rules, key) if shares.cut is None else shares.cut
    entry = Dealt(shuffled(table.rules, key), cut, shares.packet_pattern or next_packet_pattern(table.game, key))
    return entry, Deal.start(
        table.rules, table.game.dealer, entry.pack, cut=entry.cut, packet_pattern=entry.packet_pattern
    )


class Malicious(Fake):
    """The cheating server.

    ``cheat`` is called before due timers are applied. ``cheated`` says that the cheat has happened.
    """

    def __init__(self, cheat: Callable[[Malicious], None]) -> None:
        super().__init__(RULES, ("ana", "ben"))
        self.cheat = cheat
        self.rng = Random(4)
        self.cheated = False

    def go_on(self) -> None:
        """Apply all due timers. Ben does his part, except for the pack that the server cheats with."""
        before = None
        while before is not self.driver.table:
            before = self.driver.table
            if before.playing and before.shares is not None and not self.cheated:
                self.cheat(self)
            if not self.at_work and self.cheat not in LATE:
                self.driver.share("ben")
            super().go_on()
            if self.driver.table.turn is Seat.EAST:
                self.driver.person()

    @property
    def shares(self) -> Shares:
        return shares_of(self.driver.table)

    @property
    def at_work(self) -> bool:
        """Whether the first deal's commitments are closed and the pack is not dealt yet."""
        table = self.driver.table
        return (
            table.game is not None and table.game.deal is None and self.shares.commitments_closed and not self.cheated
        )

    @property
    def knows(self) -> bool:
        """Whether the server knows the pack, because Ana's share is open and Ben's is not."""
        return self.at_work and self.shares.missing == (Seat.EAST,)

    def ben(self) -> str:
        """Ben's true share."""
        share = self.driver.chains["ben"].share(self.shares.number, self.shares.links[Seat.EAST.index])
        assert share is not None
        return share.hex()

    def write(self, entry: TableEntry) -> None:
        """Write an entry that the table allows, and the entries of the timers that follow."""
        self.driver.did(append_entries(self.driver.table, (entry,), at=self.driver.now, by="table"))

    def forge(self, entry: TableEntry, shares: Shares) -> None:
        """Write an entry that the table does not allow. The server continues with these shares."""
        table = self.driver.table
        line = TableLine(table.seq + 1, self.driver.now, "table", entry)
        after = replace(table, seq=line.seq, shares=shares)
        self.driver.did((after, (TableTransition(line, (), after),)))

    def made(self, shares: Shares) -> tuple[Dealt, Deal]:
        """Return the pack that complete shares determine, and its deal."""
        return made(self.driver.table, shares)


def grind(server: Malicious, seat: Seat) -> None:
    """Open for a seat a share that the server searched for after all others were open."""
    shares = server.shares
    for _ in range(TRIES):
        value = server.rng.randbytes(32)
        links = list(shares.links)
        links[seat.index] = ChainLink(shares.number - 1, share_hash(value).hex())
        found = replace(shares, links=tuple(links)).open(shares.number, seat, value.hex())
        entry, deal = server.made(found)
        if wanted(deal):
            server.forge(en.ShareOpened(shares.number, seat, value.hex()), found)
            server.cheated = True
            server.write(entry)
            return
    raise AssertionError("no such pack was found")


def grinding_person(server: Malicious) -> None:
    """Ben opens another share than he committed to."""
    if server.knows:
        grind(server, Seat.EAST)


def grinding_bot(server: Malicious) -> None:
    """West, a bot, has a share, which the server opens last."""
    shares = server.shares
    if shares.links[Seat.WEST.index] is None and not shares.commitments_closed:
        server.write(en.ShareCommitted(Seat.WEST, shares.number, ShareChain(server.rng.randbytes).commitment.hex()))
    elif shares.committed(Seat.NORTH) and not shares.commitments_closed:
        first = server.driver.table.game is None
        server.write(en.CommitmentsClosed(shares.number, (Seat.NORTH,) if first else (Seat.NORTH, Seat.WEST)))
    elif server.at_work and shares.share(Seat.NORTH) is not None:
        grind(server, Seat.WEST)


def late_cut(server: Malicious) -> None:
    """The server claims that the cut that is best for west was made by hand, after the pack is known."""
    if not server.knows:
        return
    shares = server.shares.open(server.shares.number, Seat.EAST, server.ben())
    server.forge(en.ShareOpened(shares.number, Seat.EAST, server.ben()), shares)
    cuts = range(4, len(RULES.cards) - 3)
    best = max(
        cuts,
        key=lambda cut: sum(
            card.rank is Rank.JACK for card in server.made(replace(shares, cut=cut))[1].hand(Seat.WEST)
        ),
    )
    shares = replace(shares, cut=best)
    server.forge(en.PackCut(Seat.EAST, best), shares)
    server.cheated = True
    server.write(server.made(shares)[0])


def withheld(server: Malicious) -> None:
    """Ben withholds his share, because the pack is bad for west."""
    if server.knows:
        server.cheated = True
        server.driver.now += 6_000
        server.write(en.SharesWithheld(server.shares.number, (Seat.EAST,)))


def left_out(server: Malicious) -> None:
    """The server leaves out the share of Ana, who has committed to one."""
    shares, first = server.shares, server.driver.table.game is None
    if shares.committed(Seat.NORTH) and not shares.commitments_closed:
        server.cheated = not first
        server.write(en.CommitmentsClosed(shares.number, (Seat.NORTH,) if first else ()))


def other_pack(server: Malicious) -> None:
    """The server deals a pack that no shares determine."""
    if not server.knows:
        return
    shares = server.shares.open(server.shares.number, Seat.EAST, server.ben())
    server.forge(en.ShareOpened(shares.number, Seat.EAST, server.ben()), shares)
    server.cheated = True
    entry = server.made(shares)[0]
    server.write(replace(entry, pack=entry.pack[::-1]))


def other_secret(server: Malicious) -> None:
    """The server opens another secret for the first deal's pack than it committed to."""
    if server.knows:
        server.cheated = True
        table = server.driver.table
        number = server.shares.number
        secrets = (*table.secrets[:number], "5e" * 32, *table.secrets[number + 1 :])
        server.driver.table = replace(table, secrets=secrets)


LATE = (grinding_bot, left_out)
"""Cheats while commitments are still accepted. Ben commits to nothing, so that the server waits."""
NAMED: dict[Callable[[Malicious], None], str] = {
    grinding_person: "the share that East opens for pack 1 doesn't match its commitment",
    grinding_bot: "West has a share in pack 1, but nobody sits there",
    late_cut: "a cut by hand comes before any share is opened",
    left_out: "the share of this seat, North, was left out of pack 1",
    other_pack: "the cards of pack 1 don't match its secret and the shares",
    other_secret: "the secret of pack 1 is not the one committed to",
}
"""The error message of the client for each cheat."""
