// Games against the computer, and of two at one screen: with no server once the page is there.
import { act, expect, offline, open, playByItself, standing, test } from "./players.mjs";

/** Begins a game from the lobby. */
async function begin(page, opponent) {
  await page.getByTestId("practice").click();
  await page.getByTestId(`practice-${opponent}`).click();
  await expect(page.getByTestId("board")).toHaveAttribute("data-phase", /roll|select/);
  if (opponent !== "two") await page.getByTestId("pace-quick").check();
}

/** Where the game stands in what the browser keeps. */
function kept(page) {
  return page.evaluate(() => localStorage.getItem("flychess.practice"));
}

test.describe("without the network", () => {
  test.use({ loud: offline });

  test("a whole game against hard, its dice checked, and step by step", async ({ person }) => {
    test.setTimeout(240_000);
    const page = await person();
    await page.getByTestId("practice").click();
    await page.context().setOffline(true);
    await page.getByTestId("practice-hard").click();
    await page.getByTestId("pace-quick").check();
    await playByItself(page);
    await expect(page.getByTestId("result")).toBeVisible({ timeout: 200_000 });
    await expect(page.getByTestId("result-reason")).toContainText("planes are home");
    await expect(page.getByTestId("dice-check")).toHaveAttribute("data-state", "holds");
    await page.getByTestId("practice-replay").click();
    await expect(page.getByTestId("dice-checked")).toHaveAttribute("data-holds", "true");
    await page.getByTestId("practice-result").click();
    await page.getByTestId("practice-again").click();
    await expect(page.getByTestId("result")).toHaveCount(0);
    await expect(page.getByTestId("round")).toHaveText(/^Round \d+$/);
  });
});

test("the record of a game is one that verify takes", async ({ person }) => {
  const page = await person();
  await begin(page, "easy");
  await page.getByTestId("resign").click();
  await page.getByTestId("confirm-resign").click();
  await expect(page.getByTestId("result")).toHaveAttribute("data-result", "lost");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("practice-record").click()]);
  const file = await download.path();
  await open(page, "/verify");
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByTestId("checks")).toHaveAttribute("data-holds", "true");
});

test("a game is offered again after the tab is gone, and goes on where it was", async ({ person }) => {
  const page = await person();
  await begin(page, "normal");
  for (let turn = 0; turn < 4; turn += 1) await act([page]);
  // The computer has answered: it is the person's turn again.
  const board = page.getByTestId("board");
  const mine = await board.getAttribute("data-seat");
  await expect(board).toHaveAttribute("data-turn", mine);
  const before = await standing(page);
  const text = await kept(page);
  const again = await page.context().newPage();
  await page.close();
  await open(again, "/practice");
  await expect(again.getByTestId("practice-kept")).toContainText("Your game against the computer (normal)");
  await again.getByTestId("practice-go-on").click();
  await expect.poll(() => standing(again)).toEqual(before);
  expect(await kept(again)).toBe(text);
});

for (const [what, text, said] of [
  ["broken", "{]", "no longer be read"],
  ["of a later version", JSON.stringify({ format: "flychess-practice/99" }), "newer version"],
]) {
  test(`a kept game that is ${what} is explained, and stays until it is thrown away`, async ({ person }) => {
    const page = await person();
    await page.evaluate((text) => localStorage.setItem("flychess.practice", text), text);
    await open(page, "/practice");
    await expect(page.getByTestId("practice-unusable")).toContainText(said);
    expect(await kept(page)).toBe(text);
    await page.getByTestId("practice-forget").click();
    await expect(page.getByTestId("practice-unusable")).toHaveCount(0);
    expect(await kept(page)).toBe(null);
    await page.getByTestId("practice-easy").click();
    await expect(page.getByTestId("board")).toBeVisible();
  });
}

test("two at one screen take turns", async ({ person }) => {
  const page = await person();
  await begin(page, "two");
  const board = page.getByTestId("board");
  const seen = new Set();
  while (seen.size < 2) {
    const { turn } = await standing(page);
    seen.add(turn);
    await expect(board).toHaveAttribute("data-seat", turn);
    await page.getByTestId("roll").or(page.locator("[data-testid^=choose-]:visible")).first().click();
  }
});

test("a hint says what hard would do, until something is done", async ({ person }) => {
  const page = await person();
  await begin(page, "two");
  await page.getByTestId("hint").click();
  await expect(page.getByTestId("hint-said")).toContainText("Roll.");
  await page.getByTestId("roll").click();
  await expect(page.getByTestId("hint-said")).toBeEmpty();
});

