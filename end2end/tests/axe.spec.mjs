// What axe-core finds on each page and in each state, in both themes: nothing.
import AxeBuilder from "@axe-core/playwright";
import { act, atTable, expect, meet, open, test, untilSelect } from "./players.mjs";

/** Fails with what axe finds on a page as it stands. */
async function clean(page, what) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test.describe("nothing is found", () => {
  test.use({ loud: /\b404\b/ });

  for (const path of ["/", "/rules", "/practice", "/offline", "/leaderboard", "/dice", "/verify", "/join", "/no/such/page"]) {
    test(`on ${path}`, async ({ person }) => {
      const page = await person();
      await open(page, path);
      await clean(page, path);
    });
  }
});

test("in the dialogs of the lobby and while waiting", async ({ person }) => {
  const page = await person();
  await page.getByTestId("logo").click();
  await clean(page, "settings");
  await page.getByTestId("rules-link").click();
  await clean(page, "rules");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (const dialog of ["create-account", "login"]) {
    await page.getByTestId(dialog).click();
    await clean(page, dialog);
    await page.keyboard.press("Escape");
  }
  await page.getByTestId("play").click();
  await expect(page.getByTestId("queue-status")).toBeVisible();
  await clean(page, "queue");
  await page.getByTestId("cancel-queue").click();
  await page.getByTestId("invite").click();
  await expect(page.getByTestId("invitation")).toBeVisible();
  await clean(page, "invitation");
});

test("at the table, in each phase, and with its result", async ({ person }) => {
  test.setTimeout(180_000);
  const pages = await meet([await person(), await person()]);
  const [page] = pages;
  await atTable(page);
  await clean(page, "roll");
  for (let turn = 0; turn < 40; turn += 1) await act(pages);
  await untilSelect(pages);
  for (const [number, seen] of pages.entries()) await clean(seen, `select, ${number}`);
  await page.getByTestId("resign").click();
  await clean(page, "resigning");
  await page.getByTestId("confirm-resign").click();
  await expect(page.getByTestId("dice-check")).toHaveAttribute("data-state", "holds");
  await clean(page, "result");
  const id = page.url().split("/").at(-1);
  await open(pages[1], `/replays/${id}`);
  await clean(pages[1], "replay");
});

test("at the computer's table, in a lesson, and on a player's page", async ({ person }) => {
  const page = await person();
  await page.getByTestId("create-account").click();
  await page.getByTestId("nickname").fill("Ana");
  await page.getByTestId("nickname").press("Enter");
  await expect(page.getByTestId("credential")).toBeVisible();
  await clean(page, "credential");
  await page.getByTestId("credential-kept").click();
  await expect(page.getByTestId("identity")).toHaveText("Ana");
  await open(page, "/players/Ana");
  await clean(page, "player");
  await open(page, "/practice");
  await page.getByTestId("learn-begin").click();
  await clean(page, "lesson");
  await page.getByTestId("lesson-skip").click();
  await page.getByTestId("practice-hard").click();
  await page.getByTestId("hint").click();
  await clean(page, "practice");
});
