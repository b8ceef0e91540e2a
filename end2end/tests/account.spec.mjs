// Accounts in real browsers: made with a nickname, kept by a credential, the same person in every tab.
import { readFile } from "node:fs/promises";
import { agree, atTable, expect, open, test } from "./players.mjs";

/** Makes an account in the lobby and leaves its credential on the screen. */
async function create(page, nickname) {
  await page.getByTestId("create-account").click();
  await page.getByTestId("nickname").fill(nickname);
  await page.getByTestId("nickname").press("Enter");
  await expect(page.getByTestId("credential")).toHaveText(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/);
  return page.getByTestId("credential").innerText();
}

/** Puts the credential away; the page comes back as the account's. */
async function keep(page, nickname) {
  await page.getByTestId("credential-kept").click();
  await expect(page.getByTestId("identity")).toHaveText(nickname);
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
}

async function logIn(page, credential) {
  await page.getByTestId("login").click();
  await page.getByTestId("credential").fill(credential);
  await page.getByTestId("credential").press("Enter");
}

/** A second tab of the same browser. */
async function tabOf(page) {
  const tab = await page.context().newPage();
  await open(tab, "/");
  return tab;
}

test("a credential brings the account back where nothing is known of it", async ({ person }) => {
  const first = await person({ permissions: ["clipboard-read", "clipboard-write"] });
  await expect(first.getByTestId("identity")).toHaveText(/^GUEST-\d{4}$/);
  await expect(first.getByTestId("score")).toHaveCount(0);
  const credential = await create(first, "飞行员_7");

  await first.getByTestId("copy-credential").click();
  await expect(first.getByText("Copied.")).toBeVisible();
  expect(await first.evaluate(() => navigator.clipboard.readText())).toBe(credential);
  const downloading = first.waitForEvent("download");
  await first.getByTestId("download-credential").click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("flychess-飞行员_7.txt");
  expect(await readFile(await download.path(), "utf8")).toContain(credential);
  // What is shown once does not go away by a slip.
  await first.keyboard.press("Escape");
  await expect(first.getByTestId("credential")).toBeVisible();
  await keep(first, "飞行员_7");
  await expect(first.getByTestId("score")).toHaveText("0");

  // A browser whose data was cleared is a new one.
  const other = await person();
  await logIn(other, credential.toLowerCase().replaceAll("-", " "));
  await expect(other.getByTestId("identity")).toHaveText("飞行员_7");
  await other.reload();
  await expect(other.getByTestId("identity")).toHaveText("飞行员_7");
});

test("all tabs of a browser are one person", async ({ person }) => {
  const one = await person();
  const guest = await one.getByTestId("identity").innerText();
  const other = await tabOf(one);
  const credential = await create(one, "Ana");
  await expect(other.getByTestId("identity")).toHaveText("Ana");
  await expect(one.getByTestId("credential")).toHaveText(credential);
  await keep(one, "Ana");
  await other.getByTestId("logout").click();
  await expect(other.getByTestId("identity")).toHaveText(guest);
  await expect(one.getByTestId("identity")).toHaveText(guest);
  // Both are listening as the guest: what one does, the other shows.
  await one.getByTestId("play").click();
  await expect(other.getByTestId("queue-status")).toBeVisible();
  await other.getByTestId("cancel-queue").click();
  await expect(one.getByTestId("play")).toBeVisible();
});

test("a new credential ends the one before", async ({ person }) => {
  const page = await person();
  const before = await create(page, "Ana");
  await keep(page, "Ana");
  const elsewhere = await person();
  await logIn(elsewhere, before);
  await expect(elsewhere.getByTestId("identity")).toHaveText("Ana");
  await page.getByTestId("renew-credential").click();
  await page.getByTestId("submit-renew").click();
  await expect(page.getByTestId("credential")).toBeVisible();
  const after = await page.getByTestId("credential").innerText();
  expect(after).not.toBe(before);
  // The other browser is nobody's any more, without being asked.
  await expect(elsewhere.getByTestId("identity")).toHaveText(/^GUEST-/);
  await page.getByTestId("credential-kept").click();
  await logIn(elsewhere, after);
  await expect(elsewhere.getByTestId("identity")).toHaveText("Ana");
});