test("a game that goes on in another tab is left to it", async ({ person }) => {
  const page = await person();
  await begin(page, "two");
  const other = await page.context().newPage();
  await open(other, "/practice");
  await other.getByTestId("practice-go-on").click();
  await other.getByTestId("roll").click();
  await expect(page.getByTestId("practice-kept")).toBeVisible();
});

test("five lessons at the table, skipped and remembered", async ({ person }) => {
  const page = await person();
  await page.getByTestId("practice").click();
  await page.getByTestId("learn-begin").click();
  const lesson = page.getByTestId("lesson");
  await expect(lesson).toHaveAttribute("data-number", "1");
  await page.getByTestId("roll").click();
  await page.getByTestId("choose-3").click();
  await expect(lesson).toHaveAttribute("data-done", "true");
  await expect(page.getByTestId("plane-red-2")).toHaveAttribute("data-at", "pad");
  await page.getByTestId("lesson-next").click();
  await expect(lesson).toHaveAttribute("data-number", "2");
  await page.getByTestId("lesson-skip").click();

  // What was done is remembered, and the rest is offered again.
  await page.reload();
  await expect(page.getByTestId("learn")).toHaveAttribute("data-done", "1");
  await page.getByTestId("learn-begin").click();
  for (const [number, item] of [[2], [3], [4], [5, "six_die"]]) {
    await expect(lesson).toHaveAttribute("data-number", String(number));
    if (item) await page.getByTestId(`item-${item}`).click();
    await page.getByTestId("roll").click();
    if (number === 3) {
      // Another choice than the one that is asked for leads nowhere, and can be taken again.
      await page.getByTestId("choose-2").click();
      await expect(lesson).toHaveAttribute("data-done", "false");
      await page.getByTestId("lesson-again").click();
      await page.getByTestId("roll").click();
    }
    await page.getByTestId(number === 5 ? "choose-2" : "choose-1").click();
    await expect(lesson).toHaveAttribute("data-done", "true");
    await page.getByTestId("lesson-next").click();
  }
  await expect(page.getByTestId("learn")).toHaveAttribute("data-done", "5");
});

test("who waits for an opponent plays meanwhile, and is led to the match", async ({ person }) => {
  const [one, other] = [await person(), await person()];
  await one.getByTestId("play").click();
  await expect(one.getByTestId("queue-status")).toBeVisible();
  await one.getByTestId("practice").click();
  await expect(one.getByTestId("queue-status")).toBeVisible();
  await one.getByTestId("practice-two").click();
  await one.getByTestId("roll").click();
  const text = await kept(one);
  await other.getByTestId("play").click();
  await expect(one.getByTestId("match-found")).toBeVisible();
  await expect(one).toHaveTitle(/An opponent is here/);
  // Its dice are made with both seeds, though the page is not at the table yet.
  await expect(other.getByTestId("board")).toHaveAttribute("data-phase", "roll");
  await expect(one).toHaveURL(/\/match\//, { timeout: 20_000 });
  await expect(one.getByTestId("board")).toHaveAttribute("data-seat", /red|green/);
  await expect(one.getByTestId("absent")).toHaveCount(0);
  expect(await kept(one)).toBe(text);
});

test("a found match can be gone to at once, and waiting called off", async ({ person }) => {
  const [one, other] = [await person(), await person()];
  await one.getByTestId("play").click();
  await one.getByTestId("practice").click();
  await one.getByTestId("cancel-queue").click();
  await expect(one.getByTestId("queue-status")).toHaveCount(0);
  await one.goBack();
  await one.getByTestId("play").click();
  await one.getByTestId("practice").click();
  await other.getByTestId("play").click();
  await one.getByTestId("go-to-match").click();
  await expect(one).toHaveURL(/\/match\//);
});

test("a game is looked back at: three choices of each side at most, with a way to each", async ({ person }) => {
  test.setTimeout(240_000);
  const page = await person();
  await begin(page, "easy");
  await playByItself(page);
  await expect(page.getByTestId("result")).toBeVisible({ timeout: 200_000 });
  await page.getByTestId("practice-replay").click();
  await page.getByTestId("review").click();
  const found = page.getByTestId("review-found").locator("li");
  await expect(found.first()).toBeVisible({ timeout: 90_000 });
  for (const seat of ["red", "green"]) {
    expect(await page.getByTestId("review-found").locator(`li.${seat}`).count()).toBeLessThanOrEqual(3);
  }
  const version = await found.first().getAttribute("data-version");
  await expect(found.first()).toContainText(/\d+ of 100 games would have been won, then \d+/);
  await found.first().getByRole("button").click();
  await expect(page.getByTestId("board")).toHaveAttribute("data-version", version);
});
