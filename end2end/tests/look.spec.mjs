// What is seen and heard beside the truth: motion at each speed, hidden tabs, colours, sound, and that nothing shifts.
import { act, agree, atTable, expect, open, playByItself, setAutoRoll, standing, test, untilSelect } from "./players.mjs";

/** Opens the settings and does something in them. */
async function inSettings(page, change) {
  await page.getByTestId("logo").click();
  await change(page.getByTestId("settings"));
  await page.getByTestId("settings").getByRole("button", { name: "Close" }).click();
}

/** Writes down, from now on, whatever a page's planes are seen doing, and how far the picture was from the truth. */
function watchMotion(page) {
  return page.evaluate(() => {
    window.seen = new Set();
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.dataset?.doing) window.seen.add(target.dataset.doing);
    }).observe(document.querySelector(".board"), { subtree: true, attributes: true, attributeFilter: ["data-doing"] });
  });
}

const seen = (page) => page.evaluate(() => [...window.seen].sort());

/** Whether each plane is drawn where its handle says that it is; planes on one cell stand a little apart. */
function isDrawnTrue(page) {
  return page.evaluate(() => {
    const stands = {};
    for (const cell of document.querySelectorAll(".board [data-ring]")) {
      stands[cell.dataset.ring] = /translate\((-?\d+) (-?\d+)\)/.exec(cell.getAttribute("transform")).slice(1).map(Number);
    }
    const planes = [...document.querySelectorAll(".board [data-testid^=plane-]")];
    return planes.every((plane) => {
      if (plane.dataset.doing) return false;
      if (plane.dataset.at !== "ring") return true;
      const [x, y] = /translate\((-?\d+) (-?\d+)\)/.exec(plane.getAttribute("transform")).slice(1).map(Number);
      const [cx, cy] = stands[plane.dataset.cell];
      return Math.max(Math.abs(x - cx), Math.abs(y - cy)) <= 12;
    });
  });
}

for (const speed of ["off", "fast", "normal"]) {
  test(`motion ${speed} leaves the truth`, async ({ two }) => {
    test.setTimeout(90_000);
    for (const page of two) {
      await inSettings(page, (settings) => settings.getByTestId(`motion-${speed}`).check({ force: true }));
      await expect(page.locator("html")).toHaveAttribute("data-motion", speed);
      await watchMotion(page);
    }
    // Until a plane has taken off and walked, whatever the dice.
    const hasMoved = async () => (await standing(two[0])).planes.some((plane) => plane.includes(" ring "));
    while (!(await hasMoved())) await act(two);
    await act(two);
    await agree(two);
    for (const page of two) {
      await expect.poll(() => isDrawnTrue(page)).toBe(true);
      const doings = await seen(page);
      if (speed === "off") expect(doings).toEqual([]);
      else expect(doings).toEqual(expect.arrayContaining(["step", "take-off"]));
    }
  });
}

