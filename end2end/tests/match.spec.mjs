// Two browsers play: from the lobby to the result and out again.
import { act, agree, atTable, expect, meet, open, playByItself, setAutoRoll, standing, test, untilSelect } from "./players.mjs";

test("two people meet, play to the end, and part", async ({ person }) => {
  test.setTimeout(300_000);
  const asUsual = { reducedMotion: "no-preference" };
  const [one, other] = [await person(asUsual), await person(asUsual)];
  await one.getByTestId("play").click();
  await expect(one.getByTestId("queue-status")).toContainText("Looking for an opponent");
  await other.getByTestId("play").click();
  const pages = [one, other];
  for (const page of pages) await atTable(page);
  const seats = await Promise.all(pages.map((page) => page.getByTestId("board").getAttribute("data-seat")));
  expect(seats.sort()).toEqual(["green", "red"]);
  for (let turn = 0; turn < 6; turn += 1) await act(pages);
  for (const page of pages) {
    await setAutoRoll(page, true);
    await playByItself(page);
  }
  for (const page of pages) await expect(page.getByTestId("result")).toBeVisible({ timeout: 240_000 });
  await agree(pages);
  const results = await Promise.all(pages.map((page) => page.getByTestId("result").getAttribute("data-result")));
  expect(results.sort()).toEqual(["lost", "won"]);
  await expect(one.getByTestId("result-reason")).toContainText("planes are home");

  // The result stays until it is left: after a reload, and in the lobby too.
  await one.reload();
  await expect(one.getByTestId("result")).toBeVisible();
  await open(one, "/");
  await expect(one.getByTestId("result")).toBeVisible();
  await one.getByTestId("back-to-lobby").click();
  await expect(one.getByTestId("play")).toBeVisible();
  await other.getByTestId("rematch").click();
  await expect(other.getByTestId("queue-status")).toBeVisible();
  await other.reload();
  await expect(other.getByTestId("queue-status")).toBeVisible();
  await one.getByTestId("play").click();
  for (const page of pages) await atTable(page);
});

test("waiting can be called off, and a reload does not join", async ({ person }) => {
  const page = await person();
  const name = await page.getByTestId("identity").innerText();
  expect(name).toMatch(/^GUEST/);
  await page.getByTestId("play").click();
  await expect(page.getByTestId("queue-status")).toContainText("0:01");
  await page.getByTestId("cancel-queue").click();
  await expect(page.getByTestId("play")).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  await expect(page.getByTestId("play")).toBeEnabled();
  await expect(page.getByTestId("identity")).toHaveText(name);
});

