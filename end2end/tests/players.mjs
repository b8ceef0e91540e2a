// Two people with a browser each, and what they do at a table.
import { test as plain } from "@playwright/test";
import { OwnServer } from "../own-server.mjs";
import { expect, hear, open } from "./quiet.mjs";

/** Tests with a server of their own. `clockMs` sets its clock; `loud` lets pages complain (of a lost network),
 * `races` lets the server refuse what another tab of the same player was faster with. */
export const test = plain.extend({
  clockMs: [undefined, { option: true }],
  loud: [false, { option: true }],
  races: [false, { option: true }],
  server: async ({ clockMs }, use) => {
    const server = await OwnServer.start({ clockMs });
    await use(server);
    await server.stop();
  },
  /** Makes a person: a browser that nobody knows yet, in the lobby. */
  person: async ({ browser, server, loud, races }, use) => {
    const contexts = [];
    const heard = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options });
      contexts.push(context);
      const page = await context.newPage();
      heard.push(hear(page));
      await open(page, "/");
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    const complaints = heard.flat().filter((complaint) => !(races && complaint.includes("409")));
    if (!loud) expect(complaints).toEqual([]);
  },
  /** Two people at one table, the one on turn first. */
  two: async ({ person }, use) => {
    const both = [await person(), await person()];
    for (const page of both) await page.getByTestId("play").click();
    for (const page of both) await atTable(page);
    const [one, other] = both;
    const seat = await one.getByTestId("board").getAttribute("data-seat");
    await use(seat === "red" ? [one, other] : [other, one]);
  },
});

export { expect, open };

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
    return { version: Number(version), turn, phase, check, planes };
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