test.describe("what is refused", () => {
  // Browsers complain of an answer that is a refusal.
  test.use({ loud: true });

  test("a nickname that cannot be one, and a credential that is none", async ({ person }) => {
    const page = await person();
    const refused = page.getByTestId("account-refused");
    await page.getByTestId("create-account").click();
    for (const [nickname, why] of [
      ["a", "A nickname has at least 2 characters."],
      ["a b", "A nickname has no spaces; try _ or - instead."],
      ["GUEST-1234", "This looks like the name of a guest."],
    ]) {
      await page.getByTestId("nickname").fill(nickname);
      await page.getByTestId("nickname").press("Enter");
      await expect(refused).toHaveText(why);
    }
    await page.keyboard.press("Escape");
    await logIn(page, "hello");
    await expect(refused).toHaveText(/mistyped/);
    await expect(page.getByTestId("identity")).toHaveText(/^GUEST-/);
  });

  test("becoming somebody else while waiting, in any tab", async ({ person }) => {
    const page = await person();
    const other = await tabOf(page);
    await page.getByTestId("play").click();
    await expect(other.getByTestId("queue-status")).toBeVisible();
    for (const tab of [page, other]) {
      await tab.getByTestId("create-account").click();
      await tab.getByTestId("nickname").fill("Ana");
      await tab.getByTestId("nickname").press("Enter");
      await expect(tab.getByTestId("account-refused")).toHaveText(/waiting for an opponent/);
      await tab.keyboard.press("Escape");
    }
    await page.getByTestId("cancel-queue").click();
    await expect(other.getByTestId("play")).toBeVisible();
    await create(other, "Ana");
    await keep(other, "Ana");
    await expect(page.getByTestId("identity")).toHaveText("Ana");
    // And the same for logging out.
    await page.getByTestId("play").click();
    await expect(other.getByTestId("queue-status")).toBeVisible();
    await other.getByTestId("logout").click();
    await expect(other.getByRole("alert").getByText(/waiting for an opponent/)).toBeVisible();
    await expect(other.getByTestId("identity")).toHaveText("Ana");
  });

  test("becoming somebody else during a match, and before its result is left", async ({ two }) => {
    const [page] = two;
    // Nothing on these pages offers it; what asks all the same is told why not.
    const ask = () => page.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ nickname: "Ana" });
      return (await fetch("/api/create-account", { method: "POST", headers, body })).json();
    });
    const refused = () => expect.poll(async () => JSON.stringify(await ask())).toContain("bound");
    await refused();
    await page.getByTestId("resign").click();
    await page.getByTestId("confirm-resign").click();
    await expect(page.getByTestId("result")).toBeVisible();
    await refused();
    const tab = await tabOf(page);
    await expect(tab.getByTestId("result")).toBeVisible();
    await expect(tab.getByTestId("create-account")).toHaveCount(0);
    await page.getByTestId("back-to-lobby").click();
    await create(page, "Ana");
    await keep(page, "Ana");
  });
});

test.describe("a match that counts", () => {
  test.use({ loud: true });

  test("is in the score, on the leaderboard and on the player's page", async ({ person }) => {
    const ana = await person();
    await create(ana, "Ana");
    await keep(ana, "Ana");
    const guest = await person();
    for (const page of [ana, guest]) await page.getByTestId("play").click();
    for (const page of [ana, guest]) await atTable(page);
    await agree([ana, guest]);
    const logOut = () => ana.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/log-out", { method: "POST", headers, body: "{}" })).json();
    });
    expect((await logOut()).code).toBe("bound");
    await guest.getByTestId("resign").click();
    await guest.getByTestId("confirm-resign").click();
    await expect(ana.getByTestId("score-change")).toHaveText("Score +1");
    await expect(guest.getByTestId("result")).toBeVisible();
    await expect(guest.getByTestId("score-change")).toHaveCount(0);
    // At the result one is still who one was.
    expect((await logOut()).code).toBe("bound");
    const id = new URL(ana.url()).pathname.split("/").pop();
    await ana.getByTestId("back-to-lobby").click();
    await expect(ana.getByTestId("score")).toHaveText("+1");

    await ana.getByRole("link", { name: "Leaderboard" }).click();
    const row = ana.getByTestId("leaderboard").locator('[data-player="Ana"]');
    await expect(row).toHaveText(/^1\s*Ana\s*\+1\s*1\s*0$/);
    await row.getByRole("link").click();
    await expect(ana.getByRole("heading", { level: 1 })).toHaveText("Ana");
    const match = ana.getByTestId("matches").locator(`[data-match="${id}"]`);
    await expect(match).toHaveAttribute("data-result", "won");
    await expect(match.getByRole("link")).toHaveAttribute("href", `/replays/${id}`);
    // As the server writes them, too, and for anybody.
    for (const path of ["/leaderboard", "/players/ana"]) {
      await open(guest, path);
      await expect(guest.getByText("Ana").first()).toBeVisible();
    }
    expect((await guest.goto("/players/nobody")).status()).toBe(404);
  });
});

for (const viewport of [{ width: 320, height: 568 }, { width: 1280, height: 800 }]) {
  test(`nothing sticks out and everything can be touched at ${viewport.width} x ${viewport.height}`, async ({ person }) => {
    const page = await person({ viewport });
    await create(page, "Wwwwwwwwwwwwwwww");
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      for (const target of await page.locator("main a:visible, main button:visible, dialog[open] :is(a, button):visible").all()) {
        const box = await target.boundingBox();
        expect.soft(box.height, await target.innerText()).toBeGreaterThanOrEqual(44);
        expect.soft(box.width, await target.innerText()).toBeGreaterThanOrEqual(44);
      }
    };
    await fits();
    await keep(page, "Wwwwwwwwwwwwwwww");
    await fits();
    for (const path of ["/leaderboard", "/players/Wwwwwwwwwwwwwwww"]) {
      await open(page, path);
      await fits();
    }
  });
}
