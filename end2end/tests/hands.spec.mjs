// A whole match in which one player has nothing but a keyboard, and the other nothing but what a screen reader tells.
import { agree, atTable, expect, test } from "./players.mjs";

test("by keyboard alone, against somebody who plays by ear", async ({ person }) => {
  test.setTimeout(480_000);
  const [hand, ear] = [await person(), await person()];
  await tabTo(hand, "play");
  await hand.keyboard.press("Enter");
  await ear.getByRole("button", { name: "PLAY", exact: true }).press("Enter");
  for (const page of [hand, ear]) await atTable(page);
  while ((await hand.getByTestId("result").count()) === 0) {
    await byKeyboard(hand);
    await byEar(ear);
  }
  await agree([hand, ear]);

  // How it ended is told, and the ways out can be reached.
  await expect(ear.getByRole("heading", { name: /You have (won|lost)/ })).toBeVisible();
  await ear.getByRole("button", { name: "BACK TO LOBBY" }).press("Enter");
  await expect(ear.getByRole("button", { name: "PLAY", exact: true })).toBeVisible();
  await tabTo(hand, "back-to-lobby");
  await hand.keyboard.press("Enter");
  await expect(hand.getByTestId("play")).toBeVisible();
});

/** Tab, until something has the focus, which is seen. */
async function tabTo(page, name) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
      return { name: activeElement.dataset.testid, isSeen: outlineStyle !== "none" && outlineWidth !== "0px" };
    });
    if (focused.name !== name) continue;
    expect(focused.isSeen, `the focus on ${name} is seen`).toBe(true);
    return;
  }
  throw new Error(`${name} cannot be reached by Tab`);
}

/** Does what is to be done in one's turn, by its keys. */
async function byKeyboard(page) {
  const board = page.getByTestId("board");
  const { seat, turn, phase, version } = await board.evaluate((it) => ({ ...it.dataset }));
  if (seat !== turn || phase === "over") return;
  if (phase === "roll") {
    await page.keyboard.press("r");
  } else {
    const planes = await page.locator(`[data-testid^=plane-${seat}-][data-selectable=true]`).evaluateAll((all) => all.map((it) => it.dataset.testid));
    await page.keyboard.press(String(Number(planes.at(-1).at(-1)) + 1));
  }
  await expect(board).not.toHaveAttribute("data-version", version);
}

/** Does what one is told to do, by the names that are told. */
async function byEar(page) {
  const status = page.getByRole("region", { name: "Now" }).getByRole("status");
  if ((await status.count()) === 0) return;
  const told = await status.innerText({ timeout: 2_000 }).catch(() => "");
  const board = page.getByTestId("board");
  const version = await board.getAttribute("data-version");
  const log = page.getByRole("group", { name: "What happened" }).getByRole("listitem");
  const lines = await log.count();
  if (/^Your turn: roll/.test(told)) await page.getByRole("button", { name: "ROLL" }).press("Enter");
  else if (/choose a plane/.test(told)) await page.getByRole("button", { name: /^Plane \d$/ }).last().press("Enter");
  else return;
  await expect(board).not.toHaveAttribute("data-version", version);
  // What came of it is said in the log, which shows no more than its newest 400 lines.
  if (lines < 400) await expect.poll(() => log.count()).toBeGreaterThan(lines);
}
