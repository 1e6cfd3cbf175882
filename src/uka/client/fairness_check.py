"""Checks that a server shuffles the packs of a game as it has promised, from what this client observes.

The server commits to a secret for each pack, and each player contributes a random number, a share, to each shuffle.
Before any share is opened, this client notes which seats contribute, their commitments, and how the pack was cut by
hand. The order of the pack must follow from these facts, the shares and the server's secret.
"""

from __future__ import annotations

from uka.core.events import HandDealt, UpcardTurned
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import Log
from uka.records.fair import (
    CommitmentsClosed,
    Receipt,
    ServerCommitted,
    ShareCommitted,
    Shares,
    ShareStep,
    SharesWithheld,
    apply_step,
    commitment,
    numbered_seed,
    require,
    secrets_from_seed,
    verify,
)
from uka.table import PublicTable, TableLineView, TableStage
from uka.table.entries import (
    BotSeated,
    ConnectionLost,
    DrawCardTaken,
    GameBegan,
    PlayerLeft,
    PlayerRemoved,
    PlayerWentAway,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
)
from uka.table.events import (
    CardDrawn,
    DealerFound,
    GameOrTableEvent,
    PackDealt,
    PackSecretOpened,
    PackSpread,
)
from uka.table.game_record import player_name
from uka.wire.table_updates import TableSnapshot

from .observed_packs import DrawObservation, ObservedPacks, PackObservation
from .table_mirror import AppliedUpdate