test("who asks the system for less motion gets none, unless they choose it", async ({ person }) => {
  const page = await person({ reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-motion", "off");
  await inSettings(page, (settings) => settings.getByTestId("motion-fast").check({ force: true }));
  await expect(page.locator("html")).toHaveAttribute("data-motion", "fast");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-motion", "fast");
});

test("a hidden tab shows the truth at once, and calls when it is one's turn", async ({ two: [red, green] }) => {
  // As a browser says it of a tab that is not in front.
  await green.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  await watchMotion(green);
  const title = await green.title();
  while ((await standing(red)).turn === "red") await act([red, green]);
  await agree([red, green]);
  expect(await isDrawnTrue(green)).toBe(true);
  expect(await seen(green)).toEqual([]);
  await expect(green).toHaveTitle(/Your turn/);
  await expect(green.locator("link[rel=icon]")).toHaveAttribute("href", "/icon-turn.svg");
  await green.evaluate(() => {
    delete document.hidden;
    delete document.visibilityState;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  await expect(green).toHaveTitle(title);
  await expect(green.locator("link[rel=icon]")).toHaveAttribute("href", "/icon.svg");
});

test("settings act at once in all tabs and are kept", async ({ person }) => {
  const page = await person();
  const tab = await page.context().newPage();
  await open(tab, "/");
  const paper = (of) => of.evaluate(() => getComputedStyle(document.querySelector(".board .paper")).fill);
  const day = await paper(tab);
  await inSettings(page, async (settings) => {
    await settings.getByTestId("theme-dark").check({ force: true });
    await settings.getByTestId("sound").setChecked(false);
    await expect(settings.getByTestId("volume")).toBeDisabled();
  });
  await expect(tab.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await paper(tab)).not.toBe(day);
  await tab.reload({ waitUntil: "commit" });
  await expect(tab.locator("html")).toHaveAttribute("data-theme", "dark");
  await tab.getByTestId("logo").click();
  await expect(tab.getByTestId("sound")).not.toBeChecked();
  await tab.getByTestId("theme-system").check({ force: true });
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
});

test("a sound is made of tones once the page was touched, and none when muted", async ({ person }) => {
  const page = await person();
  await page.evaluate(() => {
    window.tones = 0;
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...at) {
      window.tones += 1;
      return start.apply(this, at);
    };
    const buffer = AudioBufferSourceNode.prototype;
    const begin = buffer.start;
    buffer.start = function (...at) {
      window.tones += 1;
      return begin.apply(this, at);
    };
  });
  const tones = () => page.evaluate(() => window.tones);
  await page.getByTestId("logo").click();
  await page.getByTestId("sound").setChecked(false);
  expect(await tones()).toBe(0);
  await page.getByTestId("sound").setChecked(true);
  await expect.poll(tones).toBeGreaterThan(0);
  const before = await tones();
  await page.getByTestId("volume").fill("20");
  await expect.poll(tones).toBeGreaterThan(before);
});

test("nothing shifts from phase to phase", async ({ two }) => {
  test.setTimeout(90_000);
  for (const page of two) {
    await page.evaluate(() => {
      window.shifted = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const name = (node) => node?.className?.baseVal ?? node?.className ?? `${node?.nodeName} in ${node?.parentNode?.className}`;
          const what = entry.sources?.map(({ node }) => name(node));
          window.shifted.push([entry.value, what]);
        }
      }).observe({ type: "layout-shift", buffered: false });
    });
  }
  for (let turn = 0; turn < 24; turn += 1) await act(two);
  await agree(two);
  for (const page of two) expect(await page.evaluate(() => window.shifted)).toEqual([]);
});

test("a plane that is looked at shows its way before it is chosen", async ({ two }) => {
  await untilSelect(two);
  const { turn } = await standing(two[0]);
  const page = turn === "red" ? two[0] : two[1];
  const plane = page.locator("[data-selectable=true]").first();
  await plane.hover();
  await expect(page.locator(".trails-next .trail")).not.toHaveCount(0);
  await expect(page.getByTestId("caption")).toContainText(/takes off|ends|comes home|throws|crash/);
  await page.mouse.move(1, 1);
  await expect(page.locator(".trails-next .trail")).toHaveCount(0);
  await plane.focus();
  await expect(page.locator(".trails-next .trail")).not.toHaveCount(0);
});

test("what lies on the board explains itself", async ({ two: [red] }) => {
  const item = red.locator("[data-testid^=pickup-]").first();
  await item.hover();
  await expect(red.getByTestId("caption")).toContainText("stop here to keep it");
  await red.mouse.move(1, 1);
  await expect(red.getByTestId("caption")).toBeEmpty();
  await item.focus();
  await expect(red.getByTestId("caption")).toContainText("stop here to keep it");
});

test("a whole match by itself with all motion ends in the truth", async ({ two }) => {
  test.setTimeout(150_000);
  for (const page of two) {
    await inSettings(page, (settings) => settings.getByTestId("motion-normal").check({ force: true }));
    await watchMotion(page);
    await setAutoRoll(page, true);
    await playByItself(page);
  }
  for (const page of two) await expect(page.getByTestId("result")).toBeVisible({ timeout: 120_000 });
  await agree(two);
  for (const page of two) {
    await expect.poll(() => isDrawnTrue(page)).toBe(true);
    expect(await seen(page)).toEqual(expect.arrayContaining(["step", "take-off"]));
  }
  await atTable(two[0]);
});
