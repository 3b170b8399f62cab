"""Secret links: kept over a restart, and worth nothing once the game has new ones."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from letter_tycoon_solver.web.links import InvitationUsedError, Links

KEY = "drawn by who takes it"


def test_links_outlive_the_server(tmp_path: Path) -> None:
    """A second server finds what the first has kept; two records of one name are two games."""
    played, tracked = tmp_path / "games" / "a.jsonl", tmp_path / "tracked" / "a.jsonl"
    first = Links(tmp_path / "page")
    seats = first.add(played, [0, 1])
    (whole,) = first.add(tracked, [None])
    again = Links(tmp_path / "page")
    assert [again.find(link.secret) for link in (*seats, whole)] == [*seats, whole]
    assert again.of(played) == seats
    assert [(link.record, link.seat) for link in (*seats, whole)] == [
        (played, 0),
        (played, 1),
        (tracked, None),
    ]
    assert again.find(seats[0].secret[:-1]) is None


def test_new_links_replace_those_before(tmp_path: Path) -> None:
    """Also for the server that comes next."""
    links, record = Links(tmp_path), tmp_path / "a.jsonl"
    (before,) = links.add(record, [0])
    (after,) = links.add(record, [0])
    assert before.secret != after.secret
    for each in (links, Links(tmp_path)):
        assert each.find(before.secret) is None
        assert each.find(after.secret) == after


def test_a_broken_file_is_left_out(tmp_path: Path) -> None:
    """The links of the other games still lead to them."""
    (link,) = Links(tmp_path).add(tmp_path / "a.jsonl", [None])
    (tmp_path / "broken.json").write_text("{", "utf-8")
    assert Links(tmp_path).find(link.secret) == link


def test_links_that_cannot_be_kept_are_not_given(tmp_path: Path) -> None:
    """The links before still hold."""
    links, record = Links(tmp_path / "page"), tmp_path / "a.jsonl"
    (before,) = links.add(record, [0])
    for file in (tmp_path / "page").iterdir():
        file.unlink()
    (tmp_path / "page").rmdir()
    (tmp_path / "page").write_text("", "utf-8")
    with pytest.raises(FileExistsError):
        links.add(record, [0])
    assert links.find(before.secret) == before


def test_two_servers_have_one_folder(tmp_path: Path) -> None:
    """Each finds what the other has written, and keeps it when it adds something."""
    record, other = tmp_path / "games" / "a.jsonl", tmp_path / "games" / "b.jsonl"
    one, two = Links(tmp_path / "page"), Links(tmp_path / "page")
    (first,) = one.add(record, [0], invited=[1])
    assert two.find(first.secret) == first
    (invitation,) = one.invitations_of(record)
    taken = two.take(invitation.secret, KEY)
    with pytest.raises(InvitationUsedError):
        one.take(invitation.secret, "another key")
    assert one.take(invitation.secret, KEY) == taken
    whole = one.of_or_add(record, None)
    assert two.of_or_add(record, None) == whole == one.of_or_add(record, None)
    assert two.of_or_add(other, None) == one.of_or_add(other, None)
    for links in (one, two, Links(tmp_path / "page")):
        assert links.find(taken.secret) == taken
        assert links.find(whole.secret) == whole


def test_what_another_server_writes_is_found_after_the_clock_went_back(tmp_path: Path) -> None:
    """The time of the folder is then before that at which this server has read it."""
    folder = tmp_path / "page"
    one, two = Links(folder), Links(folder)
    one.add(tmp_path / "a.jsonl", [0])
    assert two.find("nobody has this") is None
    (link,) = one.add(tmp_path / "b.jsonl", [0])
    before = time.time() - 3600
    os.utime(folder, (before, before))
    assert two.find(link.secret) == link


def test_links_go_where_the_folder_goes(tmp_path: Path) -> None:
    """With the records in it; a record elsewhere stays there."""
    elsewhere = tmp_path / "elsewhere.jsonl"
    before = Links(tmp_path / "data" / "page")
    inside = before.of_or_add(tmp_path / "data" / "tracked" / "a.jsonl", None)
    outside = before.of_or_add(elsewhere, None)
    (tmp_path / "data").rename(tmp_path / "moved")
    after = Links(tmp_path / "moved" / "page")
    found = [after.find(link.secret) for link in (inside, outside)]
    assert [link and link.record for link in found] == [
        tmp_path / "moved" / "tracked" / "a.jsonl",
        elsewhere,
    ]


def test_an_invitation_is_taken_once(tmp_path: Path) -> None:
    """Then it is worth nothing, and leads to a secret that its maker has never seen."""
    record = tmp_path / "a.jsonl"
    links = Links(tmp_path)
    (own,) = links.add(record, [0], invited=[1, 2], hints=True)
    first, second = links.invitations_of(record)
    assert links.find(first.secret) is None
    taken = links.take(first.secret, KEY)
    assert taken.secret not in (own.secret, first.secret, second.secret)
    for each in (links, Links(tmp_path)):
        assert [link.seat for link in each.of(record)] == [0, 1]
        assert each.find(taken.secret) == taken
        assert [link.hints for link in (own, taken)] == [True, True]
        assert each.invitations_of(record) == [second]
        assert each.invitation(second.secret) == second
        for secret in (first.secret, own.secret):
            with pytest.raises(InvitationUsedError, match="used already"):
                each.invitation(secret)
            with pytest.raises(InvitationUsedError):
                each.take(secret, "another key")
        assert each.take(first.secret, KEY) == taken
