// Matches between friends: a link, a code, and what becomes of them; and those who watch.
import { act, agree, atTable, expect, open, test } from "./players.mjs";

// Browsers complain of an invitation that is not open: its page is a 404.
test.use({ loud: /\b404\b/ });

/** Invites from the lobby; the link and the code as the page shows them. */
async function invite(page) {
  await page.getByTestId("invite").click();
  await expect(page.getByTestId("not-scored")).toBeVisible();
  const code = await page.getByTestId("invite-code").innerText();
  const link = await page.getByTestId("invite-link").innerText();
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
  expect(link).toBe(new URL(`/join/${code}`, page.url()).href);
  return { code, link };
}

/** Says that the invitation that was opened is wanted. */
async function accept(page) {
  await expect(page.getByTestId("not-scored")).toBeVisible();
  await page.getByTestId("accept").click();
}

test("a friend comes by the link, and a stranger comes too late", async ({ person }) => {
  const [host, friend, stranger] = [await person(), await person(), await person()];
  const { link } = await invite(host);
  const name = await host.getByTestId("identity").innerText();
  // Two have it open, and opening it has changed nothing.
  for (const page of [friend, stranger]) {
    await open(page, link);
    await expect(page.getByTestId("host")).toHaveText(name);
  }
  await expect(host.getByTestId("invitation")).toBeVisible();
  await accept(friend);
  for (const page of [host, friend]) {
    await atTable(page);
    await expect(page.getByTestId("not-scored")).toBeVisible();
  }
  await accept(stranger);
  await expect(stranger.getByTestId("gone")).toBeVisible();
  await open(stranger, "/");
  await expect(stranger.getByTestId("play")).toBeVisible();

  // It is a match like any other.
  await act([host, friend]);
  await agree([host, friend]);
  await friend.getByTestId("resign").click();
  await friend.getByTestId("confirm-resign").click();
  for (const page of [host, friend]) {
    await expect(page.getByTestId("result")).toContainText("not scored");
    await expect(page.getByTestId("score-change")).toHaveCount(0);
  }
});

test("a code that was said is typed in any case, also without a script", async ({ person, browser, server }) => {
  const [host, friend] = [await person(), await person()];
  const { code } = await invite(host);
  await friend.getByTestId("have-code").click();
  await friend.getByTestId("code").fill("000000");
  await friend.getByTestId("open-code").click();
  await expect(friend.getByTestId("gone")).toBeVisible();
  await friend.getByTestId("code").fill(`${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  await friend.getByTestId("code").press("Enter");
  await expect(friend.getByTestId("host")).toHaveText(await host.getByTestId("identity").innerText());

  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/join");
  await plain.getByTestId("code").fill(code);
  await plain.getByTestId("open-code").click();
  await expect(plain.getByTestId("host")).toBeVisible();
  await context.close();

  await expect(friend.locator("html")).toHaveAttribute("data-hydrated", "true");
  await accept(friend);
  await Promise.all([atTable(host), atTable(friend)]);
});

test("one's own link is refused kindly, and a withdrawn one is gone", async ({ person }) => {
  const [host, friend] = [await person(), await person()];
  const { link } = await invite(host);
  const tab = await host.context().newPage();
  await open(tab, link);
  await expect(tab.getByTestId("own-invitation")).toBeVisible();
  await expect(tab.getByTestId("accept")).toHaveCount(0);

  await open(friend, link);
  await expect(friend.getByTestId("host")).toBeVisible();
  await host.getByTestId("withdraw").click();
  await expect(host.getByTestId("play")).toBeVisible();
  await expect(tab.getByTestId("gone")).toBeVisible();
  await accept(friend);
  await expect(friend.getByTestId("gone")).toBeVisible();
  const again = await friend.goto(link);
  expect(again.status()).toBe(404);
  await expect(friend.getByTestId("gone")).toBeVisible();
  // The next one is another.
  const next = await invite(host);
  expect(next.link).not.toBe(link);
});

test("a friend who comes while the host is away waits, and hears if it is withdrawn", async ({ person }) => {
  const [host, friend] = [await person(), await person()];
  const { link } = await invite(host);
  // A page of ours that is no lobby: the invitation stays, its host does not.
  await host.goto("/leaderboard");
  await open(friend, link);
  await accept(friend);
  await expect(friend.getByTestId("accepted")).toContainText("not here at the moment");
  await friend.getByTestId("step-back").click();
  await expect(friend.getByTestId("accept")).toBeVisible();
  await accept(friend);
  await expect(friend.getByTestId("accepted")).toBeVisible();
  // A reload changes nothing.
  await open(friend, link);
  await expect(friend.getByTestId("accepted")).toBeVisible();
  await open(host, "/");
  await Promise.all([atTable(host), atTable(friend)]);
});

test("the invitation is there after a reload, in every tab, and can be copied", async ({ person }) => {
  const host = await person({ permissions: ["clipboard-read", "clipboard-write"] });
  const { code, link } = await invite(host);
  await host.getByTestId("copy-link").click();
  await expect(host.getByText("Copied.")).toBeVisible();
  expect(await host.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await open(host, "/");
  await expect(host.getByTestId("invite-code")).toHaveText(code);
  const tab = await host.context().newPage();
  await open(tab, "/");
  await expect(tab.getByTestId("invite-code")).toHaveText(code);
  await tab.getByTestId("withdraw").click();
  await expect(host.getByTestId("play")).toBeVisible();
});

test("a watcher sees what the players see, is counted, and has nothing to do", async ({ person, two }) => {
  const watcher = await person();
  await expect(two[0].getByTestId("watchers")).toHaveAttribute("data-count", "0");
  await open(watcher, new URL(two[0].url()).pathname);
  await atTable(watcher);
  for (const page of [...two, watcher]) {
    await expect(page.getByTestId("watchers")).toHaveText("1 watching");
  }
  await expect(watcher.getByTestId("board")).toHaveAttribute("data-seat", "none");
  for (let turns = 0; turns < 4; turns += 1) {
    await act(two);
    await agree([two[0], watcher]);
    await agree(two);
  }
  for (const nothing of ["roll", "resign"]) await expect(watcher.getByTestId(nothing)).toBeHidden();
  await expect(watcher.locator("[data-selectable=true]")).toHaveCount(0);
  await open(watcher, "/");
  for (const page of two) await expect(page.getByTestId("watchers")).toHaveAttribute("data-count", "0");
});

test("what a link shows elsewhere stands in the page and can be fetched", async ({ person, two, request }) => {
  const watcher = await person();
  await open(watcher, two[0].url());
  const content = (name) => watcher.locator(`meta[property="${name}"]`).getAttribute("content");
  expect(await content("og:title")).toMatch(/^GUEST-\d{4} against GUEST-\d{4}, live$/);
  const picture = await content("og:image");
  expect(new URL(picture).origin).toBe(new URL(two[0].url()).origin);
  const answer = await request.get(picture);
  expect(answer.headers()["content-type"]).toBe("image/png");
  // Each stands there once, though page and server both know of it.
  await expect(watcher.locator('meta[property="og:title"]')).toHaveCount(1);
});
