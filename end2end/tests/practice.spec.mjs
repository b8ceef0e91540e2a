// Games against the computer, and of two at one screen: with no server once the page is there.
import { expect, offline, open, playByItself, standing, test } from "./players.mjs";

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
  const roll = page.getByTestId("roll");
  while ((await standing(page)).version < 4) {
    if (await roll.isEnabled()) await roll.click().catch(() => {});
  }
  await expect(roll).toBeEnabled();
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
