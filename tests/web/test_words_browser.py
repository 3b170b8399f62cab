"""The room Words in a browser, and the meaning of a word wherever it lies."""

from __future__ import annotations

import re

from support.pages import Visit


def test_words(window: Visit) -> None:
    page = window.page
    page.goto("/words")
    page.get_by_label("Word", exact=True).fill("listen")
    page.get_by_text("Yes: LISTEN is in enable.").wait_for()
    page.get_by_text("verb: ").first.wait_for()
    window.picture("words")
    window.check_looks()
    page.get_by_role("link", name="SILENT").click()
    page.get_by_text("Yes: SILENT is in enable.").wait_for()
    page.go_back()
    page.get_by_text("Yes: LISTEN is in enable.").wait_for()
    page.reload()
    page.get_by_text("Yes: LISTEN is in enable.").wait_for()
    page.get_by_label("Word", exact=True).fill("qqqq")
    page.get_by_text("No: QQQQ is not in enable.").wait_for()
    page.get_by_text("The deck has too few cards for it.").wait_for()
    assert "Pays" not in page.locator("#found").inner_text()
    page.get_by_label("Word list").select_option("common")
    page.get_by_text("No: QQQQ is not in common.").wait_for()
    assert page.url.endswith("/words?word=QQQQ&lexicon=common")
    longest = "PNEUMONOULTRAMICROSCOPICSILICOVOLCANOCONIOSES"
    page.get_by_label("Word", exact=True).fill(longest)
    page.get_by_text("It is too long").wait_for()
    window.check_looks()


def test_words_near_it_and_what_a_word_pays_now(window: Visit, axe: str) -> None:
    page = window.page
    page.goto("/words")
    page.get_by_text("Is it a word, what does it mean and pay").wait_for()
    window.picture("words-empty")
    window.check_looks()
    window.check_with(axe)
    page.get_by_role("link", name="JEWELS").click()
    page.get_by_text("Yes: JEWELS is in enable.").wait_for()
    page.get_by_label("Word", exact=True).fill("hart")
    page.get_by_text("Yes: HART is in enable.").wait_for()
    near = {
        name: page.locator(f"dt:text-is('{name}') + dd a").all_inner_texts()
        for name in ("Same letters", "One letter more", "One letter less", "One letter changed")
    }
    assert near["Same letters"] == ["RATH", "TAHR"]
    assert {"CHART", "HEART", "HARTS"} <= set(near["One letter more"])
    assert {"ART", "HAT"} <= set(near["One letter less"])
    assert {"HARM", "CART"} <= set(near["One letter changed"])
    pays = page.locator("dt:text-is('Pays') + dd")
    assert pays.inner_text() == "$2; or $4, doubled by K"
    page.get_by_role("button", name="Patent K is yours").click()
    page.get_by_text("$4, doubled by K", exact=True).wait_for()
    assert page.url.endswith("/words?word=HART&you=K")
    window.picture("words-near")
    window.check_looks()
    window.check_with(axe)
    page.get_by_label("Word", exact=True).fill("hartx")
    page.get_by_text("No: HARTX is not in enable.").wait_for()
    assert page.locator("dt:text-is('One letter less') + dd a").all_inner_texts() == ["HART"]


def test_one_tap_says_what_a_word_means(window: Visit, axe: str) -> None:
    page = window.page
    page.goto("/?hand=JWLEANZ&community=EES")
    page.locator("#hinted").get_by_role("button", name=re.compile("^JEWELS ")).click()
    tapped = page.locator("#hinted .meaning summary")
    tapped.focus()
    page.keyboard.press("Enter")
    page.locator(".meaning").get_by_text("noun: ").first.wait_for()
    window.picture("meaning")
    window.check_looks()
    window.check_with(axe)
    page.get_by_role("link", name="More about JEWELS").click()
    page.get_by_text("Yes: JEWELS is in enable.").wait_for()
