// Writes every page and state as pictures to a folder, for people to look at: sizes by themes.
// node tour.mjs [folder]
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { system } from "./chromium.mjs";
import { OwnServer } from "./own-server.mjs";
import { act, atTable, playByItself, setAutoRoll, standing, untilSelect } from "./tests/players.mjs";

const folder = resolve(process.argv[2] ?? "../target/tour");
const sizes = [[320, 568], [390, 844], [844, 390], [1280, 800], [2560, 1440]];
const themes = ["light", "dark"];

mkdirSync(folder, { recursive: true });
const server = await OwnServer.start();
const browser = await chromium.launch({ executablePath: system(), args: ["--no-sandbox", "--disable-gpu"] });
const [one, other] = [await person(), await person()];
await shoot(one, "01-lobby");
await one.getByTestId("play").click();
await one.getByTestId("queue-status").waitFor();
await shoot(one, "02-queue");
await other.getByTestId("play").click();
const both = [one, other];
for (const page of both) await atTable(page);
const red = (await one.getByTestId("board").getAttribute("data-seat")) === "red" ? one : other;
const green = red === one ? other : one;
await shoot(red, "03-roll");
await shoot(green, "04-waiting");
await untilSelect(both);
await shoot(await onTurn(), "05-select");
const page = await onTurn();
await page.locator("[data-testid^=choose-]:visible").first().focus();
await shoot(page, "06-preview");
for (let turn = 0; turn < 60; turn += 1) await act(both);
await untilSelect(both);
await shoot(await onTurn(), "07-later");
await red.getByTestId("logo").click();
await shoot(red, "08-settings");
await red.getByTestId("rules-link").click();
await shoot(red, "09-rules");
await red.keyboard.press("Escape");
await red.keyboard.press("Escape");
await red.getByTestId("resign").click();
await shoot(red, "10-resign");
await red.getByRole("button", { name: "Play on" }).click();
for (const page of both) {
  await setAutoRoll(page, true);
  await playByItself(page);
}
for (const page of both) await page.getByTestId("result").waitFor({ timeout: 240_000 });
await shoot(red, "11-result");
await shoot(green, "12-result-of-the-other");
await browser.close();
await server.stop();
console.log(`Look at ${folder}`);

async function person() {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("html[data-hydrated=true]").waitFor();
  return page;
}

async function onTurn() {
  return (await standing(red)).turn === "red" ? red : green;
}

async function shoot(page, name) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: join(folder, `${name}-${width}x${height}-${colorScheme}.png`) });
    }
  }
}
