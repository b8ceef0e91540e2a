// A second visit without a network: the server is gone, not only said to be.
import { expect, open, playByItself, test } from "./players.mjs";

test.use({ loud: /ERR_CONNECTION_REFUSED|Failed to load resource|net::|WebSocket/ });

/** A person whose browser has kept what it needs. */
async function visited(person) {
  const page = await person({ serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  return page;
}

test("practice and the rules need no network from the second visit on", async ({ person, server }) => {
  test.setTimeout(240_000);
  const first = await visited(person);
  const context = first.context();
  await first.close();
  await server.kill();

  const page = await context.newPage();
  await open(page, "/rules");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rules");
  await open(page, "/practice");
  await page.getByTestId("practice-hard").click();
  await page.getByTestId("pace-quick").check();
  await playByItself(page);
  await expect(page.getByTestId("result")).toBeVisible({ timeout: 200_000 });
  await expect(page.getByTestId("dice-check")).toHaveAttribute("data-state", "holds");
});

test("a page that needs the server says so, and comes back with it", async ({ person, server }) => {
  const page = await visited(person);
  await server.kill();
  await page.goto("/leaderboard");
  await expect(page.getByTestId("offline")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  await expect(page.getByTestId("offline-again")).toHaveAttribute("href", "/leaderboard");
  await page.getByTestId("offline-practice").click();
  await expect(page.getByTestId("practice-easy")).toBeVisible();
  await page.goto("/leaderboard");
  await server.restart();
  await page.getByTestId("offline-again").click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Leaderboard");
});

test("it can be installed", async ({ person, request, server }) => {
  const page = await person();
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await request.get(`${server.url}${href}`)).json();
  expect(manifest).toMatchObject({ name: "FLYCHESS", start_url: "/", display: "standalone" });
  const sizes = manifest.icons.map((icon) => `${icon.sizes} ${icon.purpose ?? "any"}`);
  expect(sizes).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
  for (const icon of manifest.icons) {
    const answer = await request.get(`${server.url}${icon.src}`);
    expect(answer.headers()["content-type"]).toBe(icon.type);
  }
});

test("a new build is offered, and taken when the player says so", async ({ person }) => {
  const page = await visited(person);
  await expect(page.locator(".update")).toBeHidden();
  // A worker of another address is one of another build: it waits behind the one that is there.
  await page.evaluate(() => navigator.serviceWorker.register("/sw.js?another"));
  await expect(page.locator(".update")).toBeVisible();

  // Not where something is being played.
  await page.getByTestId("practice").click();
  await page.getByTestId("practice-two").click();
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.locator(".update")).toBeHidden();
  await page.getByTestId("roll").click();
  const kept = await page.evaluate(() => localStorage.getItem("flychess.practice"));
  await page.getByTestId("practice-leave").click();

  const loaded = page.waitForEvent("load");
  await page.getByTestId("update").click();
  await loaded;
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  expect(await page.evaluate(() => navigator.serviceWorker.controller.scriptURL)).toContain("?another");
  expect(await page.evaluate(() => localStorage.getItem("flychess.practice"))).toBe(kept);
});
