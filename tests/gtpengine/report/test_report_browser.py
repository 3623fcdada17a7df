"""The page of a game in a real browser: Debian's chromium and chromium-driver, by selenium, from file://.

Pictures of the page are kept in the folder that MOKUSAN_ARTEFACTS names, for people to look at.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.runtime.jit import COMPILED
from gtpengine import cli
from gtpengine.report.html_report import report_page
from tests.gtpengine.report.report_games import EVIL, hostile, made_up

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
DATA = Path(__file__).parents[2] / "data"
MOVES = b";B[dc];W[ee];B[de];W[fc];B[];W[hc];B[eg]C[a dead stone?]"
WIDE, PHONE = (1400, 900), (390, 844)
PATIENCE = 20

webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium")
pytestmark = [
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs chromium and chromium-driver"),
    pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


class Browser:
    """A page in chromium, and the actions of the tests."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path, size: tuple[int, int] = WIDE, scheme: str = "light", at: str = "") -> None:
        width, height = size
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get("about:blank")
        self.driver.get(f"{path.as_uri()}{at}")
        assert self.until(lambda: self.text("where"))

    def js(self, script: str, *words: object) -> Any:
        return self.driver.execute_script(script, *words)

    def text(self, name: str) -> str:
        return str(self.js("return document.getElementById(arguments[0]).textContent", name))

    def until(self, holds: Callable[[], Any]) -> Any:
        """Return the result of `holds` as soon as it is true, or the last one after PATIENCE seconds."""
        end = time.monotonic() + PATIENCE
        while not (found := holds()) and time.monotonic() < end:
            time.sleep(0.02)
        return found

    def press(self, *keys: str, on: str = "body") -> None:
        from selenium.webdriver.common.by import By

        element = self.driver.find_element(By.CSS_SELECTOR, on)
        if on == "body":
            self.js("document.activeElement.blur()")
            webdriver.ActionChains(self.driver).send_keys(*keys).perform()
        else:
            element.send_keys(*keys)

    def point(self, vertex: str, click: bool = False) -> None:
        """Move the pointer to a point of the board, or click it."""
        from selenium.webdriver.common.by import By

        width, height = self.js("return JSON.parse(document.getElementById('data').textContent).size")
        number = (height - int(vertex[1:])) * width + "ABCDEFGHJKLMNOPQRST".index(vertex[0])
        cell = self.driver.find_element(By.CSS_SELECTOR, f"[data-point='{number}']")
        actions = webdriver.ActionChains(self.driver).move_to_element(cell)
        (actions.click() if click else actions).perform()

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def sideways(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        return int(self.js("return document.documentElement.scrollWidth - window.innerWidth"))

    def picture(self, name: str, folder: Path) -> Path:
        """Save a picture of the whole page."""
        width, height = self.js("return [innerWidth, document.documentElement.scrollHeight]")
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": min(height, 6000), "deviceScaleFactor": 1, "mobile": width < 500})
        folder = Path(os.environ.get("MOKUSAN_ARTEFACTS") or folder)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"report-{name}.png"
        assert self.driver.save_screenshot(str(path))
        return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield Browser(driver)
    driver.quit()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a small endgame with every position evaluated."""
    folder = tmp_path_factory.mktemp("report")
    record, out = folder / "game.sgf", folder / "game.html"
    record.write_bytes((DATA / "endgame9.sgf").read_bytes().strip()[:-1] + MOVES + b")")
    assert cli.main(["analyse", str(record), "--html", str(out), "--move", "0"]) == 0
    return out


@pytest.fixture(scope="module")
def sparse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a hostile record with three positions evaluated."""
    folder = tmp_path_factory.mktemp("hostile")
    record, out = folder / "evil.sgf", folder / "evil.html"
    record.write_bytes(hostile())
    words = ["--every", "1000", "--control-only", "--move", "7"]
    assert cli.main(["analyse", str(record), "--html", str(out), *words]) == 0
    return out


def test_steps_by_keys_buttons_and_slider(browser: Browser, game: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(game)
    assert browser.text("where") == "Start"
    seen = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.END, Keys.PAGE_UP, Keys.PAGE_DOWN, Keys.HOME):
        browser.press(key)
        seen.append(browser.text("where"))
    assert seen == ["1 B D7", "2 W E5", "1 B D7", "7 B E3", "Start", "7 B E3", "Start"]
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, on="#slider")
    assert browser.text("where") == "3 B D5"
    browser.js("document.querySelector('[data-go=\"last\"]').click()")
    assert browser.text("where") == "7 B E3"
    assert browser.text("comment") == "a dead stone?"
    browser.js("location.hash = '#5'")
    assert browser.until(lambda: browser.text("where") == "5 B pass")
    assert not browser.complaints()


