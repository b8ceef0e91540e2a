// The lobby: readable as it comes from the server, alive once its program runs, whole on every screen.
import { expect, open, test } from "./quiet.mjs";

const screens = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

test("the server's page is readable before any script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page).toHaveTitle(/FLYCHESS/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByTestId("board").locator("[data-ring]")).toHaveCount(52);
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  await context.close();
});

test("the page's program takes over without a complaint", async ({ page }) => {
  await open(page, "/");
  await expect(page.getByTestId("board").locator("[data-ring]")).toHaveCount(52);
  await expect(page.getByTestId("board").locator("[data-testid^=plane-]")).toHaveCount(8);
});

test("each ring cell has a place of its own", async ({ page }) => {
  await open(page, "/");
  const cells = page.getByTestId("board").locator("[data-ring]");
  const seen = await cells.evaluateAll((all) => all.map((cell) => [cell.dataset.ring, cell.getAttribute("transform")]));
  expect(seen.map(([index]) => Number(index))).toEqual([...Array(52).keys()]);
  expect(new Set(seen.map(([, place]) => place)).size).toBe(52);
});

test("the demo plays by itself", async ({ page }) => {
  await open(page, "/");
  const log = page.getByTestId("demo-log");
  const before = await log.innerText();
  await expect(log).not.toHaveText(before, { timeout: 15_000, useInnerText: true });
});

test("a move at a time, when told to", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/");
  await expect(page.getByTestId("demo-run")).toHaveText("Play");
  const places = () => page.locator("[data-testid^=plane-]").evaluateAll((all) => all.map((it) => it.getAttribute("transform")));
  const before = await places();
  await expect
    .poll(async () => {
      await page.getByTestId("demo-step").click();
      return places();
    })
    .not.toEqual(before);
});

for (const viewport of screens) {
  test(`nothing sticks out at ${viewport.width} x ${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await open(page, "/");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
    const board = await page.getByTestId("board").boundingBox();
    expect(board.x).toBeGreaterThanOrEqual(0);
    expect(board.x + board.width).toBeLessThanOrEqual(viewport.width);
    expect(board.height).toBeLessThanOrEqual(viewport.height);
  });
}

test("dark where the system is dark", async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/");
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paper()).not.toBe(light);
});

test("targets are large enough for a finger", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "/");
  for (const target of await page.locator("a:visible, button:visible").all()) {
    const box = await target.boundingBox();
    expect.soft(box.height, await target.innerText()).toBeGreaterThanOrEqual(44);
    expect.soft(box.width, await target.innerText()).toBeGreaterThanOrEqual(44);
  }
});

test("a slow network leaves a page that can be read, and then takes it over", async ({ page }) => {
  await page.route("**/pkg/*.wasm", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByTestId("board")).toBeVisible();
  await page.getByTestId("demo-step").click();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
});
