// What the server says beside the page: headers, hashed files, and the answer to a path that leads nowhere.
import { spawnSync } from "node:child_process";
import { program } from "../own-server.mjs";
import { expect, open, test } from "./quiet.mjs";

test("a page may run nothing but what the server vouches for", async ({ request }) => {
  const [one, other] = [await request.get("/"), await request.get("/")];
  const policy = one.headers()["content-security-policy"];
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic' 'wasm-unsafe-eval'/);
  expect(policy).toContain("style-src 'self'");
  expect(policy).not.toContain("unsafe-inline");
  expect(policy).not.toBe(other.headers()["content-security-policy"]);
  expect(one.headers()).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-cache" });
  expect(await one.text()).not.toMatch(/ style=/);
});

test("built files are kept for ever and come compressed", async ({ page }) => {
  const files = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.startsWith("/pkg/")) files.push(response);
  });
  await open(page, "/");
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) {
    expect(file.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(file.headers()["content-encoding"]).toBe("br");
  }
});

test("an absent built file is not kept", async ({ request }) => {
  const answer = await request.get("/pkg/absent.js");
  expect(answer.status()).toBe(404);
  expect(answer.headers()["cache-control"]).toBe("no-cache");
});

test("a path that leads nowhere says so", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const answer = await page.goto("/no/such/page");
  expect(answer.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Off the map");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  await page.getByRole("link", { name: "Back to the lobby" }).click();
  await expect(page.getByTestId("board")).toBeVisible();
  await context.close();
});

test("another site cannot act in a visitor's name", async ({ request }) => {
  const headers = { "sec-fetch-site": "cross-site" };
  expect((await request.post("/", { headers })).status()).toBe(403);
});

test("operators' questions are answered", async ({ request }) => {
  expect(await (await request.get("/healthz")).text()).toBe("ok\n");
  expect((await request.get("/readyz")).status()).toBe(200);
});

test("a second server on one database is refused", () => {
  const env = { ...process.env, LEPTOS_SITE_ADDR: "127.0.0.1:0" };
  const database = `${process.env.FLYCHESS_STORE}/store.db`;
  const second = spawnSync(program, ["serve", "--database", database], { cwd: "..", env, encoding: "utf8" });
  expect(second.status).not.toBe(0);
  expect(second.stderr).toContain(`another server runs on the database ${database}`);
});