def test_pointer_and_keyboard_show_the_reasons(browser: Browser, game: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(game)
    browser.point("B7")
    assert browser.text("point-name") == "B7 · white stone"
    text = browser.text("point-body")
    assert "critical proved" in text
    assert "lives or dies by who moves first: D7" in text
    browser.point("D5")
    text = browser.text("point-body")
    assert "miai value5/4" in text
    assert "all lines of play" in text
    words = browser.js("return document.querySelector('.thermograph').getAttribute('aria-label')")
    assert words.startswith("Thermograph: mast at -3/4 from temperature 5/4; left wall")
    browser.point("D5", click=True)
    browser.point("J1")
    assert browser.text("point-name") == "D5 · empty"  # a click pins the point
    browser.press(Keys.ARROW_UP, Keys.ARROW_UP, on="#board")
    assert browser.text("point-name") == "D7 · empty"
    assert browser.text("spoken").startswith("D7, empty, control 0.00, endgame A: count 2, miai value 2, gote, exact")
    browser.press(".", on="#board")
    assert browser.text("where") == "1 B D7"
    assert browser.text("point-name") == "D7 · black stone"
    browser.press(Keys.ESCAPE, on="#board")
    assert browser.text("point-name") == "A point"
    assert not browser.complaints()


def test_charts_tables_and_toggles(browser: Browser, game: Path) -> None:
    browser.open(game)
    assert browser.text("lost") == "Next in the game: Black D7, what we prefer, too."
    cells = "#places tbody td:nth-child(2)"
    rows = browser.js("return [...document.querySelectorAll(arguments[0])].map(cell => cell.textContent)", cells)
    assert rows == ["2", "15/8", "5/4"]
    worst = browser.js("return document.querySelector('#worst [data-step]').dataset.step")
    browser.js("document.querySelector('#worst [data-step]').click()")
    assert browser.text("where").startswith(worst)
    assert "We prefer" in browser.text("lost")
    from selenium.webdriver.common.by import By

    chart = browser.driver.find_element(By.CSS_SELECTOR, "#score-chart svg")
    webdriver.ActionChains(browser.driver).move_to_element(chart).click().perform()
    assert browser.text("where").split()[0] in ("3", "4")
    assert browser.js("return document.querySelector('#heat-chart title').textContent").startswith("Temperature along")
    browser.js("document.getElementById('figures').open = true")
    count = "return document.querySelectorAll('#figures tbody tr').length"
    assert browser.until(lambda: browser.js(count) == 8)
    squares = "return document.querySelectorAll('#board .owner-black, #board .owner-white').length"
    assert browser.js(squares) > 0
    browser.js("document.getElementById('show-control').click()")
    assert browser.js(squares) == 0
    browser.js("document.querySelector('#places [data-at]').click()")
    assert browser.js("return document.getElementById('show-places').checked")
    assert not browser.complaints()


def test_control_squares_captures_and_critical_chains(browser: Browser, tmp_path: Path) -> None:
    """Black's first move captures A9. Only White's stone at E5, which counts as Black's, has a control square, and
    Black's two points do not: they have Black stones. Black kills it at F5, White saves it at G5."""
    report = made_up(b"(;SZ[9]KM[6.5]AB[ba]AW[aa];B[ab];W[ee];B[gg];W[hh])")
    control = tuple(80 if point in (1, 9, 40) else 0 for point in range(81))
    facts = {number: replace(facts, control=control) for number, facts in report.facts.items()}
    path = tmp_path / "page.html"
    path.write_text(report_page(replace(report, facts=facts), 2), encoding="utf-8")
    browser.open(path)
    assert browser.text("where") == "2 W E5"
    assert browser.text("sub").endswith("White to move · taken: Black 1, White 0")
    assert browser.js("return document.querySelectorAll('#board .owner-black, #board .owner-white').length") == 1
    browser.point("E5")
    text = browser.text("point-body")
    assert "Control +0.80: Black’s" in text
    assert "Black kills atF5White saves atG5" in text
    assert "Black leads by 1.0 with komi" in browser.text("position-text")
    assert browser.text("lost").endswith("F8, which loses 0.1 (gains 6.9). We prefer pass, which gains 5.0.")


def test_names_roles_and_focus(browser: Browser, game: Path) -> None:
    """All controls have a name, the focus is visible, and texts contrast with the background."""
    browser.open(game)
    unnamed = browser.js("""return [...document.querySelectorAll('button, input, [role], [tabindex]')]
        .filter(node => !(node.getAttribute('aria-label') || node.textContent.trim() || node.closest('label')))
        .map(node => node.outerHTML.slice(0, 80))""")
    assert unnamed == []
    assert browser.text("position-text").startswith("9 by 9 board after 0 moves. 26 black stones, 30 white stones.")
    browser.js("document.getElementById('board').focus()")
    assert browser.js("return getComputedStyle(document.getElementById('board')).outlineStyle") in ("solid", "auto")
    for scheme in ("light", "dark"):
        browser.open(game, scheme=scheme)
        for part in ("#sub", ".hint", "#lead", "summary", ".about dt"):
            assert contrast(browser, part) >= 4.5, (scheme, part)


def contrast(browser: Browser, selector: str) -> float:
    """Return the contrast of a text with the page's background, as WCAG 2 defines it."""
    colours = browser.js("""const of = (node, name) => getComputedStyle(node)[name].match(/[0-9.]+/g).map(Number);
        return [of(document.querySelector(arguments[0]), 'color'), of(document.body, 'backgroundColor')]""", selector)
    light = []
    for colour in colours:
        parts = [value / 255 for value in colour[:3]]
        linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts]
        light.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(light) / min(light)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1400", "390"])
