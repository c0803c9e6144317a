"""Names of addresses: looked up and back, each once, bounded; no name server is asked here."""

from collections.abc import Sequence
from threading import Event

import pytest

from robotstudio.compliance.reverse_dns import NameCheck, NameVerdict
from robotstudio.engine.cancelling import Cancelled


class Names:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def name_of(self, address: str) -> str:
        self.asked.append(address)
        if address == "192.0.2.9":
            raise OSError("no name")
        return {"192.0.2.1": "Crawl-1.Invent.Example.", "192.0.2.2": "crawl-2.invent.example"}.get(
            address, "crawl.evilinvent.example"
        )

    def addresses_of(self, name: str) -> Sequence[str]:
        return {"crawl-1.invent.example": ["192.0.2.1"], "crawl.evilinvent.example": ["192.0.2.3"]}.get(name, [])


def test_name_must_end_as_it_has_to_and_lead_back() -> None:
    found = NameCheck(Names()).whose([f"192.0.2.{last}" for last in (1, 2, 3, 9)], ["invent.example"])
    assert list(found.values()) == [NameVerdict.CONFIRMED, NameVerdict.OTHER, NameVerdict.OTHER, NameVerdict.OTHER]


def test_each_address_is_asked_for_once_and_no_more_than_so_many() -> None:
    names = Names()
    check = NameCheck(names, most=2)
    wanted = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"]
    for _ in range(2):
        found = check.whose(wanted, ["invent.example"])
    assert (sorted(names.asked), found["192.0.2.3"]) == (["192.0.2.1", "192.0.2.2"], NameVerdict.UNKNOWN)


class Waiting(Names):
    def __init__(self) -> None:
        super().__init__()
        self.go_on = Event()

    def name_of(self, address: str) -> str:
        self.go_on.wait(60)
        return super().name_of(address)


def test_who_does_not_answer_in_time_stays_unknown_and_it_can_be_given_up() -> None:
    names = Waiting()
    try:
        assert NameCheck(names, seconds=0.2).whose(["192.0.2.1"], ["invent.example"]) == {
            "192.0.2.1": NameVerdict.UNKNOWN
        }
        with pytest.raises(Cancelled):
            NameCheck(names).whose(["192.0.2.1"], ["invent.example"], lambda: True)
    finally:
        names.go_on.set()