test("the server's page of a match is whole before any script", async ({ two, browser, server }) => {
  const [red] = two;
  await act(two);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(red.url());
  await expect(page.getByTestId("board")).toHaveAttribute("data-seat", "none");
  await expect(page.getByTestId("log").locator("li").first()).toBeVisible();
  await page.goto(`${server.url}/match/nosuchmatch`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No such match");
  await context.close();
});

test("a second tab is the same player, and a stranger watches", async ({ two, person }) => {
  const [red] = two;
  const tab = await red.context().newPage();
  await open(tab, red.url());
  await atTable(tab);
  await expect(tab.getByTestId("board")).toHaveAttribute("data-seat", "red");
  await tab.getByTestId("roll").click();
  await expect.poll(async () => (await standing(red)).version).toBe(1);
  const watcher = await person();
  await open(watcher, red.url());
  await atTable(watcher);
  await expect(watcher.getByTestId("board")).toHaveAttribute("data-seat", "none");
  await expect(watcher.getByTestId("roll")).toHaveCount(0);
  await act(two);
  await agree([red, tab]);
  await agree([red, watcher]);
});

test("going back from one match to another shows the other, and forward again", async ({ two }) => {
  const [first] = two;
  const before = first.url();
  await first.getByTestId("resign").click();
  await first.getByTestId("confirm-resign").click();
  for (const page of two) await page.getByTestId("back-to-lobby").click();
  const pages = await meet(two);
  const now = first.url();
  expect(now).not.toBe(before);
  await act(pages);

  await first.goBack();
  if (first.url() !== before) await first.goBack();
  await expect(first).toHaveURL(before);
  await expect(first.getByTestId("board")).toHaveAttribute("data-phase", "over");
  await first.goForward();
  if (first.url() !== now) await first.goForward();
  await expect(first).toHaveURL(now);
  await atTable(first);
  await act(pages);
  await agree(pages);
});

for (const whose of ["own", "other"]) {
  test(`resigning in the ${whose} turn asks once more`, async ({ two: [red, green] }) => {
    const [loser, winner] = whose === "own" ? [red, green] : [green, red];
    await loser.getByTestId("resign").click();
    await loser.getByRole("button", { name: "Play on" }).click();
    await expect(loser.getByTestId("confirm-resign")).toBeHidden();
    await loser.getByTestId("resign").click();
    await loser.getByTestId("confirm-resign").click();
    await expect(loser.getByTestId("result")).toHaveAttribute("data-result", "lost");
    await expect(winner.getByTestId("result")).toHaveAttribute("data-result", "won");
    await expect(winner.getByTestId("result-reason")).toHaveText("Your opponent resigned.");
    await agree([red, green]);
  });
}

test("the keyboard is enough", async ({ two }) => {
  const [red] = two;
  await red.keyboard.press("r");
  await expect.poll(async () => (await standing(red)).version).toBe(1);
  await untilSelect(two);
  const { version, turn } = await standing(red);
  const page = turn === "red" ? red : two[1];
  await page.keyboard.press("1");
  await expect.poll(async () => (await standing(red)).version).toBe(version + 1);
});

test("a plane on the board is chosen with one tap", async ({ two }) => {
  await untilSelect(two);
  const { version, turn } = await standing(two[0]);
  const page = turn === "red" ? two[0] : two[1];
  await page.locator("[data-selectable=true]").first().click();
  await expect.poll(async () => (await standing(two[0])).version).toBe(version + 1);
});

test("the whole board shows on every screen, and targets are large enough", async ({ two: [red] }) => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 360, height: 640 },
    { width: 640, height: 360 },
    { width: 1280, height: 800 },
  ]) {
    const where = `${viewport.width} x ${viewport.height}`;
    await red.setViewportSize(viewport);
    const board = await red.getByTestId("board").boundingBox();
    expect(board.y, where).toBeGreaterThanOrEqual(0);
    expect(board.y + board.height, where).toBeLessThanOrEqual(viewport.height);
    expect(await red.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(viewport.width);
    for (const button of await red.locator("button:visible").all()) {
      const box = await button.boundingBox();
      expect.soft(Math.min(box.width, box.height), `${await button.innerText()} at ${where}`).toBeGreaterThanOrEqual(44);
    }
  }
});

/** What the log says of times in which the server was down. */
function outages(page) {
  return page.getByTestId("log").locator("li", { hasText: "The server was away" });
}

test.describe("without a network for a while", () => {
  test.use({ loud: true });

  test("a server that dies in mid-turn comes back to the same turn", async ({ two, server }) => {
    await untilSelect(two);
    const before = await standing(two[0]);
    await server.kill();
    for (const page of two) await expect(page.getByTestId("connection")).toHaveAttribute("data-state", "lost");
    await server.restart();
    for (const page of two) {
      await expect(page.getByTestId("connection")).toHaveAttribute("data-state", "good", { timeout: 20_000 });
      expect(await standing(page)).toEqual(before);
      await expect(outages(page)).toHaveCount(1);
    }
    // A page that comes back once more has heard of it already; of another outage it has not.
    await two[0].context().setOffline(true);
    await expect(two[0].getByTestId("connection")).toHaveAttribute("data-state", "lost");
    await two[0].context().setOffline(false);
    await atTable(two[0]);
    await expect(outages(two[0])).toHaveCount(1);
    await server.kill();
    await server.restart();
    for (const page of two) await expect(outages(page)).toHaveCount(2, { timeout: 20_000 });
    await act(two);
    await agree(two);
  });
});

test.describe("with a short clock", () => {
  test.use({ clockMs: 1500 });

  test("the fourth timeout loses", async ({ two: [red, green] }) => {
    // Red never rolls, green does: only red runs out of time.
    await setAutoRoll(green, true);
    await playByItself(green);
    await expect(red.getByTestId("timeouts-red")).toContainText("1/4");
    await expect(red.getByTestId("result")).toHaveAttribute("data-result", "lost", { timeout: 25_000 });
    await expect(red.getByTestId("timeouts-red")).toContainText("4/4");
    await expect(green.getByTestId("result-reason")).toContainText("fourth time");
    await agree([red, green]);
  });
});