def test_the_page_fits_the_window(
    browser: Browser, game: Path, sparse: Path, size: tuple[int, int], scheme: str, tmp_path: Path
) -> None:
    for path, at in ((sparse, ""), (game, "#2")):
        browser.open(path, size, scheme, at)
        assert browser.sideways() <= 0
        dark = browser.js("return getComputedStyle(document.body).backgroundColor") == "rgb(23, 21, 19)"
        assert dark == (scheme == "dark")
    browser.point("D5", click=True)
    browser.js("document.getElementById('show-places').click()")
    assert browser.sideways() <= 0
    assert browser.picture(f"{size[0]}-{scheme}", tmp_path).stat().st_size > 20_000
    browser.js("document.getElementById('theme').click()")
    assert browser.js("return document.documentElement.dataset.theme") == ("light" if scheme == "dark" else "dark")
    assert not browser.complaints()


def test_a_hostile_record_does_no_harm(browser: Browser, sparse: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.open(sparse)
    assert browser.text("where") == "7 B G19"
    assert browser.text("lead") == "Not evaluated"
    browser.press(Keys.HOME, Keys.ARROW_RIGHT)
    assert browser.text("comment") == EVIL
    browser.press(Keys.END)
    assert browser.text("where") == "2000 W pass"
    assert browser.text("lead") != "Not evaluated"
    assert browser.js("return window.hacked === undefined && document.images.length === 0")
    assert browser.js("return document.scripts.length") == 2
    assert EVIL in browser.js("return document.title")
    assert not browser.complaints()
    browser.js("""const script = document.createElement('script');
        script.textContent = 'window.hacked = 3'; document.body.append(script)""")
    assert browser.js("return window.hacked === undefined")  # even a script that gets into the page does not run
    assert "Content Security Policy" in "".join(browser.complaints())
