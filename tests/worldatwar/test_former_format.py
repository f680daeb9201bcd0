"""Format 2 of A World at War kept a war as a turn under both its powers. Read today it is a value."""

from __future__ import annotations

from engine.worldatwar import former
from engine.worldatwar.world.state import War


def test_a_war_of_format_2_is_a_value_in_openings_and_entries() -> None:
    old = "1941-4-winter"
    changes = [{"at": "wars.germany+us", "now": old}, {"at": "wars.germany+us", "was": old}, {"at": "powers.us.brps"}]
    found = former.from_2({"wars": {"germany+us": old}, "research": {"axis-asw": 1}, "entry": [{"changes": changes}]})
    value = {"one": "germany", "other": "us", "since": old}
    assert found["wars"] == {"germany+us": value} and found["research"] == {"axis-asw": 1}
    assert War(**value).address == "germany+us"
    created, gone, other = found["entry"][0]["changes"]
    assert created == {"at": "wars.germany+us", "now": value} and gone == {"at": "wars.germany+us", "was": value}
    assert other == {"at": "powers.us.brps"}
