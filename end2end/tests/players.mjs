// Two people with a browser each, and what they do at a table.
import { test as plain } from "@playwright/test";
import { isForTests, OwnServer } from "../own-server.mjs";
import { expect, hear, open } from "./quiet.mjs";

/** Tests with a server of their own. `clockMs` sets its clock, `seed` the seed of its matches; `loud` is what pages may
 * complain of: anything, or what it matches. */
export const test = plain.extend({
  clockMs: [undefined, { option: true }],
  seed: [undefined, { option: true }],
  loud: [false, { option: true }],
  server: async ({ clockMs, seed }, use, info) => {
    info.skip(Boolean(clockMs || seed) && !isForTests(), "the program was not built for tests");
    const server = await OwnServer.start({ clockMs, seed });
    await use(server);
    await server.stop();
  },
  /** Makes a person: a browser that nobody knows yet, in the lobby. */
  person: async ({ browser, server, loud }, use) => {
    const contexts = [];
    const heard = [];
    await use(async (options = {}) => {
      // Nothing that only moves: the lobby's game is still, and what is compared does not lag behind.
      const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce", ...options });
      contexts.push(context);
      context.on("page", (page) => heard.push(hear(page)));
      const page = await context.newPage();
      await open(page, "/");
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    const allowed = (complaint) => loud instanceof RegExp ? loud.test(complaint) : loud;
    expect(heard.flat().filter((complaint) => !allowed(complaint))).toEqual([]);
  },
  /** Two people at one table, the one on turn first. */
  two: async ({ person }, use) => {
    const both = [await person(), await person()];
    await use(await meet(both));
  },
});

export { expect, open };

/** Lets two people in the lobby play; tells them in the order of their turns. */
export async function meet(both) {
  for (const page of both) await page.getByTestId("play").click();
  for (const page of both) await atTable(page);
  const seat = await both[0].getByTestId("board").getAttribute("data-seat");
  return seat === "red" ? both : both.toReversed();
}

/** Waits until a page shows a match that goes on, and its connection is good. */
export async function atTable(page) {
  await expect(page).toHaveURL(/\/match\/[0-9a-z]+$/);
  await expect(page.getByTestId("board")).toHaveAttribute("data-phase", /roll|select|over/);
  await expect(page.getByTestId("connection")).toHaveAttribute("data-state", "good");
}

/** How a page says that the match stands. */
export function standing(page) {
  return page.getByTestId("board").evaluate((board) => {
    const planes = [...board.querySelectorAll("[data-testid^=plane-]")].map((plane) => {
      const { testid, at, cell, effect } = plane.dataset;
      return [testid, at, cell, effect].join(" ");
    });
    const { version, turn, phase, check } = board.dataset;
    return { version: Number(version), turn, phase, check, planes: planes.sort() };
  });
}

/** Both pages agree, once both have heard of everything. */
export async function agree([one, other]) {
  await expect.poll(async () => JSON.stringify(await standing(one))).toBe(JSON.stringify(await standing(other)));
}

/** The page on turn does what is offered first. */
export async function act(pages) {
  const { version } = await standing(pages[0]);
  await expect
    .poll(async () => {
      for (const page of pages) {
        const choice = page.locator("[data-testid^=choose-]:visible:enabled").first();
        const roll = page.getByTestId("roll");
        if (await choice.isVisible()) await choice.click({ timeout: 1_000 }).catch(() => {});
        else if ((await roll.isVisible()) && (await roll.isEnabled())) await roll.click({ timeout: 1_000 }).catch(() => {});
      }
      return (await standing(pages[0])).version;
    })
    .toBeGreaterThan(version);
}

/** What browsers say of a network that is gone. */
export const offline = /ERR_INTERNET_DISCONNECTED/;

/** Waits until the pages show a version. */
export async function reach(pages, version) {
  for (const page of pages) await page.locator(`[data-testid=board][data-version="${version}"]`).waitFor();
}

/** Plays until the page on turn is to choose a plane. */
export async function untilSelect(pages) {
  while ((await standing(pages[0])).phase !== "select") await act(pages);
  await agree(pages);
}

/** Switches Auto-Roll. */
export async function setAutoRoll(page, on) {
  await page.getByTestId("logo").click();
  await page.getByTestId("auto-roll").setChecked(on);
  await page.getByTestId("settings").getByRole("button", { name: "Close" }).click();
}

/** The seconds that a page says are left. */
export async function countdown(page) {
  const [minutes, seconds] = (await page.getByTestId("countdown").innerText()).split(":");
  return Number(minutes) * 60 + Number(seconds);
}

/** The commands that a page has sent since now. */
export function commands(page) {
  const sent = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/act")) sent.push(request.postDataJSON());
  });
  return sent;
}

/** From now on the page clicks by itself whatever can be clicked, as fast as it is offered. */
export function playByItself(page) {
  return page.evaluate(() => {
    setInterval(() => {
      const offered = document.querySelectorAll("[data-testid^=choose-]:not([hidden]):not(:disabled), [data-testid=roll]:not([hidden]):not(:disabled)");
      // The plane with the highest number among those offered is as good as any.
      [...offered].at(-1)?.click();
    }, 10);
  });
}
