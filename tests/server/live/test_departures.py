"""Players whose clients left this process, but may have connected to another."""

from tests.server.cluster.test_replicated_log import Ear
from uka.hosting.audience import Audience
from uka.server.live.table import UncertainDepartures


def test_a_client_that_is_handled_only_after_a_second_suspension_still_counts_as_uncertain() -> None:
    departures, audience = UncertainDepartures(), Audience(0)
    ana, hemi = Ear("ana"), Ear("hemi")
    for client in (ana, hemi):
        audience.add(client)
        client.gone = True
        departures.discard_ended(audience)
    assert [*audience] == []
    assert [departures.record(client, suspected=False) for client in (ana, hemi, ana)] == [True, True, False]
    assert {*departures.take_players()} == {"ana", "hemi"}