class FairnessCheck:
    """Checks the shuffles of one game at a table. Its methods raise ``UnfairDeal`` if the server broke a promise."""

    def __init__(self) -> None:
        self.rules = Ruleset()
        self.commitments: tuple[str, ...] = ()
        """The server's commitments to its secrets, one for each pack, in order."""
        self.secrets: tuple[str, ...] = ()
        """The secrets that the server has opened, in the order of the packs."""
        self.shares: Shares | None = None
        """The state of all players' shares."""
        self.withheld: dict[int, tuple[Seat, ...]] = {}
        """A dict from the number of each abandoned pack to the seats that did not open their shares of the pack."""
        self.commitment = ""
        """This client's commitment to its own shares, in hexadecimal."""
        self._committed = False
        """Whether the table has received ``commitment`` from this client."""
        self._packs = ObservedPacks()
        self._captain: Seat | None = None
        """The seat that draws first in the draw for first dealer, or None if this client missed a part of the draw."""
        self._last = 0
        """The number of the last pack that was used."""
        self._player = ""
        self._players: tuple[str, ...] = ()
        """The names of the players at the beginning of the game, by seat; empty if this client did not observe it."""
        self._scene: PublicTable | None = None

    def pack(self, number: int) -> PackObservation:
        """Return what this client observed of pack ``number``."""
        return self._packs[number]

    @property
    def receipt(self) -> Receipt:
        """What this client observed of the game. The record of the game must agree with it."""
        return Receipt(self.commitments, self._packs.fixed_shares, self._players)

    def note_opening(self, seat: Seat, share: bytes) -> None:
        """Remember that this client, in ``seat``, is about to open its share of the next pack.

        Anybody who knows ``share`` can compute this client's shares of all packs with lower numbers. So the server must
        not use those packs from now on.
        """
        assert self.shares is not None
        number = self.shares.number
        last = self._packs.last_opened
        require(number >= last, f"the server went back to pack {number} after the share of pack {last} was opened")
        pack = self.pack(number)
        pack.fixed = pack.fixed or self.shares
        pack.mine = (seat, share.hex())

    # Updates from the server

    def process(self, update: AppliedUpdate) -> None:
        """Check an update of the table, and note what it says about the shuffles."""
        if update.since is None:
            self._process_snapshot(update.table)
        else:
            self._process_lines(update)

    def _process_snapshot(self, whole: TableSnapshot) -> None:
        """Check a snapshot of a game that this client has not seen before, or of which it has missed updates.

        The server's first commitment identifies a game: if it has changed, the snapshot is of another game, and what
        this client observed before no longer counts.
        """
        self.rules, self._player, self._scene = whole.rules, whole.player, whole.scene
        is_another_game = whole.commitments[:1] != self.commitments[:1]
        if is_another_game or whole.scene.stage is TableStage.SEATING:
            self._forget()
        require(
            whole.commitments[: len(self.commitments)] == self.commitments,
            "the server has changed what it committed to before the game",
        )
        self.commitments, self._last, self.shares = whole.commitments, whole.scene.number - 1, whole.shares
        self._check_numbered_deals(0)
        # A draw that this client observed only in part cannot be checked.
        self._captain = self._packs.draw = None
        for number, secret in enumerate(whole.secrets[len(self.secrets) :], len(self.secrets)):
            self._secret_opened(number, secret)

    def _process_lines(self, update: AppliedUpdate) -> None:
        """Check the next lines of the table's log, and the state of the table after these lines."""
        before, self._scene = self._scene, update.table.scene
        for number, line in enumerate(update.lines):
            if isinstance(line.entry, GameBegan):
                self._begin(line.entry)
                # The update holds the names only as they are after its last line.
                seats_changed = any(map(_changes_seats, update.lines[number + 1 :]))
                self._players = () if seats_changed else _names(update.table.scene)
            elif isinstance(line.entry, DrawCardTaken) and self._packs.draw:
                self._packs.draw.places.append(line.entry.place)
            elif isinstance(line.entry, SeatTaken | SeatVacated) and line.entry.player == self._player:
                self._committed = False
            self._process_share_step(line, before, update)
            for event in line.events:
                self._process_event(event)

    def _begin(self, began: GameBegan) -> None:
        self._forget()
        self._captain = began.captain
        self.shares = Shares.start(len(self.rules.seats))

    def _forget(self) -> None:
        self.commitments, self.secrets, self.withheld = (), (), {}
        self._packs, self._last, self._captain = ObservedPacks(), 0, None
        self._players, self._committed = (), False

    def _process_share_step(self, line: TableLineView, before: PublicTable | None, update: AppliedUpdate) -> None:
        step = line.entry
        if not isinstance(step, ShareStep) or self.shares is None:
            return
        pack = self.pack(self.shares.number)
        match step:
            case ShareCommitted(commitment=commitment):
                self._committed = self._committed or commitment == self.commitment
            case CommitmentsClosed():
                self._check_contributors(step, before, update)
            case SharesWithheld():
                self.withheld[step.number] = step.seats
                require(
                    step.number + 1 < len(self.commitments),
                    f"pack {step.number} was given up before the server committed to the secret of the next",
                )
            case _:
                pass
        shares_before = self.shares
        self.shares = apply_step(shares_before, step)
        if self.shares.any_opened and pack.fixed is None:
            pack.fixed = shares_before

    def _check_contributors(self, closed: CommitmentsClosed, before: PublicTable | None, update: AppliedUpdate) -> None:
        """Check the seats whose shares (random inputs) determine a shuffle. ``closed`` says that they are final.

        Each of these seats must have a person. If this client has committed to a share, its seat must be among them,
        unless the person was away or disconnected, or withheld a share before.
        """
        require(
            closed.number < len(self.commitments),
            f"the commitments for pack {closed.number} were closed before the server committed to its secret",
        )
        views = [*(before.seats if before else ()), *update.table.scene.seats]
        people = {view.seat for view in views if view.player is not None}
        for seat in closed.by:
            require(seat in people, f"{seat.value.title()} has a share in pack {closed.number}, but nobody sits there")
        assert self.shares is not None
        gone = any(isinstance(line.entry, ConnectionLost | PlayerWentAway) for line in update.lines)
        mine = [view for view in views if view.player == self._player]
        if self._committed and mine and not gone and not any(view.away or view.lost for view in mine):
            seat = mine[-1].seat
            left_out = seat not in closed.by and seat not in self.shares.excluded
            require(not left_out, f"the share of this seat, {seat.value.title()}, was left out of pack {closed.number}")

    def _process_event(self, event: GameOrTableEvent) -> None:
        match event:
            case ServerCommitted():
                require(event.first == len(self.commitments), "the server committed to a pack twice, or skipped one")
                self.commitments += event.commitments
                self._check_numbered_deals(event.first)
            case PackSpread():
                self._note_use(event.number)
                self._packs.draw = DrawObservation(event.number, self._captain) if self._captain else None
            case CardDrawn() if self._packs.draw:
                self._packs.draw.cards.append((event.seat, event.card))
            case DealerFound() if self.shares is not None:
                self.shares = self.shares.reseat(event.seating)
            case PackDealt():
                self._note_use(event.number)
                self.pack(event.number).dealt = event
            case HandDealt() | UpcardTurned():
                self.pack(self._last).shown.append(event)
            case PackSecretOpened():
                self._secret_opened(event.number, event.secret)
            case _:
                pass

    def _check_numbered_deals(self, first: int) -> None:
        """If the table plays numbered deals, check the server's commitments for pack ``first`` and all later packs.

        Numbered deals follow from a number that was chosen before the game, so anybody can compute them.
        """
        given = self._scene.settings.given if self._scene else None
        number = given.number if given else None
        if number is not None:
            secrets = secrets_from_seed(numbered_seed(number), range(first, len(self.commitments)))
            same = self.commitments[first:] == tuple(map(commitment, secrets))
            require(same, f"the packs are not those of number {number}")

    def _note_use(self, number: int) -> None:
        self._last = number
        if self.shares is not None:
            require(number == self.shares.number, f"pack {number} was dealt before pack {self.shares.number}")
            self.pack(number).used = self.shares
            self.shares = self.shares.use()

    def _secret_opened(self, number: int, secret: str) -> None:
        due = number == len(self.secrets) < len(self.commitments)
        require(due, f"the secret of pack {number} was revealed out of turn, or the server never committed to it")
        self.secrets += (secret,)
        self._packs.check(self.rules, number, self.commitments[number], secret)

    # The record of the game

    def check_record(self, log: Log) -> None:
        """Raise ``UnfairDeal`` unless all packs of the game's record are fair and as this client observed them."""
        for verdict in verify(log, self.receipt):
            require(verdict.fair is True, f"pack {verdict.pack} of the record: {verdict.why}")
        self.receipt.check_players(log)


def _names(scene: PublicTable) -> tuple[str, ...]:
    return tuple(player_name(view.name, view.bot, view.persona) for view in scene.seats)


def _changes_seats(line: TableLineView) -> bool:
    """Return whether a line of the log may have changed who has which seat."""
    moved = any(isinstance(event, DealerFound) for event in line.events)
    return moved or isinstance(
        line.entry, SeatTaken | SeatVacated | BotSeated | SeatsSwapped | PlayerRemoved | PlayerLeft
    )
