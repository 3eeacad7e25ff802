"""A person at WebKitGTK, driven by WebDriver as Debian carries it: keys and clicks, and what a page then shows."""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver

from tests.browser.walker import NEAR_ENOUGH, RECORDED, TURN_SPEED, bearing, wrapped

PATIENCE_SECONDS = 60
FLAGS = ["--automation", "--enable-mock-capture-devices=true", "--enable-media-stream=true"]


@contextmanager
def webkit(display: str) -> Iterator[WebDriver]:
    """WebKitGTK's own small browser on a display, with a microphone that beeps."""
    driver = shutil.which("WebKitWebDriver")
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
    if driver is None or browser is None:
        raise FileNotFoundError("WebKitGTK is missing: apt-get install webkit2gtk-driver")
    options = Options()
    options.binary_location = str(browser)
    for flag in FLAGS:
        options.add_argument(flag)
    service = Service(driver, env=dict(os.environ) | {"DISPLAY": display})
    usual = socket.getdefaulttimeout()
    # The driver never answers once its browser is gone.
    socket.setdefaulttimeout(2 * PATIENCE_SECONDS)
    try:
        started = WebDriver(options=options, service=service)
    finally:
        socket.setdefaulttimeout(usual)
    try:
        started.set_window_size(1280, 860)
        yield started
    finally:
        started.quit()


@dataclass
class Person:
    """Whoever opened ``link`` in WebKit's window."""

    driver: WebDriver
    link: str

    def open(self) -> None:
        self.driver.get(self.link)

    def find(self, name: str) -> WebElement:
        """A control by its ``data-testid``, once it can be seen."""

        def visible(driver: WebDriver) -> WebElement | None:
            try:
                found = driver.find_elements(By.CSS_SELECTOR, f"[data-testid='{name}']")
                return next((element for element in found if element.is_displayed()), None)
            except WebDriverException as error:
                if not was_replaced(error):
                    raise
                return None

        element: WebElement = self.wait_for(visible, f"{name} to be shown")
        return element

    def press(self, name: str) -> None:
        self.find(name).click()

    def type(self, name: str, text: str) -> None:
        self.find(name).send_keys(text)

    def expect_phase(self, phase: str) -> None:
        self.wait_for(
            lambda driver: driver.find_elements(By.CSS_SELECTOR, f"[data-phase='{phase}']"), f"phase {phase}"
        )

    def expect_recorded(self, seconds: int) -> None:
        script = f"return ({RECORDED})(arguments[0])"
        self.wait_for(lambda driver: driver.execute_script(script, seconds), f"{seconds} seconds of voice")

    def wait_for(self, condition: Any, what: str) -> Any:
        try:
            return WebDriverWait(self.driver, PATIENCE_SECONDS, 0.1).until(condition)
        except TimeoutException:
            shown = self.driver.find_element(By.TAG_NAME, "body").text
            raise AssertionError(f"WebKit waited for {what}; the page says:\n{shown}") from None

    def call(self, method: str, address: str, **options: Any) -> Any:
        """An answer of the HTTP interface, as this person."""
        origin = "/".join(self.link.split("/", 3)[:3])
        session = self.driver.execute_script("return sessionStorage.getItem('pangea-session')")
        headers = {"Authorization": f"Bearer {session}"}
        answer = httpx2.request(method, f"{origin}/api/v1{address}", headers=headers, **options)
        answer.raise_for_status()
        return answer.json()

    def state(self, name: str) -> str | None:
        """What the viewer says of itself, such as ``heading``."""
        return self.find("viewer").get_attribute(f"data-{name}")

    def walk(self, path: list[str]) -> None:
        """Walk along a path by keys."""
        scan = {
            each["viewpoint_id"]: each["position"]
            for each in self.call("GET", "/scans/demo-house")["viewpoints"]
        }
        self.expect_at(path[0])
        for here, there in pairwise(path):
            self.face(bearing(scan[here], scan[there]))
            self.find("viewer").send_keys(Keys.ENTER)
            self.expect_at(there)

    def expect_at(self, viewpoint_id: str) -> None:
        def arrived(_: WebDriver) -> bool:
            return self.state("viewpoint-id") == viewpoint_id and self.state("moving") is None

        self.wait_for(arrived, viewpoint_id)

    def face(self, heading: float) -> None:
        """Hold the arrow keys until the camera looks along ``heading``."""
        self.driver.execute_script("arguments[0].focus()", self.find("viewer"))
        for _ in range(20):
            rest = wrapped(heading - self.rest())
            if abs(rest) < 2 * NEAR_ENOUGH:
                return
            key = Keys.ARROW_RIGHT if rest > 0 else Keys.ARROW_LEFT
            held = ActionChains(self.driver).key_down(key).pause(min(2.0, abs(rest) / TURN_SPEED))
            held.key_up(key).perform()
        raise AssertionError(f"the camera looks along {self.state('heading')}, not {heading}")

    def rest(self) -> float:
        """The heading, once the camera stands still."""
        before = ""
        while before != (heading := self.state("heading") or "nan"):
            before = heading
            time.sleep(0.2)
        return float(heading)


def was_replaced(error: WebDriverException) -> bool:
    """Whether the page was drawn anew between the driver's two looks at an element; WebKit has no name for it."""
    return isinstance(error, StaleElementReferenceException) or error.msg == "Could not parse element info"
